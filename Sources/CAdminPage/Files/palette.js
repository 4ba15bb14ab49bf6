// Of page2.

import { html } from "./preact.js";

export default function Palette() {
  return html`<p>Palette</p>`;
}
