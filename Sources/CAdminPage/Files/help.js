// The keys of the page, and the ways to what explains it.

import { areOn, remember } from "./keys.js";
import { Dialog } from "./parts.js";
import { html, useState } from "./preact.js";
import { closeOverlay, openPanel } from "./store.js";

const keys = [
  [["j", "k"], "next and previous attempt"], [["Enter"], "goes to the open one; Esc closes what covers it"],
    [["/"], "filters the journal"],
  [["Ctrl K", "⌘ K"], "searches, and does: each control, setting, provider, subscriber and attempt"],
  [["c"], "copies the control that has the focus as a command"], [["1", "…", "6"],
    "journal, explain, settings, device, rules, connect"],
  [["?"], "this list"],
];

export default function Help() {
  const [isOn, setOn] = useState(areOn());
  const change = ({ currentTarget: { checked } }) => {
    remember(checked);
    setOn(checked);
  };
  return html`<${Dialog} id="keys" label="Keyboard shortcuts" onClose=${closeOverlay}><h2 id="keys-title">Keyboard
    shortcuts</h2>
    <dl>${keys.map(([names, about]) => [html`<dt>${names.map((name) => (name === "…" ? " – " : html`<kbd>
      ${name}</kbd> `))}</dt>`, html`<dd>${about}</dd>`])}</dl>
    <p><label class="check"><input type="checkbox" id="keys-on" checked=${isOn}
      onChange=${change} /> Single keys act outside of fields</label></p>
    <p class="choices"><button type="button" onClick=${() => openPanel("connect")}>Connect an app</button>
      <button type="button" class="primary" autofocus onClick=${closeOverlay}>Close</button></p><//>`;
}
