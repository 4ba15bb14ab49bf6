// The keyboard: single keys act outside of fields, and can be switched off (WCAG 2.1.4).

import { closePanel, openOverlay, openPanel, select, set, state } from "./store.js";

/** Where the browser remembers that single keys do nothing. */
const stored = "tvsim single keys";

/** Returns whether single keys act. */
export function areOn() {
  try {
    return localStorage.getItem(stored) !== "off";
  } catch {
    return true;
  }
}

/** Remembers whether single keys act. */
export function remember(isOn) {
  try {
    localStorage.setItem(stored, isOn ? "on" : "off");
  } catch {
    // A browser may refuse to store anything.
  }
}

/** Opens the next or previous attempt of the list, and moves the focus to its row. */
function move(step) {
  const rows = [...document.querySelectorAll("#flows .row, #journal .line")];
  const open = rows.findIndex((row) => row === document.activeElement);
  const from = open >= 0 ? open : rows.findIndex((row) => row.getAttribute("aria-current") === "true");
  const row = rows[Math.max(0, Math.min(rows.length - 1, from + step))];
  row?.focus();
  row?.scrollIntoView({ block: "nearest" });
  // On a telephone the attempt would cover the list.
  if (row?.dataset.flow && document.body.offsetWidth >= 720) select(Number(row.dataset.flow));
}

const acts = {
  j: () => move(1), k: () => move(-1),
  "/": () => document.querySelector("#filter [name=text]")?.focus(),
  c: () => (document.activeElement?.closest("form")
    ?? document.querySelector("#detail"))?.querySelector("[data-copies]")?.click(),
  1: () => closePanel(), 2: () => openPanel("explain"), 3: () => openPanel("settings"), 4: () => openPanel("device"),
  5: () => openPanel("rules"), 6: () => openPanel("connect"),
  "?": () => openOverlay("help"),
};

/** Connects the keyboard. */
export function wireKeys() {
  document.addEventListener("keydown", (event) => {
    const isOpen = document.querySelector("dialog[open], [popover]:popover-open") !== null;
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key.toLowerCase() === "k" && isCommand && !event.altKey && !event.shiftKey) {
      if (state.overlay !== null) return;
      event.preventDefault();
      openOverlay("palette");
      return;
    }
    if (isOpen || isCommand || event.altKey) return;
    if (event.key === "Escape" && state.panel !== null && !event.defaultPrevented
      && !event.target.matches("input, select, textarea")) {
      set({ panel: null });
      return;
    }
    if (!areOn() || event.target.matches("input, select, textarea")) return;
    const run = acts[event.key];
    if (run === undefined) return;
    event.preventDefault();
    run();
  });
}
