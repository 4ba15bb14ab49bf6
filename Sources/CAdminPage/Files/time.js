// Of page2.

import { html } from "./preact.js";

export default function Time() {
  return html`<p>Time</p>`;
}
