// A list of many things in a dialog, from which a person chooses by a part of their words. It is a combobox (ARIA
// Authoring Practices Guide, "Combobox").

import { element, fill, find } from "./show.js";

const [dialog, input, list] = [find("palette"), find("palette-text"), find("palette-rows")];

/** The things of the open list, those that have the typed words, and the number of the marked one. */
let things = [];
let shown = [];
let at = 0;
/** The most rows that are shown. */
let most = Infinity;

/** Returns the things that have all words of a text, in their order. */
export function matching(all, text) {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter((thing) => {
    const whole = `${thing.kind} ${thing.text} ${thing.more ?? ""}`.toLowerCase();
    return wanted.every((word) => whole.includes(word));
  });
}

function mark() {
  [...list.children].forEach((row, index) => row.setAttribute("aria-selected", String(index === at)));
  const row = list.children[at];
  if (row === undefined) input.removeAttribute("aria-activedescendant");
  else input.setAttribute("aria-activedescendant", row.id);
  row?.scrollIntoView({ block: "nearest" });
}

function filter() {
  shown = matching(things, input.value).slice(0, most);
  at = Math.max(0, input.value === "" ? shown.findIndex(({ isChosen }) => isChosen) : 0);
  fill(list, shown.map(({ kind, text, more = "" }, index) => ({ kind, text, more, index })), ({ kind, text, more, index }) => {
    const row = element("li");
    row.id = `palette-row-${index}`;
    row.setAttribute("role", "option");
    row.append(...(kind ? [element("small", kind), " "] : []), text, ...(more ? [" ", element("span", more, "quiet")] : []));
    return [row];
  });
  find("palette-none").hidden = shown.length > 0;
  mark();
}

/**
 * Opens a list with things, of which each has a `kind`, a `text`, perhaps `more` words, and `go`, which is what happens when
 * it is chosen. `limit` is the most rows that are shown.
 */
export function openList(title, all, limit = Infinity) {
  things = all;
  most = limit;
  input.value = "";
  dialog.setAttribute("aria-label", title);
  input.setAttribute("aria-label", title);
  input.placeholder = title;
  dialog.showModal();
  filter();
}

function choose(index) {
  const chosen = shown[index];
  if (chosen === undefined) return;
  dialog.close();
  chosen.go();
}

/** The most choices that a list of the browser shows well. */
const few = 12;

/** Opens the choices of a field with what each means, if there are many. Returns whether it has done so. */
function openChoices(field) {
  const options = [...field.options];
  if (options.length <= few) return false;
  field.focus();
  openList(field.getAttribute("aria-label") ?? field.labels[0].firstChild.textContent.trim(), options.map((option) => ({
    kind: "", text: option.label, more: option.title, isChosen: option.selected,
    go: () => {
      field.value = option.value;
      for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
    },
  })));
  return true;
}

const openers = ["Enter", " ", "ArrowDown", "ArrowUp"];

/** Connects the list, and the fields with many choices. */
export function wireLists() {
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
  for (const kind of ["mousedown", "keydown"]) {
    document.addEventListener(kind, (event) => {
      if (event.target.tagName !== "SELECT" || (kind === "keydown" && !openers.includes(event.key))) return;
      if (openChoices(event.target)) event.preventDefault();
    });
  }
}
