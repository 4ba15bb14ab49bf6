// The command of each control, as an event of the profile format and as arguments of the command line.
//
// The page and Swift use the event; a terminal uses the arguments. Typed values are YAML in all three, as in a profile.

import { other } from "./choices.js";
import { act } from "./acts.js";
import { changed, chosen, counted, filled, typed } from "./words.js";

/** Removes leading zeros, which JSON does not allow. */
const unpadded = (digits) => digits.replace(/^0+(?=[0-9])/, "");

/** The facts of a fault's calls that the user has filled in: those of the fields `only.…`. */
const facts = (parts) => Object.entries(parts).filter(([name, text]) => name.startsWith("only.") && text !== "")
  .map(([name, text]) => [name.slice("only.".length), text]);

/** What changes a fault's answer, as typed: the fields `answer.…`, and the probability. */
const typedShapes = (parts) => Object.entries(parts)
  .filter(([name, text]) => (name.startsWith("answer.") || name === "probability") && text !== "")
  .map(([name, text]) => [name.replace("answer.", ""), text]);

/** The same as JSON, or as YAML where the value is one of YAML. */
const shapes = (parts) => typedShapes(parts).map(([name, text]) => [name, (forms[name] ?? JSON.stringify)(text)]);

/** How typed texts become values; any other one is a string. */
const forms = {
  headers: (text) => {
    const [, name, value] = /^([^=:]*)(?:=|:\s*|$)(.*)$/s.exec(text);
    return JSON.stringify({ [name]: value });
  },
  adds: (text) => text, status: (text) => text, probability: (text) => text,
};

/** The option of the command line for a key of a fault. */
const option = (name) =>
  (name === "headers" ? "--header" : `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);

/** Returns the value of an offered answer, which is a word or an object in JSON. */
const read = (text) => (text.startsWith("{") ? JSON.parse(text) : text);

/** The questions that wait on the device's screen unless they are answered in advance. */
export const waiting = ["accessPrompt", "systemPicker", "signIn", "automaticSignIn"];

const verbs = { granted: "grant", denied: "deny", restricted: "restrict", notDetermined: "reset" };
const words = (path, args = [], options = {}) => ({ path, args, options });
const plain = (event, ...path) => ({ event: () => event, words: () => words(path) });

/**
 * The controls by a form's `data-control`: functions from its fields to an event, as text, and to arguments.
 * A control with a `request` instead of an event sends that, with its `body`; its `swift` is a statement for a test.
 */
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
  jump: {
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
    event: ({ requestor, mvpd, key, value }) => changed("integration", { requestor, mvpd }, key, value),
    words: ({ requestor, mvpd, key, value }) =>
      words(["integration", "set"], [mvpd, `${key}=${value}`], { "--requestor": requestor }),
  },
  resetIntegration: {
    event: ({ requestor, mvpd }) => chosen({ resetIntegration: { requestor, mvpd } }),
    words: ({ requestor, mvpd }) => words(["integration", "reset"], [mvpd], { "--requestor": requestor }),
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
  platform: {
    event: ({ platform }) => chosen({ settings: { platform } }),
    words: ({ platform }) => words(["settings", "set"], [`platform=${platform}`]),
  },
  answerHere: {
    event: () => chosen({ viewer: Object.fromEntries(waiting.map((key) => [key, "none"])) }),
    words: () => words(["viewer", "set"], waiting.map((key) => `${key}=none`)),
  },
  script: {
    event: (answers) => chosen({ viewer: Object.fromEntries(Object.entries(answers).map(([key, text]) => [key,
      read(text)])) }),
    words: (answers) => words(["viewer", "set"], Object.entries(answers).map(([key, text]) => `${key}=${text}`)),
  },
  resetViewer: plain("resetViewer", "viewer", "reset"),
  fault: {
    event: ({ operation, error, times, after, ...parts }) => {
      const plain = counted(filled({ at: operation, error, times: unpadded(times), after: unpadded(after) }));
      const only = facts(parts).length > 0 ? [["only", JSON.stringify(Object.fromEntries(facts(parts)))]] : [];
      const more = [...shapes(parts), ...only].map(([name, text]) => `,${JSON.stringify(name)}:${text}`);
      return `{"fault":${plain.slice(0, -1)}${more.join("")}}}`;
    },
    words: ({ operation, error, times, after, ...parts }) =>
      words(["fault", "add"], [operation, error].filter(Boolean), {
        "--times": times, "--after": after, "--only": facts(parts).map(([name, value]) => `${name}=${value}`),
        ...Object.fromEntries(typedShapes(parts).map(([name, text]) => [option(name), text])),
      }),
  },
  clearFaults: plain("clearFaults", "fault", "clear"),
  // The command line has no equivalent: 'device erase' empties the journal too.
  reset: { event: () => "reset", words: () => null },
  // These two are requests of their own, and Swift tests need neither.
  forget: { request: ["DELETE", "journal"], words: () => words(["journal", "clear"]) },
  removeWorld: { request: ["DELETE", "world"], words: (_, { device }) => ({ path: ["device", "delete"],
    args: [device] }) },
  // What a person does on the screen. The command line has no screen: it answers in advance, by 'viewer set'.
  allow: act(() => "allow"),
  deny: act(() => "deny"),
  choose: act(({ act }) => JSON.parse(act)),
  enter: act(({ as, password }) => ({ signIn: filled({ as, password }) })),
  close: act(() => "cancel"),
  loseNetwork: act(() => "loseNetwork"),
};

/** Returns the values of a control's fields as its functions expect them. */
export function settled({ choice, status, ...values }) {
  if (choice !== undefined && choice !== other) values.value = choice;
  if (status !== undefined) values.error = status;
  if (values.error === noError) values.error = "";
  return values;
}

/** The choice of a fault that has no error, but another answer. */
export const noError = "none: another answer";

/** The choice of an error that stands for all HTTP statuses of errors. */
export const statuses = "400…599";

/** Returns the names of the typed fields that an error message is about. */
export function blamed(message, names) {
  const named = names.filter((name) => new RegExp(`\\b${name.split(".").pop()}\\b`, "i").test(message));
  if (named.length > 0) return named;
  return names.length === 1 ? names : [];
}
