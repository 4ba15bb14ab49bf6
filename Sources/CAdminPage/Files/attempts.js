// The attempts as they arrive, the open one with its messages, and the entries of the journal.

import { get, read } from "./api.js";
import { isFiltered, query, told as withFlow, wanted } from "./flows.js";
import { fetchNeeded, look, set, state, tell } from "./store.js";
import { follow } from "./stream.js";

/** What has arrived since the list was last shown: it is not shown for each of many. */
let changed = [];
let arrived = [];
let showing = null;
/** The number of the last read of the attempts, whose result alone is shown. */
let reads = 0;
/** The journal whose entries the stream tells; `null` before it has named one. */
let named = null;

/** Reads the attempts that the filter selects. */
export async function readFlows() {
  const number = ++reads;
  const flows = await read(`journal/flows?${query(wanted(state.filter, state.flows), state.most)}`).catch((error) => {
    if (!error.isAnswered) setTimeout(() => number === reads && readFlows().catch(tell), 1000);
    throw error;
  });
  if (number !== reads) return;
  const isFirst = state.flows.name === null;
  set({ flows, question: flows.unanswered, trouble: null });
  // An empty journal says first how to begin.
  if (isFirst && flows.first === 0 && location.search === "") set({ panel: { name: "connect" } });
}

/** The most requests of one attempt whose messages are shown. */
const most = 200;

/** Reads the messages of the open attempt: requests of others may stand between its own. */
async function readExchanges({ flow, messages }) {
  const numbers = new Set(messages.map(({ entry }) => entry.number));
  const { requests } = await get(`requests?after=${flow.first - 1}&messages=true&limit=${most}`);
  if (state.selected === flow.first) set({ exchanges: requests.filter(({ number, messages }) => messages
    && numbers.has(number)) });
}

/** Reads the open attempt. */
export async function readOpen() {
  const number = state.selected;
  if (number === null) return set({ open: null, exchanges: [] });
  // What the list knows is shown at once.
  const known = state.flows.flows.find(({ first }) => first === number);
  if (known && state.open?.flow.first !== number) set({ open: { flow: known, lanes: known.lanes, messages: [] },
    exchanges: [] });
  const open = await get(`journal/flow?number=${number}`).catch((error) => tell(error) ?? null);
  if (state.selected !== number) return undefined;
  // A link may name any entry of the attempt.
  if (open?.flow && open.flow.first !== number) return set({ selected: open.flow.first });
  if (!open?.flow) return set({ open: null, selected: null, exchanges: [] });
  const isSame = state.open?.flow.first === open.flow.first;
  set({ open, ...(!isSame && { exchanges: [] }) });
  return readExchanges(open).catch(tell);
}

/** Reads all entries, which only their own view needs. */
export async function readEntries() {
  set({ entries: (await read("journal?limit=10000")).entries });
}

function settle() {
  clearTimeout(showing);
  showing = null;
  // The server knows which attempts a filter selects.
  if (changed.length > 0 && isFiltered(state.filter)) readFlows().catch(tell);
  else if (changed.length > 0) set({ flows: changed.reduce(withFlow, state.flows) });
  // A command may end the cause of the open attempt.
  if (changed.some(({ first, kind }) => first === state.selected || kind === "command")) readOpen();
  if (changed.length > 0) fetchNeeded("rules");
  if (arrived.length > 0 && state.entries !== null) {
    const last = state.entries.at(-1)?.number ?? 0;
    set({ entries: [...state.entries, ...arrived.filter(({ number }) => number > last)].slice(-10_000) });
  }
  [arrived, changed] = [[], []];
}

const later = () => { showing ??= setTimeout(settle, 50); };

/** What each event of the stream changes. */
const told = {
  opened: (isOpen) => set({ live: isOpen ? "live" : "polling" }),
  lost: () => {
    set({ live: "lost" });
    look();
  },
  journal: ({ journal, first }) => {
    settle();
    // A journal that began anew has numbers of its own: nothing of the one before stays.
    const isAnew = first === 0 || journal !== (named ?? state.flows.name);
    named = journal;
    if (state.entries !== null) set({ entries: isAnew ? [] : state.entries.filter(({ number }) => number >= first) });
    if (journal !== state.flows.name) fetchNeeded("settings");
    if (journal !== state.flows.name || first !== state.flows.first) readFlows().then(readOpen).catch(tell);
    // The stream tells changes from now on, so this read misses none.
    look();
  },
  entry: (entry) => {
    arrived.push(entry);
    later();
  },
  flow: (flow) => {
    changed.push(flow);
    later();
  },
  question: ({ unanswered }) => set({ question: unanswered }),
  // A press, or a look that began later, may have read this state already.
  state: ({ revision }) => revision !== state.view?.revision && look(),
  missing: () => look(),
};

/** Reads the world and its attempts, and follows them. */
export function begin() {
  look();
  if (state.filter.by === "entry") readEntries().catch(tell);
  readFlows().catch(tell).then(() => {
    follow(told, state.flows.name === null ? "" : `${state.flows.name}:${state.flows.last}`);
  });
}
