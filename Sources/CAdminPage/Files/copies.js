// A command in the languages of its readers. Of page2.

import { html } from "./preact.js";

export const CopyAs = () => html``;
