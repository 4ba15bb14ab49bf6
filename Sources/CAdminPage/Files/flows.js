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
export const unread = { name: null, count: 0, total: 0, first: 0, last: 0, apps: [], verdicts: {}, unanswered: null, flows: [] };

/** Returns a listing with a flow that has begun or changed. */
export function told(listing, flow) {
  const at = listing.flows.findIndex(({ first }) => first === flow.first);
  const last = Math.max(listing.last, flow.last);
  if (at >= 0) return { ...listing, last, verdicts: counted(listing.verdicts, flow, listing.flows[at]), flows: listing.flows.with(at, flow) };
  // An older flow than those that the page has.
  if (flow.first <= listing.last) return listing;
  const more = flow.kind === "command" ? 0 : 1;
  const apps = flow.app === undefined || listing.apps.includes(flow.app) ? listing.apps : [...listing.apps, flow.app].sort();
  return {
    ...listing, last, apps, count: listing.count + more, total: listing.total + more,
    verdicts: counted(listing.verdicts, flow, null), flows: [...listing.flows, flow],
  };
}

/** Returns the numbers of verdicts after a flow took the place of another one. */
function counted(verdicts, flow, before) {
  if (flow.kind === "command" || flow.verdict === before?.verdict) return verdicts;
  const counts = { ...verdicts, [flow.verdict]: (verdicts[flow.verdict] ?? 0) + 1 };
  if (before !== null) counts[before.verdict] -= 1;
  return counts;
}

/** Returns the query of the flows that a filter selects, at most a number of them. */
export function query({ app, verdict, text }, limit) {
  const asked = { app, verdict, contains: text };
  return new URLSearchParams({ ...Object.fromEntries(Object.entries(asked).filter(([, value]) => value)), limit }).toString();
}

/** Returns whether a filter selects some flows only. */
export const isFiltered = ({ app, verdict, text }) => Boolean(app || verdict || text);
