// Of page2.

import { html } from "./preact.js";

export default function Connect() {
  return html`<p>Connect</p>`;
}
