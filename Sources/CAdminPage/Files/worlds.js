// The worlds of the server: their list, and the way to another one.

import { element, fill, find } from "./show.js";

/** Returns the address of the page of a world; `null` is the served world. */
export function address(world, base = document.baseURI) {
  const root = new URL(base).pathname.replace(/(\/s\/[^/]+)?\/_sim\/v1\/.*$/, "");
  return `${root}${world === null ? "" : `/s/${encodeURIComponent(world)}`}/_sim/v1/`;
}

/** The name of the page's world in its address; `null` for the served world. */
export const own = (base = document.baseURI) =>
  /\/s\/([^/]+)\/_sim\/v1\//.exec(new URL(base).pathname)?.[1] ?? null;

/** Shows the worlds, with links to their pages. */
export function showWorlds(names) {
  const here = own();
  fill(find("worlds"), [null, ...names].map((name) => [name, name === here]), ([name, isHere]) => {
    const item = element("li");
    const link = element("a", name ?? "the served world");
    link.href = address(name);
    if (isHere) link.setAttribute("aria-current", "page");
    item.append(link, isHere ? " (this page)" : "");
    return item;
  });
  document.querySelector("[data-control=removeWorld]").hidden = here === null;
}

/** Connects the form that opens another world. */
export function wireWorlds(refuse) {
  find("visit").addEventListener("submit", (submitted) => {
    submitted.preventDefault();
    const form = submitted.target;
    const world = form.elements.world.value.trim();
    // The rule of the server (see "Devices and worlds").
    if (/^[\w-][\w.-]{0,63}$/.test(world)) location.assign(address(world));
    else refuse(form, "A name has letters, digits, '.', '_' and '-', at most 64, and no '.' first.", ["world"]);
  });
}
