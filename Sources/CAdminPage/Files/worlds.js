// Of page2.

import { html } from "./preact.js";

export default function Worlds() {
  return html`<p>Worlds</p>`;
}
