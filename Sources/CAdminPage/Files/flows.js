// The flows of the journal as the server tells them, and the words for them. All functions are pure.

/** The names of flows. A call of the SDK has its own name. */
const names = {
  silentSignIn: "Silent sign-in", signIn: "Sign-in", authorize: "Authorization", preauthorize: "Preauthorization",
  logout: "Logout", configuration: "Configuration", registration: "Registration of the app", profiles: "Profiles",
  access: "Question for access", account: "Question for the account", other: "Requests",
};

/** Returns the name of a flow. */
export const title = ({ kind, call }) => call ?? names[kind] ?? kind;

/** What the page calls each condition. */
export const conditions = {
  exchangeStarted: "The exchange begins", permissionGranted: "App has access", signedIn: "User signed in",
  providerIdentified: "Provider known", integrationEnabled: "MVPD integrated", singleSignOnEnabled: "Single sign-on on",
  notDegraded: "Not degraded", samlResponseReceived: "Provider answers", profileIssued: "Service accepts it",
};

/** What the page calls the participants. */
export const lanes = {
  app: "App", sdk: "SDK", framework: "Apple framework", service: "Entitlement service", provider: "TV provider",
};

/** What decided a flow, as a short text: a condition, or the code of an error. */
export const code = ({ condition, code }) => conditions[condition] ?? code ?? "";

/** The listing before the first read. */
export const unread = { name: null, count: 0, total: 0, first: 0, last: 0, apps: [], mvpds: [], lanes: {}, verdicts: {}, unanswered: null, flows: [] };

/** Returns a listing with a flow that has begun or changed. */
export function told(listing, flow) {
  const at = listing.flows.findIndex(({ first }) => first === flow.first);
  const last = Math.max(listing.last, flow.last);
  const seen = { ...listing, last, apps: joined(listing.apps, flow.app), mvpds: joined(listing.mvpds, flow.mvpd) };
  if (at >= 0) return { ...counted(seen, flow, listing.flows[at]), flows: listing.flows.with(at, flow) };
  // An older flow than those that the page has.
  if (flow.first <= listing.last) return listing;
  const more = flow.kind === "command" ? 0 : 1;
  return {
    ...counted(seen, flow, null), count: listing.count + more, total: listing.total + more, flows: [...listing.flows, flow],
  };
}

const joined = (names, name) => (name === undefined || names.includes(name) ? names : [...names, name].sort());

/** Returns a listing with the numbers of verdicts and participants after a flow took the place of another one. */
function counted(listing, flow, before) {
  if (flow.kind === "command") return listing;
  const verdicts = { ...listing.verdicts };
  const lanes = { ...listing.lanes };
  const count = ({ verdict, lanes: used }, step) => {
    verdicts[verdict] = (verdicts[verdict] ?? 0) + step;
    for (const lane of used) lanes[lane] = (lanes[lane] ?? 0) + step;
  };
  if (before !== null) count(before, -1);
  count(flow, 1);
  return { ...listing, verdicts, lanes };
}

/** Returns the query of the flows that a filter selects, at most a number of them. */
export function query({ app, mvpd, trace, lane, verdict, text }, limit) {
  const asked = { app, mvpd, trace, lane, verdict, contains: text };
  return new URLSearchParams({ ...Object.fromEntries(Object.entries(asked).filter(([, value]) => value)), limit }).toString();
}

/** Returns whether a filter selects some flows only. */
export const isFiltered = ({ app, mvpd, trace, lane, verdict, text }) =>
  Boolean(app || mvpd || trace || lane || verdict || text);
