// What a telephone shows in place of the header.

import { CopyButton } from "./parts.js";
import { html } from "./preact.js";
import { base } from "./header.js";
import Share from "./share.js";
import { openOverlay, openPanel } from "./store.js";
import Time from "./time.js";
import Worlds from "./worlds.js";

const views = { device: "Device", explain: "Explain", rules: "Rules", connect: "Connect" };

export default function More() {
  return html`<div class="panel rest"><p class="buttons">${Object.entries(views).map(([name, text]) => html`<button
    type="button" key=${name}
      onClick=${() => openPanel(name)}>${text}</button>`)}<button type="button" onClick=${() =>
        openOverlay("help")}>Help</button></p>
    <p><${CopyButton} text=${base()} label=${`Copy the base URL ${base()}`}>Copy <code>${base()}</code><//></p>
    <${Time} /><hr /><${Worlds} /><hr /><${Share} /></div>`;
}
