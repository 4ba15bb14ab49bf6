// How an app reaches the world.

import { copy } from "./copy.js";
import { readers, titles } from "./readers.js";
import { proof } from "./secret.js";
import { element, fill, find, say } from "./show.js";
import { address, own } from "./worlds.js";

/** Returns the base URL of the world's service. */
const base = () => new URL(address(own()), document.baseURI).href.replace(/\/_sim\/v1\/$/, "");

/** Fills an element with a text that a reader copies. */
function offer(place, name, text) {
  const shown = element("code", text);
  const button = element("button", "Copy", "quiet");
  button.type = "button";
  button.setAttribute("aria-label", `Copy: ${name}`);
  button.addEventListener("click", () => copy(shown, (said) => said && say(button, said === "Copied." ? "Copied" : "Selected")));
  place.classList.add("copied");
  place.replaceChildren(shown, " ", button);
  return place;
}

const row = ([name, text]) => [element("dt", name), offer(element("dd"), name, text)];

/** The chosen reader. */
let chosen = "curl";
/** What each reader does with the world, as it was shown last. */
let known = {};

/** Shows what the chosen reader does. */
function showReader() {
  for (const button of find("reader").children) button.setAttribute("aria-pressed", String(button.dataset.reader === chosen));
  fill(find("reader-steps"), known[chosen] ?? [], ([sentence, text]) => {
    const item = element("li", sentence);
    const place = element("div");
    item.append(offer(place, sentence, text));
    place.firstChild.classList.toggle("many", text.includes("\n"));
    return [item];
  });
}

/** Shows the addresses of the world, and how each reader uses it. */
export function showConnect({ device, health }) {
  fill(find("addresses"), [
    ["Base URL", base()], ["Software statement", device.softwareStatement], ["Admin API", `${base()}/_sim/v1`],
  ], row);
  const server = new URL(address(null), document.baseURI).href.replace(/\/_sim\/v1\/$/, "");
  known = readers({ base: base(), server, statement: device.softwareStatement, authority: health.certificateAuthority,
    hasSecret: Object.keys(proof()).length > 0 });
  fill(find("reader"), Object.keys(known), (name) => {
    const made = element("button", titles[name] ?? name);
    made.type = "button";
    made.dataset.reader = name;
    return [made];
  });
  showReader();
  say(find("about"), `tvsim ${health.version}, ${health.device ?? "a world in memory"}, ${health.store.kind}`);
  say(find("base").querySelector("span"), "Copy");
  say(find("base").querySelector("code"), base());
}

/** Connects the choice of the reader, and the button of the header that copies the base URL. */
export function wireConnect() {
  find("reader").addEventListener("click", ({ target }) => {
    if (target.dataset.reader === undefined) return;
    chosen = target.dataset.reader;
    showReader();
  });
  const button = find("base");
  button.addEventListener("click", () =>
    copy(button.querySelector("code"), (said) => said && say(button.querySelector("span"), said === "Copied." ? "Copied" : "Selected")));
}
