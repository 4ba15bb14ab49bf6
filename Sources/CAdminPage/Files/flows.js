// The attempts of the journal as the server tells them, and the words for them. All functions are pure.

/** The names of attempts. A call of the SDK has its own name. */
const names = {
  silentSignIn: "Silent sign-in", signIn: "Sign-in", authorize: "Authorize", preauthorize: "Preauthorize",
  logout: "Logout", configuration: "Configuration", registration: "Registration", profiles: "Profiles",
  access: "Question for access", account: "Question for the account", other: "Request",
};

/** Returns the name of an attempt. */
export const title = ({ kind, call }) => call ?? names[kind] ?? kind;

/** Returns what an attempt is about, such as a resource or an MVPD; empty if the server does not say. */
export const about = ({ subject, resources, mvpd }) =>
  subject?.names.join(", ") ?? resources?.replaceAll(" ", ", ") ?? mvpd ?? "";

/** The verdicts with their labels; `note` is the page's own. */
export const verdicts = {
  ok: "succeeded", fellBack: "fell back", refused: "refused", failed: "failed", fault: "fault", changed: "changed",
    note: "info",
};

/**
 * Returns the verdict of an entry, as the server decided it: `fault` if a fault caused it, and `note` for one without.
 */
export const verdict = ({ verdict, fault }) => (fault ? "fault" : verdict ?? "note");

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

/** What an attempt waits for. */
const awaited = {
  access: "Waiting: access prompt", signIn: "Waiting: the user signs in with the MVPD",
  parameters: "Waiting: the session lacks parameters",
};

/** What decided an attempt, as a short text: a condition, or the code of an error. */
export const code = ({ condition, code }) => conditions[condition] ?? code ?? "";

/** Returns what the command of a remedy does, as a verb. */
export function verb({ setPermission, signIn, removeFault, provider, integration, service }) {
  if (service?.throttling === null) return "Stop throttling";
  const { defect, singleSignOn, degradation, enabled } = { ...provider?.set, ...integration?.set };
  if (setPermission?.access === "granted") return "Allow";
  if (signIn !== undefined) return `Sign in ${signIn.as ?? ""}`.trim();
  if (defect !== undefined) return "Remove the defect";
  if (removeFault !== undefined) return "Remove the fault";
  if (singleSignOn === true) return "Turn single sign-on on";
  if (degradation !== undefined) return "End the degradation";
  return enabled === true ? "Integrate the MVPD" : "Apply";
}

/** Returns a reason without the words that a refused SAML response has before what is wrong with it. */
export const plainly = (reason) =>
  reason?.replace(/^(?:The SAML response is not valid|invalid_parameter_saml_response): (?:\w+: )?/, "");

/**
 * Returns why an attempt ended so, in one line: what the test had set, the MVPD's own words, or the reason of the
 * service.
 */
export function why(flow) {
  const { cause, details = [], mvpd, waiting } = flow;
  if (waiting !== undefined) return awaited[waiting.question];
  const said = details.find(({ by }) => by === "mvpd");
  if (cause !== undefined && cause.kind !== "defect" && said === undefined) return cause.sentence;
  if (said !== undefined && flow.verdict !== "ok") return `“${said.text}” ${mvpd ?? ""}`.trim();
  return plainly(flow.reason) || code(flow);
}

/** Returns a value as text: an object without the punctuation of JSON. */
export function word(value) {
  if (value === null || typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.map(word).join(", ");
  return Object.entries(value).map(([name, inner]) => `${name} ${word(inner)}`).join(", ");
}

/** Returns a command of the test as a sentence. The arguments of a long command may be cut. */
export function sentence({ sentence, command, arguments: text }) {
  if (sentence !== undefined) return sentence;
  try {
    return `${command} ${word(JSON.parse(text))}`;
  } catch {
    return `${command} ${text ?? ""}`;
  }
}

// MARK: The listing

/** The listing before the first read. */
export const unread = {
  name: null, count: 0, total: 0, first: 0, last: 0, apps: [], mvpds: [], lanes: {}, verdicts: {}, unanswered: null,
    flows: [],
};

/** Returns a listing with an attempt that has begun or changed. */
export function told(listing, flow) {
  const at = listing.flows.findIndex(({ first }) => first === flow.first);
  const last = Math.max(listing.last, flow.last);
  const seen = { ...listing, last, apps: joined(listing.apps, flow.app), mvpds: joined(listing.mvpds, flow.mvpd) };
  if (at >= 0) return { ...counted(seen, flow, listing.flows[at]), flows: listing.flows.with(at, flow) };
  // An older attempt than those that the page has.
  if (flow.first <= listing.last) return listing;
  const more = flow.kind === "command" ? 0 : 1;
  return {
    ...counted(seen, flow, null), count: listing.count + more, total: listing.total + more, flows: [...listing.flows,
      flow],
  };
}

const joined = (names, name) => (name === undefined || names.includes(name) ? names : [...names, name].sort());

/** Returns a listing with the numbers of verdicts and participants after an attempt took the place of another one. */
function counted(listing, flow, before) {
  if (flow.kind === "command") return listing;
  const [verdicts, lanes] = [{ ...listing.verdicts }, { ...listing.lanes }];
  const count = ({ verdict, lanes: used }, step) => {
    verdicts[verdict] = (verdicts[verdict] ?? 0) + step;
    for (const lane of used) lanes[lane] = (lanes[lane] ?? 0) + step;
  };
  if (before !== null) count(before, -1);
  count(flow, 1);
  return { ...listing, verdicts, lanes };
}

// MARK: The filter

/** Returns what a typed text asks for: the values of its words, and the other text. */
export function asked(text) {
  const words = /(?:^|\s)(app|mvpd|trace):(\S*)/gi;
  const found = { app: "", mvpd: "", trace: "" };
  for (const [, name, value] of text.matchAll(words)) found[name.toLowerCase()] = value;
  return { ...found, text: text.replace(words, " ").trim() };
}

/** Returns the only name that has a typed part, or the part itself. */
export function whole(part, names) {
  const matching = names.filter((name) => name.toLowerCase().includes(part.toLowerCase()));
  return part !== "" && matching.length === 1 ? matching[0] : part;
}

/** Returns the filter with the words of its text, whose parts of names are whole. */
export function wanted({ text, verdict, lane }, { apps, mvpds }) {
  const typed = asked(text);
  return { ...typed, verdict, lane, app: whole(typed.app, apps), mvpd: whole(typed.mvpd, mvpds) };
}

/** Returns the query of the attempts that a filter selects, at most a number of them. */
export function query({ app, mvpd, trace, lane, verdict, text }, limit) {
  const given = Object.entries({ app, mvpd, trace, lane, verdict, contains: text }).filter(([, value]) => value);
  return new URLSearchParams({ ...Object.fromEntries(given), limit }).toString();
}

/** Returns whether a filter selects some attempts only. */
export const isFiltered = ({ text, verdict, lane }) => Boolean(text || verdict || lane);
