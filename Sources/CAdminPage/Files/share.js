// Of page2.

import { html } from "./preact.js";

export default function Share() {
  return html`<p>Share</p>`;
}
