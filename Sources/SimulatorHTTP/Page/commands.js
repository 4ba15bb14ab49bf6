// What each control does: as an event of the profile format, and as words of the command line.
//
// The same command by three doors: this page and Swift carry the event, a terminal the words.

/** What was typed, as the profile format reads it: a number, a truth, a mapping, else text. */
function value(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A mapping of one dotted key: `developer.simulateExpiredToken` reaches into `developer`. */
function nested(key, inner) {
  return key.split(".").reverse().reduce((found, name) => ({ [name]: found }), inner);
}

/** The members that were filled in. */
function filled(members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== "" && value !== undefined));
}

const option = (name, text) => (text === "" ? [] : [name, text]);
const verbs = { granted: "grant", denied: "deny", restricted: "restrict", notDetermined: "reset" };
const plain = (event, ...words) => ({ event: () => event, words: () => words });

/** By a form's `data-control`: from its fields to an event, and to words. */
export const controls = {
  settings: {
    event: ({ key, value: text }) => ({ settings: nested(key, value(text)) }),
    words: ({ key, value: text }) => ["settings", "set", `${key}=${text}`],
  },
  resetSettings: plain("resetSettings", "settings", "reset"),
  advance: {
    event: ({ duration }) => ({ advance: duration }),
    words: ({ duration }) => ["clock", "advance", duration],
  },
  setClock: {
    event: ({ instant }) => ({ setClock: instant }),
    words: ({ instant }) => ["clock", "set", instant],
  },
  followClock: plain("followClock", "clock", "follow"),
  freezeClock: plain("freezeClock", "clock", "freeze"),
  setPermission: {
    event: ({ app, access }) =>
      access === "notDetermined" ? { resetPermission: app } : { setPermission: { bundleID: app, access } },
    words: ({ app, access }) => ["permission", verbs[access], app],
  },
  signIn: {
    event: ({ provider, subscriber, expires }) => ({ signIn: filled({ provider, as: subscriber, expires }) }),
    words: ({ provider, subscriber, expires }) =>
      ["account", "sign-in", provider, "--as", subscriber, ...option("--expires", expires)],
  },
  signOut: plain("signOut", "account", "sign-out"),
  expireAccount: plain("expireAccount", "account", "expire"),
  viewer: {
    event: ({ key, value: text }) => ({ viewer: { [key]: value(text) } }),
    words: ({ key, value: text }) => ["viewer", "set", `${key}=${text}`],
  },
  resetViewer: plain("resetViewer", "viewer", "reset"),
  fault: {
    event: ({ operation, error, times, after }) => ({
      fault: filled({
        at: operation, error: value(error), times: times && Number(times), after: after && Number(after),
      }),
    }),
    words: ({ operation, error, times, after }) =>
      ["fault", "add", operation, error, ...option("--times", times), ...option("--after", after)],
  },
  clearFaults: plain("clearFaults", "fault", "clear"),
  reset: plain("reset", "device", "erase"),
};

/** Quotes a word so that a shell takes it as it stands. */
function quoted(word) {
  return /^[A-Za-z0-9_.,:/=+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The command for a terminal; where commands do not reach the world, for curl. */
export function shell(words, event, device) {
  if (device === null) {
    const place = new URL("commands", document.baseURI).href;
    return `curl --data ${quoted(JSON.stringify(event))} ${quoted(place)}`;
  }
  const named = device === "default" ? [] : ["--device", device];
  return ["tvsim", ...words, ...named].map(quoted).join(" ");
}

/** The command for a test in Swift. */
export function swift(event) {
  if (typeof event === "string") return `try simulator.perform("${event}")`;
  const text = JSON.stringify(event);
  let fence = "#";
  while (text.includes(`"${fence}`)) fence += "#";
  return `try simulator.perform(${fence}"${text}"${fence})`;
}
