// What each control does: as an event of the profile format, and as words of the command line.
//
// The same command by three doors: this page and Swift carry the event, a terminal the words. What people type is YAML in
// all three, as in a profile.

/** An event as text: JSON of what was chosen. */
const chosen = (event) => (typeof event === "string" ? event : JSON.stringify(event));

/** An event as text: YAML, in which what was typed stands as it was typed. */
function typed(path, text) {
  return path.map((key, depth) => `${"  ".repeat(depth)}${key}:`).join("\n") + ` ${text}`;
}

/** A change of one key of something that has a name, in YAML as it was typed. */
function changed(what, name, key, text) {
  const members = Object.entries(name).map(([member, value]) => `  ${member}: ${JSON.stringify(value)}\n`);
  return `${what}:\n${members.join("")}  set:\n    ${key}: ${text}`;
}

/** What the choice of an integration means: neither name has blanks. */
function named(integration) {
  const [requestor, mvpd] = integration.split(" ");
  return { requestor, mvpd };
}

/** The members that were filled in. */
function filled(members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== "" && value !== undefined));
}

const verbs = { granted: "grant", denied: "deny", restricted: "restrict", notDetermined: "reset" };
const words = (path, args = [], options = {}) => ({ path, args, options });
const plain = (event, ...path) => ({ event: () => event, words: () => words(path) });

/** By a form's `data-control`: from its fields to an event, as text, and to words. */
export const controls = {
  settings: {
    event: ({ key, value }) => typed(["settings", ...key.split(".")], value),
    words: ({ key, value }) => words(["settings", "set"], [`${key}=${value}`]),
  },
  resetSettings: plain("resetSettings", "settings", "reset"),
  advance: {
    event: ({ duration }) => chosen({ advance: duration }),
    words: ({ duration }) => words(["clock", "advance"], [duration]),
  },
  setClock: {
    event: ({ instant }) => chosen({ setClock: instant }),
    words: ({ instant }) => words(["clock", "set"], [instant]),
  },
  followClock: plain("followClock", "clock", "follow"),
  freezeClock: plain("freezeClock", "clock", "freeze"),
  setPermission: {
    event: ({ app, access }) => chosen(
      access === "notDetermined" ? { resetPermission: app } : { setPermission: { bundleID: app, access } }),
    words: ({ app, access }) => words(["permission", verbs[access]], [app]),
  },
  signIn: {
    event: ({ provider, subscriber, expires }) => chosen({ signIn: filled({ provider, as: subscriber, expires }) }),
    words: ({ provider, subscriber, expires }) =>
      words(["account", "sign-in"], [provider], { "--as": subscriber, "--expires": expires }),
  },
  signOut: plain("signOut", "account", "sign-out"),
  expireAccount: plain("expireAccount", "account", "expire"),
  integration: {
    event: ({ integration, key, value }) => changed("integration", named(integration), key, value),
    words: ({ integration, key, value }) => {
      const { requestor, mvpd } = named(integration);
      return words(["integration", "set"], [mvpd, `${key}=${value}`], { "--requestor": requestor });
    },
  },
  resetIntegration: {
    event: ({ integration }) => chosen({ resetIntegration: named(integration) }),
    words: ({ integration }) => {
      const { requestor, mvpd } = named(integration);
      return words(["integration", "reset"], [mvpd], { "--requestor": requestor });
    },
  },
  provider: {
    event: ({ provider, key, value }) => changed("provider", { id: provider }, key, value),
    words: ({ provider, key, value }) => words(["provider", "set"], [provider, `${key}=${value}`]),
  },
  resetProvider: {
    event: ({ provider }) => chosen({ resetProvider: provider }),
    words: ({ provider }) => words(["provider", "reset"], [provider]),
  },
  viewer: {
    event: ({ key, value }) => typed(["viewer", key], value),
    words: ({ key, value }) => words(["viewer", "set"], [`${key}=${value}`]),
  },
  resetViewer: plain("resetViewer", "viewer", "reset"),
  fault: {
    event: ({ operation, error, times, after }) => chosen({
      fault: filled({
        at: operation, error: /^[0-9]+$/.test(error) ? Number(error) : error, times: times && Number(times),
        after: after && Number(after),
      }),
    }),
    words: ({ operation, error, times, after }) =>
      words(["fault", "add"], [operation, error], { "--times": times, "--after": after }),
  },
  clearFaults: plain("clearFaults", "fault", "clear"),
  reset: plain("reset", "device", "erase"),
};

/** Quotes a word so that a shell takes it as it stands. */
function quoted(word) {
  return /^[A-Za-z0-9_.,:/=+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The command for a terminal; where commands do not reach the world, for curl. */
export function shell({ path, args, options }, event, device) {
  if (device === null) {
    const place = new URL("commands", document.baseURI);
    const authority = place.protocol === "https:" ? ` --cacert "$TVSIM_CA"` : "";
    return `curl${authority} --data-binary ${quoted(event)} ${quoted(place.href)}`;
  }
  // Named always: who reads this may have another device in mind.
  const named = Object.entries({ ...filled(options), "--device": device })
    .flatMap(([name, value]) => (value.startsWith("-") ? [`${name}=${value}`] : [name, value]));
  const isHyphenated = args.some((word) => word.startsWith("-"));
  const all = isHyphenated ? [...path, ...named, "--", ...args] : [...path, ...args, ...named];
  return ["tvsim", ...all].map(quoted).join(" ");
}

/** The command for a test in Swift. */
export function swift(event) {
  const escaped = event.replace(/[\\"]/g, "\\$&").replace(/[\u0000-\u001f]/g, (character) =>
    character === "\n" ? "\\n" : `\\u{${character.charCodeAt(0).toString(16)}}`);
  if (escaped === event || event.includes("\n")) return `try simulator.perform("${escaped}")`;
  // A raw string is read more easily; its fence must not occur in it, neither as an end nor as an escape.
  let fence = "#";
  while (event.includes(`"${fence}`) || event.includes(`\\${fence}`)) fence += "#";
  return `try simulator.perform(${fence}"${event}"${fence})`;
}
