// The explanation of a call as the world is now: all its conditions with their remedies, its callbacks and its reasons.

import { get } from "./api.js";
import { explained } from "./entries.js";
import { conditions, verb } from "./flows.js";
import { Remedy } from "./overview.js";
import { Badge, Outcome, PanelHead, useAct, words } from "./parts.js";
import { html, useEffect, useState } from "./preact.js";
import { openPanel, useStore } from "./store.js";

/** The row of a condition: what holds, why, and what would change it. */
function Rung({ condition }) {
  const { name, holds, reason, after, remedy } = condition;
  return html`<li class="rung ${holds ? "" : "unmet"}"><p><${Badge} of=${holds ? "ok" : "refused"}>
    ${holds ? "yes" : "NO"}<//>
      ${" "}<b>${conditions[name] ?? name}</b> <code class="quiet">${words(name)}</code> ${after > 0 && holds
        && html`<small>after the remedies above</small>`}</p>
    ${reason && html`<p class="quiet">${reason}</p>`}
    ${remedy && html`<p>To change that: ${remedy.event === undefined ? remedy.text
      : html`<${Remedy} label=${verb(remedy.event)} event=${remedy.event} shell=${remedy.text} />`}</p>`}</li>`;
}

/** The button that applies all remedies, if there are several and all of them together help. */
function All({ outlook }) {
  const [perform, error] = useAct();
  const events = outlook.conditions.filter(({ holds }) => !holds).map(({ remedy }) => remedy?.event);
  if (events.length < 2 || !outlook.succeedsAfterAll) return null;
  return html`<p class="more"><button type="button" class="primary"
    onClick=${() => perform(events)}>Apply all ${events.length}</button>
    <${Outcome} error=${error} /></p>`;
}

const Texts = ({ texts }) => html`<ul>${texts.map((text, at) => html`<li key=${at}>${words(text)}</li>`)}</ul>`;

export default function Explain({ call = "setRequestor" }) {
  const revision = useStore(({ view }) => view?.revision);
  const [told, setTold] = useState(null);
  const [error, setError] = useState(null);
  useEffect(() => {
    let isCurrent = true;
    Promise.all([get(`explain?call=${call}`), get(`explain/conditions?call=${call}`)]).then(([explanation,
      outlook]) => {
      if (isCurrent) setTold({ explanation, outlook });
    }, setError);
    return () => { isCurrent = false; };
  }, [call, revision]);
  return html`<div class="panel"><${PanelHead} id="why-title" title=${`What ${call} would do now`} name="Explain" />
    <p class="quiet">Without changing anything: each condition as the exchange itself judges it, and what would make it
      hold.</p>
    <form id="explain" onSubmit=${(event) => event.preventDefault()}><label>Call <select name="call"
      onChange=${({ target }) => openPanel("explain", { call: target.value })}>
        ${explained.map((name) => html`<option key=${name} value=${name} selected=${name === call}>
        ${name}</option>`)}</select></label></form>
    <${Outcome} error=${error} />
    <div id="explanation" aria-live="polite">${told && html`
      ${told.outlook.conditions.length === 0 ? html`<p>The silent exchange would not start.</p>`
        : html`<ol class="ladder" aria-label="Conditions">
          ${told.outlook.conditions.map((one) => html`<${Rung} key=${one.name} condition=${one} />`)}</ol>`}
      <${All} outlook=${told.outlook} />
      <h3 class="head">Callbacks</h3><${Texts} texts=${told.explanation.callbacks} />
      <details><summary>Reasons: ${told.explanation.reasons.length} decisions</summary>
        <${Texts} texts=${told.explanation.reasons} /></details>`}</div></div>`;
}
