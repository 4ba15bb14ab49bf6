// Of page1.

import { html } from "./preact.js";

export default function Rules() {
  return html`<section id="rules"></section>`;
}
