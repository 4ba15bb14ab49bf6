// The faults of the world: a form that adds one, and the list of all, each with a way to remove it alone.

import { effect, left, spaced } from "./changes.js";
import { noError, statuses } from "./commands.js";
import { Control, Select } from "./form.js";
import { Outcome, useAct, useFocusBack } from "./parts.js";
import { html, useEffect, useRef, useState } from "./preact.js";
import { need, useStore } from "./store.js";

/** What can be typed into the fields of a fault whose form is not plain. */
const examples = {
  "answer.delay": "8s", "answer.headers": "Retry-After: 30", "answer.status": "503", "answer.contentType": "text/html",
  "answer.adds": '{"news": true}', "only.mvpd": "Cablevision",
};

/** What tests try most comes first. */
const usual = ["service.authorize", "service.sessionsSSO", "service.profilesSSO", "service.token",
  "provider.attributeQuery"];

const Part = ({ name, text, about }) => html`<label title=${about}>${text}
  ${" "}<input name=${name} autocomplete="off" placeholder=${examples[name] ?? ""} /></label>`;

/** The fields of a fault that the chosen call has, as the catalogue lists them. */
function Parts({ chosen, keys }) {
  const about = (name) => keys.find(({ key }) => key === name)?.description ?? "";
  const shapes = chosen.shapes.filter((name) => name !== "headers");
  return html`<details id="fault-parts"><summary>Some calls only, or another answer</summary><div class="fields">
    <${Part} name="probability" text="Probability" about=${about("probability")} />
    ${chosen.only.map((name) => html`<${Part} key=${name} name=${`only.${name}`} text=${`Only ${name}`}
      about=${about(`only.${name}`)} />`)}
    ${shapes.map((name) => html`<${Part} key=${name} name=${`answer.${name}`}
      text=${`Answer’s ${spaced(name).toLowerCase()}`}
      about=${about(name)} />`)}</div></details>`;
}

/** The form of a fault: a call, what it gets, and which of the calls. */
export function AddFault() {
  const catalog = useStore((state) => state.catalog);
  const [operation, choose] = useState(usual[0]);
  const [error, setError] = useState(null);
  useEffect(() => need("catalog"), []);
  if (catalog === null) return html`<p class="quiet">Loading…</p>`;
  const names = catalog.operations.map((one) => one.operation);
  const chosen = catalog.operations.find((one) => one.operation === operation);
  const errors = [...chosen.errors, ...(chosen.shapes.length > 0 ? [noError] : [])];
  // A service that is down is what tests try most.
  const now = errors.includes(error) ? error : errors.includes(statuses) ? statuses : errors[0];
  return html`<${Control} name="fault" title="Add a fault" class="fault-form">
    <label class="wide">Call <${Select} name="operation" value=${operation}
      options=${[...new Set([...usual, ...names])]}
      onChange=${choose} /></label>
    <p id="operation-summary" class="quiet">${chosen.summary}</p>
    <label>It gets <${Select} name="error" value=${now} options=${errors} key=${operation} onChange=${setError}
      text=${(name) => (name === statuses ? "HTTP status" : name)} /></label>
    ${now === statuses && html`<label>Status <input name="status" defaultValue="503" inputmode="numeric"
      autocomplete="off" required placeholder="400–599" /></label>`}
    ${chosen.shapes.includes("headers") && html`<${Part} name="answer.headers" text="Header"
      about="A header field that the answer gets" />`}
    <label>After <input name="after" inputmode="numeric" autocomplete="off" placeholder="0 calls" /></label>
    <label>Calls <input name="times" inputmode="numeric" autocomplete="off" placeholder="until removed" /></label>
    <${Parts} chosen=${chosen} keys=${catalog.keys} /><//>`;
}

/** All faults with what is left of them. */
export function FaultList() {
  const faults = useStore(({ view }) => view.device.faults);
  const [perform, refused] = useAct();
  const place = useRef();
  useFocusBack(place);
  return html`<div ref=${place} tabindex="-1">${faults.length === 0 ? html`<p class="quiet">No fault is set.</p>`
    : html`<table id="fault-table"
    aria-label="Faults"><thead><tr><th scope="col">Call</th><th scope="col">Effect</th><th scope="col">Left</th><th
      scope="col"><span class="hidden">Remove</span></th></tr></thead>
    <tbody id="all-faults">${faults.map((fault) => html`<tr key=${fault.id}><td><code>${fault.at}</code></td><td>
      ${effect(fault).join(", ")}</td>
      <td>${left(fault)}</td><td><button type="button"
        aria-label=${`Remove the fault ${fault.at} ${effect(fault).join(", ")}`}
        onClick=${() => perform({ removeFault: Number(fault.id) })}>Remove</button></td></tr>`)}</tbody></table>`}
    <${Outcome} error=${refused} />
    ${faults.length > 0 && html`<${Control} name="clearFaults" title="Clear faults" danger="All faults are removed."
      />`}</div>`;
}

/** The panel of all faults. */
export default function Faults() {
  return html`<div class="panel" id="panel-faults"><h2>Faults and delays</h2>
    <p class="quiet">Calls of an operation fail, or answer late in simulated time.</p><${FaultList} />
    <h3>Add a fault</h3><${AddFault} /></div>`;
}
