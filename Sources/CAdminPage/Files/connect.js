// How an app reaches the world, and a sample without an app.

import { proof } from "./api.js";
import { base } from "./header.js";
import { CopyButton, Link, Outcome, PanelHead, words } from "./parts.js";
import { html, useState } from "./preact.js";
import { readers, titles } from "./readers.js";
import { sendSample } from "./sample.js";
import { closePanel, look, state, useStore } from "./store.js";
import { address } from "./worlds.js";

/** A text with its button. */
const Text = ({ name, text }) => html`<div class="copied"><code class=${text.includes("\n") ? "many" : ""}>
  ${words(text)}</code>
  <${CopyButton} text=${text} label=${`Copy: ${name}`}>Copy<//></div>`;

/** Sends the requests of an app, and shows the journal. */
function Sample() {
  const [isBusy, setBusy] = useState(false);
  const [refused, tell] = useState(null);
  const send = async (event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    tell(null);
    try {
      await look();
      await sendSample(state.view);
      closePanel();
    } catch (error) {
      tell(error);
    }
    setBusy(false);
  };
  return html`<form id="sample" onSubmit=${send}><button class="primary"
    aria-disabled=${isBusy ? "true" : undefined}>Send a sample sign-in</button>
    <p>No app at hand? This grants access, signs a user in unless one is signed in, and sends the requests of a silent
      sign-in.</p>
    <${Outcome} error=${refused} /></form>`;
}

/** The panel, also of a world in which nothing has happened. */
export default function Connect() {
  const [device, health] = useStore(({ view }) => [view?.device, view?.health]);
  const [chosen, choose] = useState("curl");
  if (!device) return null;
  const server = new URL(address(null), document.baseURI).href.replace(/\/_sim\/v1\/$/, "");
  const all = readers({
    base: base(), server, statement: device.softwareStatement, authority: health.certificateAuthority,
      hasSecret: Object.keys(proof()).length > 0,
  });
  const addresses = [["Base URL", base()], ["Software statement", device.softwareStatement],
    ["Admin API", `${base()}/_sim/v1`]];
  return html`<div class="panel" id="panel-connect"><${PanelHead} title="A test bench for TV provider sign-in"
    name="Connect" />
    <p>This server is an Apple device, its TV providers and the entitlement service. Point an app at it, set at the left
      what
      the app will meet, and see in the middle what happened and why.</p>
    <dl id="addresses">${addresses.map(([name, text]) => [html`<dt>${name}</dt>`, html`<dd><${Text} name=${name}
      text=${text} /></dd>`])}</dl>
    <${Sample} /><h2 id="reader-title">From your app and your tests</h2>
    <div class="seg" id="reader" role="group" aria-labelledby="reader-title">
      ${Object.keys(all).map((name) => html`<button
      type="button" key=${name} data-reader=${name}
      aria-pressed=${String(name === chosen)} onClick=${() => choose(name)}>${titles[name] ?? name}</button>`)}</div>
    <ol id="reader-steps" aria-live="polite">${all[chosen].map(([sentence, text]) => html`<li
      key=${`${chosen} ${sentence}`}>${sentence}<${Text} name=${sentence} text=${text} /></li>`)}</ol>
    <p><${Link} href="entitlement-openapi.json">OpenAPI of the entitlement service<//>,
      ${" "}<${Link} href="openapi.json">OpenAPI of the admin API<//></p>
    <p class="quiet" id="about">tvsim ${health.version}, ${health.device
      ?? "a world in memory"}, ${health.store.kind}</p></div>`;
}
