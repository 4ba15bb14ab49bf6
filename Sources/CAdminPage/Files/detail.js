// Of page1.

import { html } from "./preact.js";

export default function Detail() {
  return html`<section id="detail"></section>`;
}
