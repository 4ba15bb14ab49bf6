// The worlds of the server: their list, and the way to another one.

import { badge } from "./flow.js";
import { code, title } from "./flows.js";
import { openList } from "./lists.js";
import { element, fill, find } from "./show.js";
import { select } from "./tabs.js";

/** Returns the address of the page of a world; `null` is the served world. */
export function address(world, base = document.baseURI) {
  const root = new URL(base).pathname.replace(/(\/s\/[^/]+)?\/_sim\/v1\/.*$/, "");
  return `${root}${world === null ? "" : `/s/${encodeURIComponent(world)}`}/_sim/v1/`;
}

/** The name of the page's world in its address; `null` for the served world. */
export const own = (base = document.baseURI) =>
  /\/s\/([^/]+)\/_sim\/v1\//.exec(new URL(base).pathname)?.[1] ?? null;

/** Shows the worlds that are not at a glance, with links to their pages. */
function showWorlds(names) {
  const here = own();
  fill(find("worlds"), names.map((name) => [name, name === here]), ([name, isHere]) => {
    const item = element("li");
    const link = element("a", name);
    link.href = address(name);
    if (isHere) link.setAttribute("aria-current", "page");
    item.append(link, isHere ? " (this page)" : "");
    return item;
  });
}

/** Creates the row of a world at a glance. */
function summary({ name, account, entries, last }) {
  const made = element("tr");
  const cells = Array.from({ length: 4 }, () => element("td"));
  const link = element("a", name ?? "the served world");
  link.href = address(name);
  if (name === own()) link.setAttribute("aria-current", "page");
  cells[0].append(link, name === own() ? " (this page)" : "");
  cells[1].append(account ?? "no account");
  cells[2].append(String(entries));
  if (last === null) cells[3].append("none");
  else cells[3].append(badge(last.verdict), " ", title(last), " ", element("span", code(last) || last.reason, "quiet"));
  made.append(...cells);
  return [made];
}

/** Reads the worlds at a glance, and shows them. */
export async function showSummaries(get) {
  const { worlds, summaries } = await get("worlds?summary=true");
  find("glance-worlds").hidden = false;
  fill(find("summaries"), summaries, summary);
  const others = worlds.filter((name) => !summaries.some((one) => one.name === name));
  find("worlds").hidden = others.length === 0;
  showWorlds(others);
}

/** Returns what a list says about a world. */
const brief = ({ account, entries, last }) =>
  [account ?? "no account", `${entries} entries`, ...(last === null ? [] : [`last: ${title(last)}`])].join(", ");

/** Opens the list of the worlds, which leads to the page of each one and to the form for a new one. */
async function choose(get) {
  const { worlds, summaries } = await get("worlds?summary=true");
  const about = new Map(summaries.map((one) => [one.name, one]));
  openList("Worlds of this server", [null, ...worlds].map((name) => ({
    kind: name === own() ? "This page" : "World", text: name ?? "the served world", isChosen: name === own(),
    more: about.has(name) ? brief(about.get(name)) : "", go: () => name === own() || location.assign(address(name)),
  })).concat({
    kind: "New", text: "Open another world, or make one…",
    go: () => {
      document.querySelector('nav [data-part="middle"]').click();
      select("worlds");
      find("visit").elements.world.focus();
    },
  }));
}

/** Connects the choice of the header: `get` reads from the admin API, and `tell` shows an error. */
export function wireWorldChoice(get, tell) {
  find("world").addEventListener("click", () => choose(get).catch(tell));
}

/** Connects the form that opens another world. */
export function wireWorlds(refuse) {
  document.querySelector("[data-control=removeWorld]").hidden = own() === null;
  find("visit").addEventListener("submit", (submitted) => {
    submitted.preventDefault();
    const form = submitted.target;
    const world = form.elements.world.value.trim();
    // The rule of the server (see "Devices and worlds").
    if (/^[\w-][\w.-]{0,63}$/.test(world)) location.assign(address(world));
    else refuse(form, "A name has letters, digits, '.', '_' and '-', at most 64, and no '.' first.", ["world"]);
  });
}
