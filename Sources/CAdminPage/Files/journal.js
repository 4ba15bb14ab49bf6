// The page's copy of the journal's entries, and the selection of the shown ones. All functions are pure.

/** The largest number of entries on the page. */
const most = 500;
/** The largest number of entries that the page keeps: as many as the server. */
const kept = 10_000;

/** The copy before the first event. A copy that is not whole lacks the entries before the page was opened. */
export const untold = { name: null, entries: [], isWhole: false };

/** Returns the copy of a journal whose entries after a number will come. */
export const after = (name) => ({ name, entries: [], isWhole: false });

/** Returns the copy after the event `journal`: entries of another journal and removed ones are gone. */
export function begun(known, { journal, first }) {
  // Of another journal, all entries come.
  if (journal !== known.name) return { name: journal, entries: [], isWhole: true };
  const left = first === 0 ? [] : known.entries.filter(({ number }) => number >= first);
  return left.length === known.entries.length ? known : { ...known, entries: left };
}

/** Returns the copy with further entries. */
export function grown(known, entries) {
  const last = known.entries.at(-1)?.number ?? 0;
  const fresh = entries.filter(({ number }) => number > last);
  return fresh.length === 0 ? known : { ...known, entries: [...known.entries, ...fresh].slice(-kept) };
}

/** Returns the copy with all entries that the server has; those of another journal are not taken. */
export function whole(known, { name, entries }) {
  if (name !== known.name) return known;
  return { ...grown({ name, entries }, known.entries), isWhole: true };
}

/** The verdicts with their labels; `fault` and `note` are the page's own. */
export const verdicts = {
  ok: "succeeded", fellBack: "fell back", refused: "refused", failed: "failed", fault: "fault", changed: "changed",
  note: "info",
};

/**
 * Returns the verdict of an entry, as the server decided it: `fault` if a fault caused it, and `note` for a cause or a
 * step without a verdict.
 */
export const verdict = ({ verdict, fault }) => fault ? "fault" : verdict ?? "note";

/** The groups of entries with their labels. */
export const kinds = { call: "calls", request: "requests", decision: "decisions", command: "commands" };

/** The groups of the server's kinds; a kind without a group is a decision. */
const groups = {
  call: "call", metadata: "call", access: "call", account: "call", subscription: "call",
  request: "request", page: "request", command: "command", replacement: "command",
};

/**
 * Returns the group of an entry: `call` of an app, `request` over HTTP, `command` of the test, or `decision` for what the
 * simulator decided meanwhile.
 */
export const kind = ({ kind, value }) =>
  value.operation === "askForAccess" ? "decision" : groups[kind] ?? "decision";

/** Returns the page of the device that an unanswered question shows; `null` if the settings have an answer. */
export function asking(question, permissions) {
  if (question === null) return null;
  const access = permissions.find(({ bundleID }) => bundleID === question.app)?.access ?? "notDetermined";
  return access === "notDetermined" ? { page: "asked", ...question } : null;
}

/** Returns the apps by the identifiers of their registered clients. */
export function clients(entries) {
  return new Map(entries.filter(({ value }) => value.client && value.details?.software)
    .map(({ value }) => [value.client, value.details.software]));
}

/** Returns the app of an entry; an empty text if the journal does not say. */
export const app = ({ value }, known) => value.app ?? value.details?.software ?? known.get(value.client) ?? "";

/** Returns the policies that refused a SAML response; empty if the entry is about something else. */
export const policies = ({ value }) => value.policies ?? [];

/** The calls of an app by the endpoints that they lead to. */
const calls = {
  profiles: "checkAuthentication", profile: "checkAuthentication", profileByCode: "checkAuthentication",
  logout: "logout", singleLogout: "logout", logoutReturn: "logout",
  session: "getAuthentication", resume: "getAuthentication", sessionInformation: "getAuthentication",
  authenticate: "getAuthentication", assertionConsumer: "getAuthentication", samlLogin: "getAuthentication",
};

/** The calls of an app that can be explained. */
const explained = new Set(["setRequestor", "checkAuthentication", "getAuthentication", "logout"]);

/** Returns the call of an app whose explanation tells most about an entry. */
export function call({ kind, value }) {
  if (kind === "call" && explained.has(value.call)) return value.call;
  if (kind === "request") return calls[value.endpoint] ?? "setRequestor";
  return kind === "interface" || kind === "signIn" || kind === "page" ? "getAuthentication" : "setRequestor";
}

/** Returns the text of an entry in which the filter searches. */
function text({ at, room, event, outcome, reason, details, fault }) {
  const more = Object.entries({ ...details, ...fault }).map(([name, value]) => `${name}=${value}`);
  return [at, room, event, outcome, reason, ...more].join(" ").toLowerCase();
}

/** Returns whether an entry has a text that a filter searches. */
export const matches = (entry, wanted) => text(entry).includes(wanted.toLowerCase());

/** Returns how many entries have each verdict, and the kinds of the entries with their labels. */
export function selectable(entries) {
  const counts = {};
  for (const entry of entries) counts[verdict(entry)] = (counts[verdict(entry)] ?? 0) + 1;
  const known = new Set(entries.map(kind));
  return { verdicts: counts, kinds: Object.entries(kinds).filter(([name]) => known.has(name)) };
}

/**
 * Returns the entries that a filter selects, the newest first, and a sentence about those that are not shown.
 * The filter has `app`, `mvpd`, `trace`, `kind`, `verdict` and `text`; an empty one selects everything.
 */
export function chosen(entries, filter) {
  const known = clients(entries);
  const tests = [
    [filter.app, (entry) => app(entry, known) === filter.app], [filter.mvpd, ({ details }) => details.mvpd === filter.mvpd],
    [filter.trace, ({ details }) => details.trace?.startsWith(filter.trace) ?? false],
    [filter.kind, (entry) => kind(entry) === filter.kind], [filter.verdict, (entry) => verdict(entry) === filter.verdict],
    [filter.text, (entry) => matches(entry, filter.text)],
  ].filter(([value]) => value).map(([, test]) => test);
  const matching = tests.length === 0 ? entries : entries.filter((entry) => tests.every((test) => test(entry)));
  return { shown: matching.slice(-most).reverse(), told: told(entries.length, matching.length, tests.length > 0) };
}

function told(all, matching, isFiltered) {
  if (all === 0) return "No entries yet. Calls of an app and requests to the service appear here.";
  if (matching === 0) return `None of ${all} entries matches the filter.`;
  const which = isFiltered ? `${matching} of ${all} entries` : `${matching} ${matching === 1 ? "entry" : "entries"}`;
  if (matching > most) return `Showing the newest ${most} of ${which}.`;
  return `${which}.`;
}
