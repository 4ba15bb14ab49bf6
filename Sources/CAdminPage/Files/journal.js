// Of page1.

import { html } from "./preact.js";

export default function Entries() {
  return html`<section id="journal"></section>`;
}
