// What the page knows, and what it does. Components read it by `useStore`, and change the world by `act`.

import { get, perform, request } from "./api.js";
import { unread } from "./flows.js";
import { useLayoutEffect, useReducer, useRef } from "./preact.js";

const named = new URLSearchParams(location.search);
const number = (name) => (/^[0-9]{1,15}$/.test(named.get(name) ?? "") ? Number(named.get(name)) : null);

/** Whether a part of an attempt takes room from the list. */
const isWide = (tab) => tab === "saml" || tab === "messages";

/** All that the page knows. Only `set` changes it; a member that changes is another object. */
export const state = {
  view: null, readAt: 0, wall: 0, outlook: null, settings: null, catalog: null, defects: null,
  flows: unread, most: 200, question: null, ignored: null, entries: null, open: null, exchanges: [], rules: null,
  filter: Object.fromEntries(["text", "verdict", "lane", "kind", "by"].map((name) => [name, named.get(name) ?? ""])),
  selected: number("flow"), tab: named.get("tab") ?? "overview", message: number("message"),
  isReading: isWide(named.get("tab")),
  panel: named.get("view") === null ? null : { name: named.get("view"), holder: named.get("holder") ?? undefined },
    overlay: null,
  part: named.get("view") === "settings" ? "settings" : named.has("view") || named.has("flow") ? "detail" : "attempts",
    live: "loading", trouble: null,
};

const subscribers = new Set();
let isTelling = false;

/** Changes members of the state. The page shows them together, a moment later. */
export function set(members) {
  Object.assign(state, members);
  if (isTelling) return;
  isTelling = true;
  queueMicrotask(() => {
    isTelling = false;
    for (const tell of [...subscribers]) tell();
  });
}

/** Calls a function after each change of the state; returns the function that ends it. */
export function subscribe(tell) {
  subscribers.add(tell);
  return () => subscribers.delete(tell);
}

const isObject = (value) => typeof value === "object" && value !== null;

/** Whether two values are the same, or have the same members. */
function isSame(one, other) {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}

/** Returns a part of the state. The component is shown again when the part changes. */
export function useStore(pick) {
  const [, render] = useReducer((count) => count + 1, 0);
  const latest = useRef();
  const value = pick(state);
  latest.current = { pick, value };
  useLayoutEffect(() => {
    const tell = () => {
      const { pick, value } = latest.current;
      if (!isSame(pick(state), value)) render();
    };
    tell();
    return subscribe(tell);
  }, []);
  return value;
}

// MARK: The world

/** Shows an error until a read succeeds. */
export const tell = (error) => set({ trouble: error && { message: error.message, isGone: error.isGone ?? false } });

/** The providers and MVPDs of the last view. */
let known = "";

/** Remembers a view of the world; `begunAt` is when the request began that read it. */
function know(view, begunAt) {
  // What a silent sign-in would do changes with the world, and with a clock that runs.
  if (view.revision !== state.view?.revision || view.device.clock.mode === "following") foresee();
  set({ view, readAt: performance.now(), wall: Date.now(), trouble: null });
  // A test knows by it that the page shows what a command has changed.
  queueMicrotask(() => { document.body.dataset.begunAt = String(begunAt); });
  // Which settings there are changes only with what has them.
  const parties = JSON.stringify([view.providers.map(({ id }) => id), view.integrations.map(({ requestor, mvpd }) =>
    [requestor, mvpd])]);
  const isOther = parties !== known;
  known = parties;
  if (isOther) fetchNeeded("settings");
}

/** The read in progress, and the one that follows it. They never overlap, so an older result replaces no newer one. */
let running = null;
let next = null;

/** Reads the world again; the read begins after this call. */
export function look() {
  if (running === null) {
    running = read().finally(() => { running = null; });
    return running;
  }
  next ??= running.then(() => {
    next = null;
    return look();
  });
  return next;
}

async function read() {
  const begunAt = performance.now();
  await get("view").then((view) => know(view, begunAt), (error) => {
    tell(error);
    // A stream that was lost says when the simulator can be reached again.
    if (!error.isAnswered && state.live !== "lost") setTimeout(look, 1000);
  });
}

/**
 * Performs a command of the profile format, or a list of commands at once. The state has what it changed when it is
 * done.
 */
export async function act(event) {
  const begunAt = performance.now();
  const { changed, since } = await perform(typeof event === "string" ? event : JSON.stringify(event));
  if (running !== null || since !== state.view?.revision) return look();
  return know({ ...state.view, ...changed }, begunAt);
}

/** Sends another request of the admin API, and returns its answer. */
export const ask = request;

// MARK: What would happen now

let isLooking = false;
let hasChanged = false;

/** Reads what a silent sign-in would do now, at once after a change. A hidden page asks for nothing. */
export async function foresee() {
  hasChanged = true;
  if (isLooking) return;
  isLooking = true;
  while (hasChanged && document.visibilityState !== "hidden") {
    hasChanged = false;
    await get("explain/conditions?call=setRequestor").then((outlook) => set({ outlook }), tell);
    // Many changes at once cause few looks.
    if (hasChanged) await new Promise((settle) => setTimeout(settle, 150));
  }
  isLooking = false;
}

// MARK: What some parts need

const sources = {
  settings: readShapes,
  catalog: () => get("faults/catalog"),
  rules: async () => (await get("rules")).rules,
  defects: async () => (await get("saml/defects")).defects,
};

/** The settings of which a read has begun. */
let begun = new Set();

const readSome = async (query) => (await get(`settings?${new URLSearchParams(query)}`)).settings;

/**
 * Reads the settings of the device and of the person, and those of one TV provider and one MVPD: the others have the
 * same.
 */
async function readShapes() {
  const { integrations: [one], providers: [other] } = state.view;
  const { learned } = await import("./values.js");
  begun = new Set();
  const all = [{ group: "settings" }, { group: "viewer" }, ...(one ? [{ mvpd: one.mvpd }] : []),
    ...(other ? [{ provider: other.id }] : [])];
  return learned(undefined, (await Promise.all(all.map(readSome))).flat());
}

/** Reads the settings of a TV provider or an MVPD, unless that has been done. */
export async function readSettings({ provider, mvpd }) {
  const query = provider === undefined ? { mvpd } : { provider };
  const [name, mine] = [JSON.stringify(query), begun];
  if (mine.has(name)) return;
  mine.add(name);
  const [{ learned }, found] = await Promise.all([import("./values.js"), readSome(query)]);
  if (mine === begun) set({ settings: learned(state.settings, found) });
}

/** How many components need each of them. */
const needs = new Map();

/** Reads again what some component needs. The settings are those of the parties in the view, so they wait for it. */
export function fetchNeeded(name) {
  if (!needs.has(name) || (name === "settings" && state.view === null)) return;
  sources[name]().then((value) => set({ [name]: value, trouble: null }), (error) => {
    tell(error);
    if (!error.isAnswered) setTimeout(() => fetchNeeded(name), 1000);
  });
}

/**
 * Reads something that the page does not show at first, and keeps it up to date; returns the function that ends the
 * need.
 */
export function need(name) {
  needs.set(name, (needs.get(name) ?? 0) + 1);
  if (needs.get(name) === 1 && (name === "rules" || state[name] === null)) fetchNeeded(name);
  return () => {
    needs.set(name, needs.get(name) - 1);
    if (needs.get(name) === 0) needs.delete(name);
  };
}

// MARK: What the page shows

/** Opens an attempt by the number of its first entry; `null` closes it. The tab stays, unless another one is named. */
export function select(selected, { tab = state.tab, message = null, part = "detail" } = {}) {
  const isReading = isWide(tab) || (selected === state.selected && state.isReading);
  set({ selected, tab, isReading, message, panel: null, part: selected === null ? "attempts" : part });
}

/** Shows a part of the open attempt. What made room for a wide part stays so, or the next press would meet another tab. */
export const show = (tab) => set({ tab, isReading: isWide(tab) || state.isReading });

export const openPanel = (name, args = {}) =>
  set({ panel: { name, ...args }, part: name === "settings" ? "settings" : "detail", overlay: null });
export const closePanel = () => set({ panel: null, part: "attempts" });
export const openOverlay = (name, args = {}) => set({ overlay: { name, ...args } });
export const closeOverlay = () => set({ overlay: null });

/** Asks whether to do something that removes state; returns whether the person wants it. */
export const confirm = (title, loss, verb = title) =>
  new Promise((settle) => openOverlay("confirm", { title, loss, verb, settle }));
