// Of page2.

import { html } from "./preact.js";

export default function Settings() {
  return html`<p>Settings</p>`;
}
