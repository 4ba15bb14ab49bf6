// The search of the page: views, what the controls do, settings, and the flows of the journal, by a part of their words.

import { element, field, fill, find } from "./show.js";
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
  .filter((form) => form.closest("#sheet") === null)
  .map((form) => ({
    kind: words(form.closest("section, [role=tabpanel]")?.querySelector("h2")?.firstChild ?? null) || "Control",
    text: words(form.querySelector("button:not([type])")), go: () => show(form),
  }));

/** Returns the keys that can be set. */
const keys = () => ["viewer", "settings", "integration", "provider"].flatMap((control) =>
  [...field(control, "key").options].map(({ value }) => ({
    kind: "Setting", text: `${control} ${value}`,
    go: () => {
      field(control, "key").value = value;
      field(control, "key").dispatchEvent(new Event("input", { bubbles: true }));
      show(field(control, "key").form);
    },
  })));

/** Returns the flows that the journal shows. */
const flows = () => [...document.querySelectorAll("#flows .flow-row")].map((row) => ({
  kind: "Flow", text: `${words(row.querySelector(".what"))}: ${words(row.querySelector(".reason"))}`,
  go: () => {
    show(row);
    if (row.getAttribute("aria-expanded") === "false") row.click();
  },
}));

/** Returns the things that have all words of a text, those of each kind in their order. */
export function matching(things, text) {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return things.filter((thing) => {
    const whole = `${thing.kind} ${thing.text}`.toLowerCase();
    return wanted.every((word) => whole.includes(word));
  }).slice(0, most);
}

/** Connects the search with its button and its keys, as a combobox (ARIA Authoring Practices Guide, "Combobox"). */
export function wirePalette() {
  const [dialog, input, list] = [find("palette"), find("palette-text"), find("palette-rows")];
  let things = [];
  let shown = [];
  let at = 0;

  function mark() {
    [...list.children].forEach((row, index) => row.setAttribute("aria-selected", String(index === at)));
    const row = list.children[at];
    if (row === undefined) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", row.id);
    row?.scrollIntoView({ block: "nearest" });
  }

  function filter() {
    shown = matching(things, input.value);
    at = 0;
    fill(list, shown.map(({ kind, text }, index) => ({ kind, text, index })), ({ kind, text, index }) => {
      const row = element("li");
      row.id = `palette-row-${index}`;
      row.setAttribute("role", "option");
      row.append(element("small", kind), " ", text);
      return [row];
    });
    find("palette-none").hidden = shown.length > 0;
    mark();
  }

  function open() {
    things = [...views(), ...controls(), ...keys(), ...flows()];
    input.value = "";
    filter();
    dialog.showModal();
  }

  function choose(index) {
    const chosen = shown[index];
    if (chosen === undefined) return;
    dialog.close();
    chosen.go();
  }

  find("search").addEventListener("click", open);
  input.addEventListener("input", filter);
  dialog.addEventListener("submit", (event) => {
    event.preventDefault();
    choose(at);
  });
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || shown.length === 0) return;
    event.preventDefault();
    at = (at + step + shown.length) % shown.length;
    mark();
  });
  list.addEventListener("click", ({ target }) => choose([...list.children].indexOf(target.closest("li"))));
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    open();
  });
}
