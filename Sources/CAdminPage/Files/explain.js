// Of page1.

import { html } from "./preact.js";

export default function Explain() {
  return html`<section id="explain"></section>`;
}
