// What the app meets: the left column. Of page2.

import { html } from "./preact.js";

export function State() {
  return html`<section id="state" aria-label="What the app meets" tabindex="-1"></section>`;
}
