// Of page2.

import { html } from "./preact.js";

export default function Faults() {
  return html`<p>Faults</p>`;
}
