// The entries of the journal as flows: what belongs to one attempt of an app. All functions are pure.
//
// A flow is decided by the kinds, endpoints and calls of entries, and never by their texts.

import { app, clients, verdict } from "./journal.js";

/** What a request of a client of REST API V2 begins. */
const begins = {
  partnerSession: "silentSignIn", session: "signIn", authorize: "authorize", preauthorize: "preauthorize",
  logout: "logout", configuration: "configuration",
};

/** What a request is that begins nothing itself, if nothing else begins in its flow. */
const alone = {
  register: "registration", token: "registration", profiles: "profiles", profile: "profiles",
  profileByCode: "profiles", partnerProfile: "silentSignIn", access: "access", metadata: "account",
};

/** The names of flows. A call of the SDK has its own name. */
export const names = {
  silentSignIn: "Silent sign-in", signIn: "Sign-in", authorize: "Authorization", preauthorize: "Preauthorization",
  logout: "Logout", configuration: "Configuration", registration: "Registration of the app", profiles: "Profiles",
  access: "Question for access", account: "Question for the account", other: "Requests",
};

/** What the page calls each condition. */
export const conditions = {
  exchangeStarted: "The exchange begins", permissionGranted: "App has access", signedIn: "User signed in",
  providerIdentified: "Provider known", integrationEnabled: "MVPD integrated", singleSignOnEnabled: "Single sign-on on",
  notDegraded: "Not degraded", samlResponseReceived: "Provider answers", profileIssued: "Service accepts it",
};

/** The requests that continue a flow of each kind which has begun. */
const continues = {
  silentSignIn: ["partnerProfile"],
  signIn: ["authenticate", "assertionConsumer", "resume", "sessionInformation", "profiles", "profile", "profileByCode"],
  logout: ["singleLogout", "logoutReturn"],
};

/** The kinds of entries that are no request to the service. */
const isCommand = ({ kind }) => kind === "command" || kind === "replacement";

/** Verdicts from the best to the worst. */
const badness = ["note", "changed", "ok", "fellBack", "refused", "failed", "fault"];

/** Returns the worst verdict of some entries. */
const worst = (entries) => entries.map(verdict).reduce(
  (one, other) => (badness.indexOf(other) > badness.indexOf(one) ? other : one), "note");

/** Returns whether an entry ends a flow that has begun, so that the next one of the app is another. */
function ends(entry, { kind }) {
  const { endpoint } = entry.value;
  if (entry.kind !== "request") return false;
  if (kind === "silentSignIn") return endpoint === "partnerProfile" || verdict(entry) !== "ok";
  if (kind === "signIn") return ["profiles", "profile", "profileByCode"].includes(endpoint) && verdict(entry) === "ok";
  if (kind === "logout") return verdict(entry) !== "ok" || endpoint === "logoutReturn";
  return true;
}

/** Returns the entries as flows and as commands of the test, the oldest first. */
export function grouped(entries) {
  const known = clients(entries);
  const flows = [];
  /** The open flow of each app, and the one to which an entry of no app belongs. */
  const open = new Map();
  let last = null;

  function begin(key, more) {
    last = { app: key, kind: null, call: null, entries: [], ...more };
    open.set(key, last);
    flows.push(last);
    return last;
  }

  for (const entry of entries) {
    if (isCommand(entry)) {
      open.clear();
      last = null;
      flows.push({ kind: "command", entries: [entry] });
      continue;
    }
    const key = app(entry, known) || last?.app || "";
    const { endpoint, call } = entry.value;
    const starts = entry.kind === "request" ? begins[endpoint] : undefined;
    let flow = open.get(key) ?? null;
    if (entry.kind === "call") {
      // An app creates its SDK and then calls it: both are one flow.
      if (flow === null || flow.kind !== null || (flow.call !== null && flow.call !== "init")) flow = begin(key);
      flow.call = call;
    } else if (flow === null) {
      flow = begin(key);
    } else if (flow.call === null && flow.kind !== null && entry.kind === "request"
      && !(continues[flow.kind] ?? []).includes(endpoint)) {
      flow = begin(key);
    }
    if (starts !== undefined && flow.call === null) flow.kind ??= starts;
    flow.entries.push(entry);
    last = flow;
    if (flow.call === null && flow.kind !== null && ends(entry, flow)) open.delete(key);
  }
  return flows.map(described);
}

/** Returns a flow with what its row shows. */
function described(flow) {
  const { entries } = flow;
  const [first] = entries;
  const common = { first: first.number, last: entries.at(-1).number, entries, at: first.at };
  if (flow.kind === "command") return { ...common, kind: "command", name: first.event, text: first.value.arguments?.value ?? "" };
  const kind = flow.kind ?? entries.map(({ kind, value }) => alone[value.endpoint] ?? alone[kind]).find(Boolean) ?? "other";
  const bad = worst(entries);
  const deciding = entries.findLast((entry) => verdict(entry) === bad);
  return {
    ...common, kind, app: flow.app, name: flow.call ?? names[kind], verdict: bad,
    reason: deciding.reason, code: conditions[deciding.value.condition] ?? deciding.value.codes?.[0] ?? "",
    bars: entries.filter(({ kind }) => kind === "condition").map(({ value }) => value.holds),
    requests: entries.filter(({ kind }) => kind === "request").length,
  };
}

/** Returns the numbers of a flow's entries as the admin API takes them: `3-5,9`. */
export function numbers({ entries }) {
  const parts = [];
  for (const { number } of entries) {
    const last = parts.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else parts.push([number, number]);
  }
  return parts.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(",");
}

// MARK: Lanes

/** The lanes of a sequence, from left to right. */
export const lanes = { app: "App", sdk: "SDK", framework: "Apple framework", service: "Entitlement service", provider: "TV provider" };

/** Between which lanes the entries of a kind go. */
const ways = {
  call: ["app", "sdk"], sdk: ["sdk", "sdk"], condition: ["sdk", "sdk"], exchange: ["sdk", "sdk"],
  metadata: ["app", "framework"], access: ["app", "framework"], account: ["app", "framework"],
  subscription: ["app", "framework"], interface: ["framework", "framework"],
  providerQuery: ["framework", "provider"], providerAnswer: ["provider", "provider"],
  request: ["app", "service"], page: ["app", "provider"], signIn: ["provider", "provider"],
};

/**
 * Returns the messages of a flow and the lanes that they use. The SDK stands between the app and the others if it took
 * part.
 */
export function sequence({ entries }) {
  const hasSDK = entries.some(({ kind }) => kind === "call");
  const messages = entries.map((entry) => {
    const [from, to] = ways[entry.kind] ?? ["app", "app"];
    return { entry, from: hasSDK && from === "app" && to !== "sdk" && entry.kind !== "page" ? "sdk" : from, to };
  });
  const used = Object.keys(lanes).filter((lane) =>
    lane === "app" || messages.some(({ from, to }) => from === lane || to === lane));
  return { used, messages };
}

/** Returns the flows that a filter selects: by app, verdict and text, as entries are selected. */
export function selected(flows, filter, matches) {
  const isFiltered = Boolean(filter.app || filter.verdict || filter.text);
  if (!isFiltered) return flows;
  return flows.filter((flow) => flow.kind !== "command"
    && (!filter.app || flow.app === filter.app) && (!filter.verdict || flow.verdict === filter.verdict)
    && (!filter.text || flow.entries.some((entry) => matches(entry, filter.text))));
}
