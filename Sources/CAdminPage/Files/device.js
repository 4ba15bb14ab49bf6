// Of page2.

import { html } from "./preact.js";

export default function Device() {
  return html`<p>Device</p>`;
}
