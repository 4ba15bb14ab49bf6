// The requests and the answers of an attempt: headers decoded, forms as fields, JSON indented and folded.

import { verdict } from "./flows.js";
import { get } from "./api.js";
import { CopyButton, Link, Outcome, Sign, words } from "./parts.js";
import { html, useState } from "./preact.js";
import { said } from "./sequence.js";
import { set, useStore } from "./store.js";
import { quoted } from "./words.js";

/** Returns the value of a text in JSON; `undefined` if it is something else. */
export function json(text) {
  if (!/^\s*[[{]/.test(text ?? "")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the bytes of Base64 as text; `undefined` if they are not text. */
export function decoded(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replace(/\s/g, "")), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the fields of a form, each once or several times. */
export const fields = (body) => [...new URLSearchParams(body)];

const isForm = ({ headers }) => headers.some(({ name, value }) => /^content-type$/i.test(name)
  && value.includes("x-www-form-urlencoded"));

/** Shows a value of JSON, whose objects and lists can be folded. */
export function Json({ value, name, isOpen = true }) {
  const label = name === undefined ? "" : html`<span class="e">${name}</span>: `;
  if (value === null || typeof value !== "object") return html`<div>${label}<span class="v">
    ${words(JSON.stringify(value))}</span></div>`;
  const all = Object.entries(value);
  const [start, end] = Array.isArray(value) ? "[]" : "{}";
  if (all.length === 0) return html`<div>${label}${start}${end}</div>`;
  return html`<details open=${isOpen}><summary>${label}${start}<small class="quiet"> ${all.length} </small>
    ${end}</summary>
    <div>${all.map(([key, inner]) => html`<${Json} key=${key} name=${Array.isArray(value) ? undefined : key}
      value=${inner} />`)}</div></details>`;
}

/** Shows a value of a header: one that is Base64 of JSON, decoded. */
function Header({ name, value }) {
  const text = value.length > 20 && !value.startsWith("Bearer ") ? decoded(value) : undefined;
  const inner = json(text);
  return [html`<dt>${words(name)}</dt>`, html`<dd>${inner === undefined ? words(value) : html`<${Json} value=${inner}
    />`}</dd>`];
}

function Body({ message }) {
  const { body, length } = message;
  if (!body) return length > 0 ? html`<p class="body quiet">A body of ${length} bytes, which is not shown: its secrets
    cannot be found.</p>` : null;
  const value = json(body);
  if (value !== undefined) return html`<div class="body json"><${Json} value=${value} /></div>`;
  if (isForm(message)) {
    return html`<dl class="pairs body">${fields(body).map(([name, text]) => [html`<dt>${words(name)}</dt>`, html`<dd>
      ${words(text)}</dd>`])}</dl>`;
  }
  return html`<pre class="body">${body}</pre>`;
}

export function Message({ title, message }) {
  return html`<section class="exchange" aria-label=${title}><h3>${title}</h3><p class="start">${words(message.line)}</p>
    <dl class="pairs">${message.headers.map(({ name, value }, at) => html`<${Header} key=${at} name=${name}
      value=${value} />`)}</dl>
    <${Body} message=${message} /></section>`;
}

/** Returns a request as a curl command. */
export function curl({ method, url, request }) {
  const skipped = /^(host|content-length|connection|accept-encoding)$/i;
  const headers = request.headers.filter(({ name }) => !skipped.test(name))
    .map(({ name, value }) => `--header ${quoted(`${name}: ${value}`)}`);
  const body = request.body ? [`--data-raw ${quoted(request.body)}`] : [];
  return ["curl", `--request ${method}`, ...headers, ...body, quoted(url)].join(" ");
}

/** Reads the messages of an entry as they were sent: nothing remembers the press. */
export const whole = async (number) =>
  (await get(`requests?number=${number}&messages=true&secrets=true`)).requests[0]?.messages ?? null;

/** Returns the exchange whose request carried a SAML response: the last one, which the service judged. */
export const carrier = (exchanges) => exchanges.findLast(({ messages }) => messages.request.saml);

function Exchange({ number, messages }) {
  const [plain, setPlain] = useState(null);
  const [error, setError] = useState(null);
  const { request, response } = plain ?? messages;
  const reveal = () => (plain === null ? whole(number).then(setPlain, setError) : setPlain(null));
  return html`<div class="bar"><p class="quiet">Entry #${number}</p>
      <button type="button" role="switch" aria-checked=${plain !== null} onClick=${reveal}>Simulated
        secrets</button> <${Outcome} error=${error} />
      <${CopyButton} text=${async () => curl(await whole(number) ?? messages)}
        label="Copy the request as curl, with its secrets">Copy as curl<//>
      <${Link} class="btn" href=${`evidence/requests.har?entries=${number}`} download="requests.har">HAR<//></div>
    <${Message} title="Request" message=${request} />
    ${response ? html`<${Message} title="Answer" message=${response} />` : html`<p>The client got no answer.</p>`}`;
}

export default function Messages({ open, exchanges }) {
  const chosen = useStore((state) => state.message);
  const asked = open.messages.map(({ entry }) => entry).filter(({ kind }) => kind === "request" || kind === "page");
  if (asked.length === 0) return html`<p class="quiet">This attempt sent no request over HTTP.</p>`;
  const worst = asked.findLast((entry) => verdict(entry) === open.flow.verdict) ?? asked.at(-1);
  const entry = asked.find(({ number }) => number === chosen) ?? worst;
  const kept = exchanges.find(({ number }) => number === entry.number);
  return html`<div class="steps" role="group" aria-label="Requests">
    ${asked.map((one) => html`<button type="button" key=${one.number}
      class="chip" data-entry=${one.number} aria-pressed=${one === entry} onClick=${() => set({ message: one.number })}>
      <${Sign} of=${verdict(one)} />${said(one).asked} <small>${said(one).told}</small></button>`)}</div>
    ${kept ? html`<${Exchange} key=${entry.number} number=${entry.number} messages=${kept.messages} />`
      : html`<p class="quiet">The server no longer keeps this request and its answer.</p>`}`;
}
