// The list of the journal's entries, with its filter.

import { details, line } from "./entry.js";
import { chosen, clients, kinds, selectable, verdicts } from "./journal.js";
import { element, fill, find, say } from "./show.js";

/** The entry of each shown line. */
const entries = new WeakMap();

const filter = () => Object.fromEntries(new FormData(find("filter")));

/** Takes the filter of the page's address, so that a reload and a sent link show the same entries. */
function restore() {
  const fields = find("filter").elements;
  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = fields.namedItem(name);
    if (field?.tagName === "SELECT") fill(field, [value], () => [new Option(value, value)]);
    if (field !== null) field.value = value;
  }
}

/** Writes the filter into the page's address. */
function keep() {
  const chosen = Object.entries(filter()).filter(([, value]) => value !== "");
  const query = new URLSearchParams(chosen).toString();
  history.replaceState(null, "", query === "" ? location.pathname : `?${query}`);
}

function offer(name, values, all, label = (value) => value) {
  const field = find("filter").elements[name];
  const before = field.value;
  // A chosen value stays, although no entry has it any more.
  const names = before === "" || values.includes(before) ? values : [...values, before];
  fill(field, ["", ...names], (value) => {
    const option = element("option", value === "" ? all : label(value));
    option.value = value;
    return option;
  });
  field.value = before;
}

function made(entry, key) {
  const item = element("li");
  item.dataset.key = key;
  item.append(line(entry));
  entries.set(item, entry);
  return item;
}

/** Shows the entries that the filter selects, the newest at the top. Lines that stay are not changed. */
export function showJournal({ entries: all, name }) {
  const offered = selectable(all);
  offer("app", offered.app, "every app");
  offer("kind", offered.kind, "every kind", (value) => kinds[value] ?? value);
  offer("verdict", offered.verdict, "every outcome", (value) => verdicts[value] ?? value);
  const { shown, told } = chosen(all, filter());
  say(find("untold"), told);
  const place = find("journal");
  place.hidden = shown.length === 0;
  // Journal name and number identify a line. The lines are in order, so remaining lines are not moved.
  const wanted = new Map(shown.map((entry) => [`${name} ${entry.number}`, entry]));
  for (const item of [...place.children]) if (!wanted.has(item.dataset.key)) item.remove();
  let next = place.firstElementChild;
  for (const [key, entry] of wanted) {
    if (next?.dataset.key === key) {
      next = next.nextElementSibling;
      continue;
    }
    place.insertBefore(made(entry, key), next);
  }
}

/** Opens or closes the details of a line. */
function toggle(item, known, actions) {
  const button = item.firstElementChild;
  const isOpen = button.getAttribute("aria-expanded") === "true";
  button.setAttribute("aria-expanded", String(!isOpen));
  if (isOpen) item.lastElementChild.remove();
  else item.append(details(entries.get(item), clients(known().entries), actions));
}

/**
 * Connects the list and its filter: `known` returns the page's copy of the journal, and `actions` has what the details
 * of an entry offer.
 */
export function wireJournal(known, actions) {
  find("journal").addEventListener("click", ({ target }) => {
    const button = target.closest(".line");
    if (button !== null) toggle(button.parentElement, known, actions);
  });
  find("filter").addEventListener("submit", (submitted) => submitted.preventDefault());
  for (const kind of ["input", "change"]) {
    find("filter").addEventListener(kind, () => {
      keep();
      showJournal(known());
    });
  }
  restore();
}
