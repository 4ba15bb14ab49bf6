// The SAML response of an attempt: the policies in their order, and the document with the line that failed.

import { CopyAs } from "./copies.js";
import { carrier, curl, decoded, fields, whole } from "./message.js";
import { CopyButton, Icon, Link, Menu, Wait, words } from "./parts.js";
import { html, useEffect, useState } from "./preact.js";
import { act, state, tell } from "./store.js";
import { judges, tree } from "./response.js";
import { base } from "./header.js";
import { curlTo } from "./words.js";
import { lineOf, lines } from "./xml.js";

/** The policies in the order of the service. */
const order = [
  "size", "wellFormed", "dtd", "identifier", "structure", "signature", "algorithm", "reference", "key", "unsigned",
    "status", "assertion",
  "encryption", "issuer", "destination", "subject", "recipient", "inResponseTo", "conditions", "audience", "session",
    "attributes", "replay",
];

/** Returns the failed policies of an entry, with their reasons. */
export function failures({ value = {} }, response) {
  if (value.failures !== undefined) return value.failures;
  const names = value.policies ?? [];
  let told = "";
  try {
    told = JSON.parse(response?.body ?? "{}").details ?? "";
  } catch {
    told = "";
  }
  const found = told.split("; ").map((text) => /^(\w+): (.*)$/s.exec(text)).filter(Boolean);
  return names.map((policy) => ({ policy, reason: found.find(([, name]) => name === policy)?.[2] }));
}

/** Returns the Base64 of the SAML response in a request; `undefined` if it has none. */
const base64 = ({ request }) => new Map(fields(request.body ?? "")).get("SAMLResponse");

function Checks({ failed }) {
  const first = order.findIndex((name) => failed.some(({ policy }) => policy === name));
  const kind = (name, at) => (failed.some(({ policy }) => policy === name) ? "no" : first < 0 || at < first ? ""
    : "later");
  return html`<ul class="checks" aria-label="Policies in their order">
    ${order.map((name, at) => html`<li key=${name} class=${kind(name, at)}>
    ${kind(name, at) !== "later" && html`<${Icon} name=${kind(name, at) === "no" ? "refused" : "ok"} />`}${name}
    <span class="hidden">${{ "": "held", no: "failed", later: "not checked" }[kind(name, at)]}</span></li>`)}</ul>`;
}

function Xml({ text, failed }) {
  const all = lines(text);
  if (all === null) return html`<pre class="xml">${text}</pre>`;
  const marks = new Map(failed.map((failure) => [lineOf(all, failure.path), failure]));
  return html`<ol class="xml" tabindex="0" aria-label="XML of the response">${all.map(({ depth, parts }, at) => [
    marks.has(at) && html`<li class="marked note"
      key=${`note ${at}`}>✕ ${marks.get(at).policy}: ${marks.get(at).reason}</li>`,
    html`<li key=${at} class=${marks.has(at) ? "marked" : ""}><span class="line-number">${at + 1}</span>
      ${"  ".repeat(depth)}
      ${parts.map(({ kind, text }) => (kind ? html`<span class=${kind}>${text}</span>` : text))}</li>`,
  ])}</ol>`;
}

/** A node of the tree with those inside, and the policies that refused it. */
function Node({ node: { name, value, part, inner }, failed }) {
  const refusing = failed.map(({ policy }) => policy).filter((policy) => judges[part]?.includes(policy));
  const head = [html`<span class="name">${name}</span> `, html`<span class="value">${words(value)}</span>`,
    refusing.length > 0 && html` <span class="badge refused">✕ ${refusing.join(", ")}</span>`];
  return html`<li>${inner.length === 0 ? head : html`<details open><summary>${head}</summary>
    <ul>${inner.map((one, at) => html`<${Node} key=${at} node=${one} failed=${failed} />`)}</ul></details>`}</li>`;
}

/** Returns the commands by which a person checks the response again, which the second one reads from its input. */
const check = (at, provider) =>
  `${curlTo("idp-metadata.xml", `${base()}/mvpd/${provider}/metadata`, state.view.health?.certificateAuthority)}
tvsim saml validate - --certificate idp-metadata.xml --at ${at}`;

/** What a person copies of a refused response. */
export function Copies({ entry, flow }) {
  const [plain, setPlain] = useState(null);
  const { number, at } = entry;
  useEffect(() => {
    // A server that other machines reach does not show secrets.
    whole(number).then(setPlain, (error) => setPlain({ error }));
  }, [number]);
  if (plain === null) return html`<${Wait} />`;
  const provider = state.view?.integrations.find(({ mvpd }) => mvpd === flow.mvpd)?.provider;
  const text = plain.error ? undefined : base64(plain);
  const xml = text && decoded(text);
  const item = (label, more, value) => html`<${CopyButton} class="item" label=${`Copy: ${label}`} text=${value}><span>
    ${label}</span>
    <small>${more}</small><//>`;
  const use = { provider: { id: provider, set: { samlResponse: text } } };
  return html`<div data-copies>${xml && item("SAML response, XML",
    `${new Blob([xml]).size.toLocaleString("en")} bytes as they were signed, not as shown`, xml)}
    ${text && item("SAML response, Base64", "as the app sent it", text)}
    ${text ? item("Request as curl", "with the simulated secrets", curl(plain)) : html`<p class="quiet">
      ${plain.error?.message}</p>`}
    <${Link} class="btn item" href=${`evidence/requests.har?entries=${number}`} download="requests.har">
      <span>Request and answer, HAR</span><//>
    <hr />${provider && item("Check it again", "with the provider’s metadata; give it the response", check(at, provider))}
    ${text && provider && html`<p class="remedy"><button type="button" onClick=${() => act(use).catch(tell)}>Use it
      always for ${provider}</button>
      <${CopyAs} title="Use it always" event=${use} /></p>`}</div>`;
}

export default function Saml({ open, exchanges }) {
  const found = carrier(exchanges);
  const [view, setView] = useState("xml");
  const [plain, setPlain] = useState(null);
  const number = found?.number;
  useEffect(() => {
    if (number !== undefined) whole(number).then(setPlain, (error) => setPlain({ error }));
  }, [number]);
  if (found === undefined) {
    const isGone = exchanges.length === 0 && open.flow.requests > 0;
    return html`<p class="quiet">${isGone ? "The server no longer keeps the requests of this attempt."
      : "No request of this attempt carried a SAML response."}</p>`;
  }
  const { entry } = open.messages.find((message) => message.entry.number === number);
  const failed = failures(entry, found.messages.response);
  const text = plain?.request && decoded(base64(plain) ?? "");
  const button = (name, label) => html`<button type="button" aria-pressed=${view === name} onClick=${() =>
    setView(name)}>${label}</button>`;
  return html`<div class="bar"><p><b>${failed.length === 0 ? "The response passed every policy."
      : failed.map(({ policy, reason }) => `Refused by ${policy}${reason ? `: ${reason}` : "."}`).join(" ")}</b></p>
      <span class="seg" role="group" aria-label="Show the response as">
        ${button("tree", "Tree")} ${button("xml", "XML")}</span>
      <${Menu} label="Copy the SAML response" class="primary" id="copy-saml" data-copies
        content=${() => html`<${Copies} entry=${entry} flow=${open.flow} />`}>
        <${Icon} name="copy" />Copy <${Icon} name="down" /><//></div>
    <${Checks} failed=${failed} />
    ${view === "xml" && plain === null && html`<${Wait} />`}
    ${view === "xml" && plain !== null && !text && html`<p class="quiet">
      ${plain.error?.message ?? "The response cannot be shown as it was sent."}</p>`}
    ${view === "xml" && text ? html`<${Xml} text=${text} failed=${failed} />` : (view === "tree" || plain !== null)
      && html`<ul class="tree" aria-label="The response as a tree"><${Node} node=${tree(found.messages.request.saml)}
        failed=${failed} /></ul>`}`;
}
