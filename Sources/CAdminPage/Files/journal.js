// The page's copy of the journal, and the selection of the shown entries. All functions are pure.

/** The largest number of entries on the page. */
const most = 500;
/** The largest number of entries that the page keeps: as many as the server. */
const kept = 10_000;

/** The copy before the first event. */
export const untold = { name: null, entries: [] };

/** Returns the copy after the event `journal`: entries of another journal and removed ones are gone. */
export function begun(known, { journal, first }) {
  if (journal !== known.name) return { name: journal, entries: [] };
  const left = first === 0 ? [] : known.entries.filter(({ number }) => number >= first);
  return left.length === known.entries.length ? known : { name: journal, entries: left };
}

/** Returns the copy with further entries. */
export function grown(known, entries) {
  const last = known.entries.at(-1)?.number ?? 0;
  const fresh = entries.filter(({ number }) => number > last);
  return fresh.length === 0 ? known : { name: known.name, entries: [...known.entries, ...fresh].slice(-kept) };
}

/** The verdicts with their labels. */
export const verdicts = { ok: "ok", refused: "refused", fault: "fault", note: "note" };

const good = /^(accepted|answered|appleSSO|exchanged|granted|holds|metadata|remembered|signed in)\b/;
const bad = new RegExp(
  "\\b(cancelled|denied|does not hold|failed|failure|fault|invalid\\w*|no answer|not answered|not called|not removed|"
  + "not signed in|only listed|refused|rejected|restricted|stopped|terminated|timeout|unreachable|unsupported|"
  + "cannot be reached|wrongCredentials|withdrawn|ignored|degradation|discarded|AccessNotGranted|UserCancelled|"
  + "UnsupportedProvider|ServiceTemporarilyUnavailable|ProviderRejected)\\b", "i");

/**
 * Returns the verdict of an entry: `fault` if a fault caused its outcome, `refused` if the outcome is an error or a
 * refusal, `ok` if it is a success, and `note` for everything that is neither.
 */
export function verdict({ outcome, fault }) {
  if (fault) return "fault";
  const status = /^([1-5])[0-9][0-9]\b/.exec(outcome)?.[1];
  if (status !== undefined) return Number(status) >= 4 || bad.test(outcome.slice(4)) ? "refused" : "ok";
  if (bad.test(outcome)) return "refused";
  return good.test(outcome) ? "ok" : "note";
}

/** The kinds of entries with their labels. */
export const kinds = { call: "calls", request: "requests", decision: "decisions", command: "commands" };

/** What the modules of the app's process decide during a call. */
const decisions = /^(askForAccess|attributeQuery|interface|sign-in|storage|token)$/;

/**
 * Returns the kind of an entry: `call` of an app, `request` over HTTP, `command` of the test, or `decision` for what the
 * simulator decided meanwhile.
 */
export function kind({ room, event }) {
  if (room === "Command") return "command";
  if (/^[A-Z]+ \//.test(event)) return "request";
  const isCall = ["AccessEnabler", "VideoSubscriberAccount"].includes(room) && !decisions.test(event);
  return isCall ? "call" : "decision";
}

/**
 * Returns the last request for access if the user has answered neither it nor later in the settings: the app and the
 * number of the entry; `null` otherwise.
 */
export function unanswered(entries, permissions) {
  const last = entries.findLast(({ room, event }) => room === "Command"
    ? /^(app|permission|reset|resetPermissions?|setPermission)$/.test(event)
    : room === "VideoSubscriberAccount" && /^(askForAccess|checkAccessStatus)$/.test(event));
  if (last?.outcome !== "notDetermined" || last.reason !== "the user was asked") return null;
  const { app } = last.details;
  const access = permissions.find(({ bundleID }) => bundleID === app)?.access ?? "notDetermined";
  return access === "notDetermined" ? { page: "asked", app, number: last.number } : null;
}

/** Returns the apps by the identifiers of their registered clients. */
export function clients(entries) {
  return new Map(entries.filter(({ details }) => details.client && details.software)
    .map(({ details }) => [details.client, details.software]));
}

/** Returns the app of an entry; an empty text if the journal does not say. */
export const app = ({ details }, known) => details.app ?? details.software ?? known.get(details.client) ?? "";

/** Returns the policies that refused a SAML response; empty if the entry is about something else. */
export function policies({ reason }) {
  const list = /failed the policies ([\w, -]+)\./.exec(reason)?.[1];
  return list === undefined ? [] : list.split(", ");
}

const calls = [
  [/configuration$|^setRequestor|\/sso|^enqueue|^checkAccessStatus/, "setRequestor"],
  [/profiles|^checkAuthentication/, "checkAuthentication"],
  [/logout/i, "logout"],
  [/sessions|authenticate|^getAuthentication|^sign-?in|^interface/i, "getAuthentication"],
];

/** Returns the call of an app whose explanation tells most about an entry. */
export function call({ room, event }) {
  if (room === "SSOBridge") return "setRequestor";
  return calls.find(([pattern]) => pattern.test(event))?.[1] ?? "setRequestor";
}

/** Returns the text of an entry in which the filter searches. */
function text({ at, room, event, outcome, reason, details, fault }) {
  const more = Object.entries({ ...details, ...fault }).map(([name, value]) => `${name}=${value}`);
  return [at, room, event, outcome, reason, ...more].join(" ").toLowerCase();
}

const sorted = (names) => [...new Set(names)].filter(Boolean).sort();

/** Returns the apps, kinds and verdicts that a filter can select. */
export function selectable(entries) {
  const known = clients(entries);
  return {
    app: sorted(entries.map((entry) => app(entry, known))),
    kind: Object.keys(kinds).filter((name) => entries.some((entry) => kind(entry) === name)),
    verdict: Object.keys(verdicts).filter((name) => entries.some((entry) => verdict(entry) === name)),
  };
}

/**
 * Returns the entries that a filter selects, the newest first, and a sentence about those that are not shown.
 * The filter has `app`, `kind`, `verdict` and `text`; an empty one selects everything.
 */
export function chosen(entries, filter) {
  const wanted = filter.text.toLowerCase();
  const known = clients(entries);
  const isFiltered = Object.values(filter).some(Boolean);
  const matching = !isFiltered ? entries : entries.filter((entry) =>
    (!filter.app || app(entry, known) === filter.app) && (!filter.kind || kind(entry) === filter.kind)
    && (!filter.verdict || verdict(entry) === filter.verdict) && (!wanted || text(entry).includes(wanted)));
  return { shown: matching.slice(-most).reverse(), told: told(entries.length, matching.length, isFiltered) };
}

function told(all, matching, isFiltered) {
  if (all === 0) return "No entries yet. Calls of an app and requests to the service appear here.";
  if (matching === 0) return `None of ${all} entries matches the filter.`;
  const which = isFiltered ? `${matching} of ${all} entries` : `${matching} ${matching === 1 ? "entry" : "entries"}`;
  if (matching > most) return `Showing the newest ${most} of ${which}.`;
  return `${which}.`;
}
