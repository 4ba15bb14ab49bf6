// The views of the page: tabs (ARIA Authoring Practices Guide, "Tabs Pattern"). The address names the selected one, and
// this tab of the browser keeps it.

import { isTold, named, write } from "./address.js";
import { find } from "./show.js";

const tabs = [...document.querySelectorAll("#tabs [role=tab]")];
const name = (tab) => tab.id.replace("tab-", "");
/** The names of the views, in their order. */
export const views = tabs.map(name);

/**
 * Selects a tab and shows its panel; moves the focus to it if `isFocused` is set. The next visit shows the same if
 * `isKept` is set.
 */
export function select(wanted, isFocused = false, isKept = true) {
  for (const tab of tabs) {
    const isSelected = name(tab) === wanted;
    tab.setAttribute("aria-selected", String(isSelected));
    tab.tabIndex = isSelected ? 0 : -1;
    find(tab.getAttribute("aria-controls")).hidden = !isSelected;
    if (isSelected && isFocused) tab.focus();
  }
  document.dispatchEvent(new CustomEvent("view", { detail: wanted }));
  if (!isKept) return;
  write({ view: wanted === views[0] ? "" : wanted });
  // The next visit of this world's page in this tab of the browser shows the same.
  try {
    sessionStorage.setItem("tab", wanted);
  } catch {
    // A browser may refuse to store anything.
  }
}

/** Returns the view of the address, or the one that the user has selected before; `null` if none. */
export function stored() {
  if (isTold()) return named("view") ?? views[0];
  try {
    return sessionStorage.getItem("tab");
  } catch {
    return null;
  }
}

/** Selects a view from another part of the page, which on a telephone covers it. */
function show(view) {
  document.querySelector('nav [data-part="middle"]').click();
  select(view, true);
}

/** Connects the tabs with the mouse and the keyboard. */
export function wireTabs() {
  const moves = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  find("tabs").addEventListener("click", ({ target }) => {
    const tab = target.closest("[role=tab]");
    if (tab !== null) select(name(tab));
  });
  find("tabs").addEventListener("keydown", (event) => {
    const at = tabs.indexOf(event.target.closest("[role=tab]"));
    const next = { Home: 0, End: tabs.length - 1 }[event.key] ?? at + (moves[event.key] ?? NaN);
    if (Number.isNaN(next)) return;
    event.preventDefault();
    select(name(tabs[(next + tabs.length) % tabs.length]), true);
  });
  document.addEventListener("click", ({ target }) => {
    const view = target.dataset?.view;
    if (view !== undefined) show(view);
  });
  const known = stored();
  select(views.includes(known) ? known : views[0], false, false);
}
