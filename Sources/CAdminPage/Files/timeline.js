// The journal: its flows or its entries, with their filter.

import { details, line } from "./entry.js";
import { body, commandRow, row } from "./flow.js";
import { grouped, selected } from "./flows.js";
import { chosen, clients, kinds, matches, selectable, verdicts } from "./journal.js";
import { element, fill, find, say } from "./show.js";

/** The largest number of flows on the page before the user asks for more. */
const page = 200;
let most = page;

/** The entry or the flow of each shown item. */
const shown = new WeakMap();

const filter = () => Object.fromEntries(new FormData(find("filter")));
const isByEntry = () => find("filter").elements.by.value === "entry";

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

/**
 * Shows things in a list by their keys, in order. Items that stay are not moved, and are not changed unless their
 * version differs.
 */
function place(list, wanted, make, version = () => "") {
  list.hidden = wanted.size === 0;
  for (const item of [...list.children]) if (!wanted.has(item.dataset.key)) item.remove();
  let next = list.firstElementChild;
  for (const [key, thing] of wanted) {
    if (next?.dataset.key === key) {
      if (next.dataset.version !== version(thing)) renew(next, thing, make, version);
      next = next.nextElementSibling;
      continue;
    }
    const item = element("li");
    item.dataset.key = key;
    list.insertBefore(item, next);
    renew(item, thing, make, version);
  }
}

/** Writes an item anew; an open one stays open, and keeps the focus. */
function renew(item, thing, make, version) {
  const isOpen = item.firstElementChild?.getAttribute("aria-expanded") === "true";
  const hadFocus = item.firstElementChild === document.activeElement && item.firstElementChild !== null;
  shown.set(item, thing);
  item.dataset.version = version(thing);
  item.className = thing.kind === "command" ? "" : `flow ${thing.verdict ?? ""}`;
  item.replaceChildren(make(thing));
  if (hadFocus) item.firstElementChild.focus();
  if (isOpen) item.firstElementChild.click();
}

/** Shows the flows or the entries that the filter selects, the newest at the top. */
export function showJournal({ entries: all, name }) {
  const offered = selectable(all);
  offer("app", offered.app, "every app");
  offer("kind", offered.kind, "every kind", (value) => kinds[value] ?? value);
  offer("verdict", offered.verdict, "every outcome", (value) => verdicts[value] ?? value);
  for (const button of find("filter").querySelectorAll("[data-by]")) {
    button.setAttribute("aria-pressed", String(button.dataset.by === filter().by));
  }
  find("panel-journal").toggleAttribute("data-entries", isByEntry());
  find("flows").hidden = find("journal").hidden = true;
  if (isByEntry()) showEntries(all, name);
  else showFlows(all, name);
}

function showEntries(all, name) {
  const { shown: entries, told } = chosen(all, filter());
  say(find("untold"), told);
  find("flows").replaceChildren();
  place(find("journal"), new Map(entries.map((entry) => [`${name} ${entry.number}`, entry])), line);
}

function showFlows(all, name) {
  const flows = grouped(all);
  const { app, verdict, text } = filter();
  const matching = selected(flows, { app, verdict, text }, matches);
  const some = matching.slice(-most).reverse();
  say(find("untold"), told(flows, matching));
  find("journal").replaceChildren();
  place(
    find("flows"), new Map(some.map((flow) => [`${name} ${flow.first}`, flow])),
    (flow) => (flow.kind === "command" ? commandRow(flow) : row(flow)), ({ last }) => String(last));
  find("older").hidden = matching.length <= most;
}

const plural = (count, name) => `${count} ${name}${count === 1 ? "" : "s"}`;

/** Returns a sentence about the flows that are shown. */
function told(flows, matching) {
  const count = (some) => some.filter(({ kind }) => kind !== "command").length;
  if (flows.length === 0) return "No entries yet. Calls of an app and requests to the service appear here.";
  if (matching.length === 0) return `None of ${plural(count(flows), "flow")} matches the filter.`;
  return matching === flows ? `${plural(count(flows), "flow")}, the newest first.`
    : `${count(matching)} of ${plural(count(flows), "flow")}.`;
}

/** Opens or closes an item. */
function toggle(item, known, actions) {
  const button = item.firstElementChild;
  const isOpen = button.getAttribute("aria-expanded") === "true";
  button.setAttribute("aria-expanded", String(!isOpen));
  const thing = shown.get(item);
  if (isOpen) item.lastElementChild.remove();
  else item.append((thing.entries ? body : details)(thing, clients(known().entries), actions));
}

/**
 * Connects the lists and their filter: `known` returns the page's copy of the journal, and `actions` has what the
 * details of an entry and of a flow offer.
 */
export function wireJournal(known, actions) {
  for (const [list, kind] of [["journal", ".line"], ["flows", ".flow-row"]]) {
    find(list).addEventListener("click", ({ target }) => {
      const button = target.closest(kind);
      if (button !== null) toggle(button.parentElement, known, actions);
    });
  }
  find("filter").addEventListener("submit", (submitted) => submitted.preventDefault());
  find("filter").addEventListener("click", ({ target }) => {
    if (target.dataset.by === undefined) return;
    find("filter").elements.by.value = target.dataset.by;
    keep();
    showJournal(known());
  });
  find("older").addEventListener("click", () => {
    most += page;
    showJournal(known());
  });
  for (const kind of ["input", "change"]) {
    find("filter").addEventListener(kind, () => {
      keep();
      showJournal(known());
    });
  }
  restore();
}
