// Of page2.

import { html } from "./preact.js";

export default function More() {
  return html`<p>More</p>`;
}
