// A change as a command in all languages: for a terminal, for curl, for tests in three languages, and for a profile.

import { node, python, step } from "./languages.js";
import { Icon, Menu, Outcome } from "./parts.js";
import { html, useRef, useState } from "./preact.js";
import { state } from "./store.js";
import { chosen, curl, curlCall, shell as command, swift } from "./words.js";

const labels = [
  "Copy the command", "Copy for curl", "Copy for Swift", "Copy for Python", "Copy for Node.js",
    "Copy as a profile step",
];

/** Returns an event in the languages of tests; nothing if there is no event. */
const tested = (text, statement) => (text === null ? [statement, null, null, null]
  : [statement ?? swift(text), python(text), node(text), step(text)]);

/** Returns the texts of a control with its values, in the order of the labels; `null` where a language has none. */
export function written({ event, request, body, swift: statement, words }, values) {
  const { health } = state.view;
  const authority = health.certificateAuthority;
  const text = request ? null : event(values);
  const call = body ? curl(body(values), authority, request[1]) : request ? curlCall(request, authority)
    : curl(text, authority);
  return [command(words(values, health), health), call, ...tested(text, statement?.(values) ?? null)];
}

/** Returns the words of a terminal for an event that sets something of a provider; `null` for another one. */
const setting = ({ provider }) => (provider?.set === undefined ? null : {
  path: ["provider", "set"], options: {},
  args: [provider.id, ...Object.entries(provider.set).map(([key, value]) => `${key}=${JSON.stringify(value)}`)],
});

/** Returns the texts of an event; `shell` is its command for a terminal. */
function texts(event, shell) {
  const text = chosen(event);
  const line = shell ?? command(setting(event), state.view.health);
  return [line ?? null, curl(text, state.view.health.certificateAuthority), ...tested(text, null)];
}

/** The texts, each with its button. `need` says what is missing for a command. */
function Copies({ title, need = "", texts }) {
  const place = useRef();
  const [told, tell] = useState("");
  const copy = async (at) => {
    try {
      await navigator.clipboard.writeText(texts[at]);
      tell("Copied.");
    } catch {
      getSelection().selectAllChildren(place.current.querySelectorAll("code")[at]);
      tell("The browser does not allow the page to copy. The text is selected: copy it with the keyboard.");
    }
  };
  return html`<div id="copying" ref=${place}><h2 id="copying-title">“${title}” as</h2>${need && html`<p class="need">
    ${need}</p>`}
    ${labels.map((label, at) => html`<p hidden=${!texts[at]}><button type="button" onClick=${() => copy(at)}>
      ${label}</button>
      <code>${texts[at] ?? ""}</code></p>`)}
    <${Outcome} text=${told} /></div>`;
}

/**
 * A button with the menu of the languages. `title` is the name of the change. It gets an `event`, or a function that
 * returns one when the menu opens, perhaps with its command as `shell`; or `read`, which then returns `{ need, texts
 * }`. `children` is what the button shows, else a sign.
 */
export function CopyAs({ title, event, shell = null, read, children, class: kind = children ? "" : "copy ghost" }) {
  const label = `Copy “${title}” as a command, for curl, for a test or for a profile`;
  return html`<${Menu} class=${kind} data-copies label=${children ? undefined : label} title=${label}
    content=${() => html`<${Copies}
      title=${title} ...${read ? read() : { texts: texts(typeof event === "function" ? event() : event, shell) }} />`}>
    ${children ?? html`<${Icon} name="copy" />`}<//>`;
}
