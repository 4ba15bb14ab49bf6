// The journal: its flows or its entries, with their filter.

import { named, write } from "./address.js";
import { details, line } from "./entry.js";
import { body, commandRow, row } from "./flow.js";
import { filter, isByEntry, showFilter, wireFilter } from "./filter.js";
import { isFiltered } from "./flows.js";
import { app, chosen, clients, selectable } from "./journal.js";
import { element, find, say } from "./show.js";

/** The number of flows that the page reads at first, and at each further time that the user asks for more. */
const page = 200;
let most = page;

/** Returns how many flows the page reads. */
export const flowsWanted = () => most;

/** The entry or the flow of each shown item. */
const shown = new WeakMap();

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
  const before = item.querySelector(".flow-body");
  const hadFocus = item.firstElementChild === document.activeElement && item.firstElementChild !== null;
  shown.set(item, thing);
  item.dataset.version = version(thing);
  item.className = thing.kind === "command" ? "" : `flow ${thing.verdict ?? ""}`;
  // What an open flow shows stays until it is read again.
  item.replaceChildren(make(thing), ...(isOpen && before !== null ? [before] : []));
  if (hadFocus) item.firstElementChild.focus();
  if (!isOpen) return;
  isRenewing = true;
  item.firstElementChild.click();
  isRenewing = false;
}

/** Whether an open item is written anew: the user has opened nothing. */
let isRenewing = false;

/** Shows the flows or the entries that the filter selects, the newest at the top. */
export function showJournal({ entries, name, isWhole }, listing) {
  const hasEntries = isByEntry() && isWhole;
  const { verdicts, kinds } = hasEntries ? selectable(entries) : { verdicts: listing.verdicts, kinds: [] };
  showFilter(
    { ...listing, total: hasEntries ? entries.length : listing.total }, { verdicts, lanes: listing.lanes }, kinds);
  find("panel-journal").toggleAttribute("data-entries", hasEntries);
  say(find("tab-journal").querySelector("small"), listing.total === 0 ? "" : String(listing.total));
  if (hasEntries) showEntries(entries, name);
  else if (isByEntry()) say(find("untold"), "Loading…");
  else if (listing.name !== null) showFlows(listing);
}

function showEntries(all, name) {
  const { shown: entries, told } = chosen(all, filter());
  say(find("untold"), told);
  find("flows").replaceChildren();
  find("flows").hidden = find("older").hidden = true;
  place(find("journal"), new Map(entries.map((entry) => [`${name} ${entry.number}`, entry])), line);
}

function showFlows(listing) {
  const { flows, name } = listing;
  say(find("untold"), told(listing));
  find("journal").replaceChildren();
  find("journal").hidden = true;
  place(
    find("flows"), new Map(flows.toReversed().map((flow) => [`${name} ${flow.first}`, flow])),
    (flow) => (flow.kind === "command" ? commandRow(flow) : row(flow)), ({ last }) => String(last));
  find("older").hidden = flows.length < most;
}

const plural = (count, name) => `${count} ${name}${count === 1 ? "" : "s"}`;

/** Returns a sentence about the flows that are shown. */
function told({ count, total, flows }) {
  if (total === 0 && flows.length === 0) return "No entries yet. Calls of an app and requests to the service appear here.";
  if (!isFiltered(filter())) return `${plural(total, "flow")}, the newest first.`;
  return count === 0 ? `None of ${plural(total, "flow")} matches the filter.` : `${count} of ${plural(total, "flow")}.`;
}

/** Writes the flow that was opened last into the address. */
function remember({ first }, isOpen) {
  const isTold = named("flow") === String(first);
  if (isOpen && !isTold) write({ flow: first, message: "" });
  else if (!isOpen && isTold) write({ flow: "", message: "" });
}

/** Opens the row of a flow, and moves it into sight. */
export function openRow(first) {
  const row = document.querySelector(`#flows > [data-key$=" ${first}"] > .flow-row`);
  if (row?.getAttribute("aria-expanded") === "false") row.click();
  row?.scrollIntoView({ block: "start" });
}

/** Opens or closes an item. */
function toggle(item, known, actions) {
  const button = item.firstElementChild;
  const isOpen = button.getAttribute("aria-expanded") === "true";
  button.setAttribute("aria-expanded", String(!isOpen));
  const thing = shown.get(item);
  if (thing.room === undefined && !isRenewing) remember(thing, !isOpen);
  if (isOpen) item.lastElementChild.remove();
  else if (thing.room === undefined) openFlow(item, thing, actions);
  else item.append(details(thing, app(thing, clients(known().entries)), actions));
}

/** Shows a flow with its messages, which the server has, unless the flow is closed meanwhile. */
async function openFlow(item, flow, actions) {
  const before = item.querySelector(".flow-body");
  const place = before ?? element("div", "Loading…", "flow-body");
  if (before === null) item.append(place);
  try {
    const found = await actions.flow(flow.first);
    if (found.flow === null) place.textContent = "The journal no longer has this flow.";
    else if (place.isConnected) place.replaceWith(body(found, actions));
  } catch (error) {
    place.textContent = error.message;
  }
}

/**
 * Connects the lists and their filter: `known` returns the page's copy of the journal, and `actions` has what the
 * details of an entry and of a flow offer. `changed` is called when the user wants to see something else; its argument
 * says whether more text may follow.
 */
export function wireJournal(known, actions, changed) {
  for (const [list, kind] of [["journal", ".line"], ["flows", ".flow-row"]]) {
    find(list).addEventListener("click", ({ target }) => {
      const button = target.closest(kind);
      if (button !== null) toggle(button.parentElement, known, actions);
    });
  }
  find("older").addEventListener("click", () => {
    most += page;
    changed(false);
  });
  wireFilter(changed, () => document.querySelector("#flows .flow-row, #journal .line")?.focus());
}
