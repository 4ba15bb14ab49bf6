// Of page2.

import { html } from "./preact.js";

export default function Secret() {
  return html`<p>Secret</p>`;
}
