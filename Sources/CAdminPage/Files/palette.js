// The search of the page: views, what the controls do, settings, what ends by itself, and the flows of the journal.

import { deadlineName } from "./deadlines.js";
import { holder } from "./glance.js";
import { openList } from "./lists.js";
import { find } from "./show.js";
import { select } from "./tabs.js";

/** The most rows that are shown. */
const most = 12;

/** Returns the words that a person sees, on one line. */
const words = (place) => place?.textContent.trim().replace(/\s+/g, " ") ?? "";

/** Shows an element, whatever hides it, and moves the focus to it. */
function show(place) {
  const panel = place.closest("[role=tabpanel]");
  if (panel !== null) select(panel.getAttribute("aria-labelledby").replace("tab-", ""));
  const part = place.closest("main > section")?.id;
  document.querySelector(`nav [data-part="${part}"]`)?.click();
  for (let at = place; at !== null; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  place.scrollIntoView({ block: "nearest" });
  (place.matches("form") ? place.querySelector("input:not([type=hidden]), select, button") : place).focus();
}

/** Returns the views. */
const views = () => [...document.querySelectorAll("#tabs [role=tab]")].map((tab) => (
  { kind: "View", text: words(tab), go: () => { select(tab.id.replace("tab-", "")); tab.focus(); } }));

/** Returns what the controls do, each by its button. Those of an interface that is closed are not possible now. */
const controls = () => [...document.querySelectorAll("form[data-control]")]
  .filter((form) => form.closest("#sheet, #settings") === null)
  .map((form) => ({
    kind: words(form.closest("section, [role=tabpanel]")?.querySelector("h2")?.firstChild ?? null) || "Control",
    text: words(form.querySelector("button:not([type])")), go: () => show(form),
  }));

/** Returns the settings. */
const settings = (all, go) => all.map((setting) => ({
  kind: "Setting", text: `${holder(setting)} ${setting.key}`, more: setting.description, go: () => go(setting),
}));

/** Returns what ends by itself; the way past it is a press further. */
const deadlines = (all) => all.map((deadline, index) => ({
  kind: "Ends", text: deadlineName(deadline),
  go: () => {
    select("time");
    const button = find("all-deadlines").children[index]?.querySelector("button");
    show(button ?? find("time-title"));
  },
}));

/** Returns the flows that the journal shows. */
const flows = () => [...document.querySelectorAll("#flows .flow-row")].map((row) => ({
  kind: "Flow", text: `${words(row.querySelector(".what"))}: ${words(row.querySelector(".reason"))}`,
  go: () => {
    show(row);
    if (row.getAttribute("aria-expanded") === "false") row.click();
  },
}));

/**
 * Connects the search with its button and its keys: `known` returns the last read of the world, or `null`, and `toSetting`
 * shows the row of a setting.
 */
export function wirePalette(known, toSetting) {
  const open = () => openList("Search views, controls, settings, deadlines and flows", [
    ...views(), ...controls(), ...deadlines(known()?.deadlines ?? []), ...settings(known()?.settings ?? [], toSetting), ...flows(),
  ], most);
  find("search").addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    open();
  });
}
