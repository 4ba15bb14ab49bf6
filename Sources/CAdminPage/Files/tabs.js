// The tabs of the page (ARIA Authoring Practices Guide, "Tabs Pattern"). The address keeps the selected tab.

import { find, say } from "./show.js";

const tabs = [...document.querySelectorAll("#tabs [role=tab]")];
const name = (tab) => tab.id.replace("tab-", "");

/** Selects a tab and shows its panel; moves the focus to it if `isFocused` is set. */
export function select(wanted, isFocused = false) {
  for (const tab of tabs) {
    const isSelected = name(tab) === wanted;
    tab.setAttribute("aria-selected", String(isSelected));
    tab.tabIndex = isSelected ? 0 : -1;
    find(tab.getAttribute("aria-controls")).hidden = !isSelected;
    if (isSelected && isFocused) tab.focus();
  }
  // The next visit of this world's page in this tab of the browser shows the same.
  try {
    sessionStorage.setItem("tab", wanted);
  } catch {
    // A browser may refuse to store anything.
  }
}

function stored() {
  try {
    return sessionStorage.getItem("tab");
  } catch {
    return null;
  }
}

/** Shows the state at a glance on the tabs. */
export function showGlance(texts) {
  for (const tab of tabs) {
    const { text, isUnusual } = texts[name(tab)];
    say(tab.querySelector("small"), text);
    tab.classList.toggle("unusual", isUnusual ?? false);
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
  select(tabs.some((tab) => name(tab) === known) ? known : name(tabs[0]));
}
