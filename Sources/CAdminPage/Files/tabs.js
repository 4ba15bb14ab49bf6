// The views of the page: tabs (ARIA Authoring Practices Guide, "Tabs Pattern"). This tab of the browser keeps the selected one.

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
  // The next visit of this world's page in this tab of the browser shows the same.
  try {
    sessionStorage.setItem("tab", wanted);
  } catch {
    // A browser may refuse to store anything.
  }
}

/** Returns the view that the user has selected before; `null` if none. */
export function stored() {
  try {
    return sessionStorage.getItem("tab");
  } catch {
    return null;
  }
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
  const known = stored();
  select(views.includes(known) ? known : views[0], false, false);
}
