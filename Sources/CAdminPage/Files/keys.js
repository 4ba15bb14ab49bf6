// The keyboard: single keys act outside of fields, and can be switched off (WCAG 2.1.4).

import { find } from "./show.js";
import { select, views } from "./tabs.js";

/** Where the browser remembers that single keys do nothing. */
const stored = "tvsim single keys";

function remember(isOn) {
  try {
    localStorage.setItem(stored, isOn ? "on" : "off");
  } catch {
    // A browser may refuse to store anything.
  }
}

function areOn() {
  try {
    return localStorage.getItem(stored) !== "off";
  } catch {
    return true;
  }
}

/** Moves the focus to the next or previous row of the journal. */
function move(step) {
  select("journal");
  const rows = [...document.querySelectorAll("#flows .flow-row, #journal .line")];
  const at = rows.findIndex((row) => row.parentElement.contains(document.activeElement));
  rows[Math.max(0, Math.min(rows.length - 1, at + step))]?.focus();
}

const acts = {
  j: () => move(1), k: () => move(-1),
  "/": () => {
    select("journal");
    find("filter").elements.text.focus();
  },
  c: () => document.activeElement?.closest("form[data-control]")?.querySelector(".copy")?.click(),
  "?": () => find("keys").showModal(),
};

/** Connects the keyboard and the button that explains it. */
export function wireKeys() {
  const box = find("keys-on");
  box.checked = areOn();
  box.addEventListener("change", () => remember(box.checked));
  find("help").addEventListener("click", () => find("keys").showModal());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !box.checked) return;
    if (event.target.matches("input, select, textarea") || document.querySelector("dialog[open], [popover]:popover-open")) return;
    const act = acts[event.key] ?? (views[event.key - 1] && (() => select(views[event.key - 1], true)));
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
}
