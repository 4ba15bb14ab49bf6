// Of page2.

import { html } from "./preact.js";

export default function Help() {
  return html`<p>Help</p>`;
}
