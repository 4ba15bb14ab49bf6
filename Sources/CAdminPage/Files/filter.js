// The filter of the journal: a text with the words `app:`, `mvpd:` and `trace:`, and chips for outcomes and participants.

import { named, write } from "./address.js";
import { lanes } from "./flows.js";
import { verdicts } from "./journal.js";
import { element, fill, find, say } from "./show.js";

const form = find("filter");
const words = /(?:^|\s)(app|mvpd|trace):(\S*)/gi;

/** Returns what a typed text asks for: the values of its words, and the other text. The function is pure. */
export function asked(text) {
  const found = { app: "", mvpd: "", trace: "" };
  for (const [, name, value] of text.matchAll(words)) found[name.toLowerCase()] = value;
  return { ...found, text: text.replace(words, " ").trim() };
}

/** Returns the only name that has a typed part, or the part itself. The function is pure. */
export function whole(part, names) {
  const matching = names.filter((name) => name.toLowerCase().includes(part.toLowerCase()));
  return part !== "" && matching.length === 1 ? matching[0] : part;
}

/** What the last listing of the flows offers. */
let offered = { apps: [], mvpds: [] };

/** Returns the values of the filter. */
export function filter() {
  const { text, ...values } = Object.fromEntries(new FormData(form));
  const typed = asked(text);
  return { ...values, ...typed, app: whole(typed.app, offered.apps), mvpd: whole(typed.mvpd, offered.mvpds) };
}

/** Returns whether the journal is shown entry by entry. */
export const isByEntry = () => form.elements.by.value === "entry";

/** Writes the filter into the page's address. */
const keep = () => write(Object.fromEntries(new FormData(form)));

/** Takes the filter of the page's address, so that a reload and a sent link show the same entries. */
function restore() {
  for (const field of form.elements) {
    const value = field.name ? named(field.name) : null;
    if (value === null) continue;
    if (field.tagName === "SELECT") fill(field, [value], () => [new Option(value, value)]);
    field.value = value;
  }
}

/** Shows a chip for each value with its number. A chip that stays is the same element, and keeps the focus. */
function chips(place, name, values) {
  const before = new Map([...place.children].map((chip) => [chip.value, chip]));
  const chosen = form.elements[name].value;
  const wanted = values.filter(({ value, count }) => count > 0 || value === "" || value === chosen);
  place.hidden = wanted.length < 2;
  for (const chip of before.values()) if (!wanted.some(({ value }) => value === chip.value)) chip.remove();
  wanted.forEach(({ value, label, count }, index) => {
    let chip = before.get(value);
    if (chip === undefined) {
      chip = element("button", "", `chip ${value}`);
      chip.append(element("span", label), " ", element("small"));
      Object.assign(chip, { type: "button", value });
      chip.dataset.field = name;
    }
    if (place.children[index] !== chip) place.insertBefore(chip, place.children[index] ?? null);
    say(chip.lastElementChild, String(count));
    const isPressed = String(value === chosen);
    if (chip.getAttribute("aria-pressed") !== isPressed) chip.setAttribute("aria-pressed", isPressed);
  });
}

const each = (names, counts) => Object.entries(names).map(([value, label]) => ({ value, label, count: counts[value] ?? 0 }));

/** Shows what the filter can select: `counts` has the numbers of `verdicts` and `lanes`, and `kinds` the kinds of entries. */
export function showFilter({ apps, mvpds, total }, counts, kinds) {
  offered = { apps, mvpds };
  chips(find("verdict-chips"), "verdict", [{ value: "", label: "All", count: total }, ...each(verdicts, counts.verdicts)]);
  const { app: _, ...others } = lanes;
  chips(find("lane-chips"), "lane", each(others, counts.lanes));
  fill(find("filter-words"), [...apps.map((name) => `app:${name}`), ...mvpds.map((name) => `mvpd:${name}`)], (word) => {
    const option = element("option");
    option.value = word;
    return [option];
  });
  const kind = form.elements.kind;
  const before = kind.value;
  // A chosen value stays, although no entry has it any more.
  const values = before === "" || kinds.some(([value]) => value === before) ? kinds : [...kinds, [before, before]];
  fill(kind, [["", "every kind"], ...values], ([value, label]) => [new Option(label, value)]);
  kind.value = before;
  for (const button of form.querySelectorAll("[data-by]")) {
    button.setAttribute("aria-pressed", String(button.dataset.by === form.elements.by.value));
  }
}

/**
 * Connects the filter. `changed` is called when the user wants to see something else; its argument says whether more text
 * may follow. `enter` moves to what was found.
 */
export function wireFilter(changed, enter) {
  form.addEventListener("submit", (submitted) => {
    submitted.preventDefault();
    enter();
  });
  form.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button === null) return;
    const { by, field } = button.dataset;
    // A second press of a chip shows all again.
    if (by === undefined) form.elements[field].value = form.elements[field].value === button.value ? "" : button.value;
    else form.elements.by.value = by;
    keep();
    changed(false);
  });
  for (const kind of ["input", "change"]) {
    form.addEventListener(kind, () => {
      keep();
      changed(kind === "input");
    });
  }
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target.name === "text" && event.target.value !== "") {
      event.target.value = "";
      keep();
      changed(false);
    }
    const chip = event.target.closest(".chip");
    const step = { ArrowRight: "nextElementSibling", ArrowLeft: "previousElementSibling" }[event.key];
    if (chip !== null && step !== undefined) chip[step]?.focus();
  });
  restore();
}
