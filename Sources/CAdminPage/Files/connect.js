// How an app reaches the world.

import { copy } from "./copy.js";
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

/** Shows the addresses of the world, and the first request of an app. */
export function showConnect({ device, health }) {
  const trust = health.certificateAuthority ? ` --cacert '${health.certificateAuthority.replaceAll("'", "'\\''")}'` : "";
  fill(find("addresses"), [
    ["Base URL", base()], ["Software statement", device.softwareStatement], ["Admin API", `${base()}/_sim/v1`],
  ], row);
  const body = `{"software_statement": "${device.softwareStatement}"}`;
  const request = `curl${trust} ${base()}/o/client/register -H 'Content-Type: application/json' -d '${body}'`;
  fill(find("first-request"), [request], (text) => [...offer(element("p"), "the first request", text).childNodes]);
  say(find("about"), `tvsim ${health.version}, ${health.device ?? "a world in memory"}, ${health.store.kind}`);
  say(find("base").querySelector("span"), "Copy");
  say(find("base").querySelector("code"), base());
}

/** Connects the button of the header that copies the base URL. */
export function wireConnect() {
  const button = find("base");
  button.addEventListener("click", () =>
    copy(button.querySelector("code"), (said) => said && say(button.querySelector("span"), said === "Copied." ? "Copied" : "Selected")));
}
