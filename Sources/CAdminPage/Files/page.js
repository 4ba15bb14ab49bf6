// The page of one world: its attempts as they arrive, what one of them was, and what the app meets.

import { askSecretWith, enter } from "./api.js";
import { begin, readEntries, readFlows, readOpen } from "./attempts.js";
import { Header } from "./header.js";
import { wireKeys } from "./keys.js";
import { List } from "./list.js";
import { Dialog, lazy } from "./parts.js";
import { html, render, useState } from "./preact.js";
import { State } from "./state.js";
import { closeOverlay, closePanel, look, need, openOverlay, openPanel, set, state, subscribe, tell,
  useStore } from "./store.js";

// MARK: The components

const panels = {
  settings: lazy(() => import("./settings.js")), device: lazy(() => import("./device.js")),
  connect: lazy(() => import("./connect.js")), faults: lazy(() => import("./faults.js")),
  rules: lazy(() => import("./rules.js")), explain: lazy(() => import("./explain.js")),
};
const overlays = {
  palette: lazy(() => import("./palette.js")), help: lazy(() => import("./help.js")),
    secret: lazy(() => import("./secret.js")),
  confirm: Confirm,
};
const Detail = lazy(() => import("./detail.js"));
const More = lazy(() => import("./more.js"));

function Confirm({ title, loss, verb, settle }) {
  const end = (isWanted) => {
    settle(isWanted);
    closeOverlay();
  };
  return html`<${Dialog} id="confirm" label=${`${title}?`} onClose=${() => end(false)}>
    <h2 id="confirm-title">${title}?</h2><p id="confirm-loss">${loss}</p>
    <p class="choices"><button type="button" autofocus onClick=${() => end(false)}>Cancel</button>
    <button type="button" class="danger" id="confirm-yes" onClick=${() => end(true)}>${verb}</button></p><//>`;
}

/** What stands in place of an attempt. */
const Nothing = () => html`<section id="detail" aria-label="Attempt" tabindex="-1"><p class="nothing quiet">Open an
  attempt to see why it
  ended so. <kbd>j</kbd> and <kbd>k</kbd> walk the list.</p></section>`;

/** Shows an error, and a way to make a world that is gone. */
function Trouble() {
  const trouble = useStore((state) => state.trouble);
  const [refused, setRefused] = useState("");
  const create = async () => {
    setRefused("");
    await enter().then(look, (error) => setRefused(error.message));
    if (state.trouble === null) document.querySelector("h1").focus();
  };
  document.body.toggleAttribute("data-missing", trouble?.isGone ?? false);
  return html`<div id="trouble" role="alert" hidden=${trouble === null}><span id="trouble-text">
    ${trouble?.message}</span>
    ${trouble?.isGone && html` <button type="button" onClick=${create}>Create the world</button> <span>
      ${refused}</span>`}</div>`;
}

const parts = { attempts: "Attempts", state: "State", settings: "Settings", more: "More" };

function Bottom() {
  const part = useStore((state) => state.part);
  const go = (name) => (name === "settings" ? openPanel("settings") : set({ part: name, ...(name === "attempts"
    && { panel: null }) }));
  return html`<nav class="bottom" aria-label="Parts of the page">${Object.entries(parts).map(([name, label]) =>
    html`<button type="button" data-part=${name} aria-current=${part === name ? "true" : undefined} onClick=${() =>
      go(name)}>${label}</button>`)}</nav>`;
}

function App() {
  const [panel, overlay, part, isOpen, isRead] = useStore(({ panel, overlay, part, selected, isReading }) =>
    [panel, overlay, part, selected !== null, isReading]);
  const isWide = panel?.name === "settings";
  const isReading = panel === null && isOpen && isRead;
  const Panel = panels[panel?.name];
  const Overlay = overlays[overlay?.name];
  return html`<${Header} /><${Trouble} />
    <main class="on-${part} ${isWide ? "wide" : isReading ? "reading" : ""}">
      <${State} />
      ${!isWide && html`<${List} />`}
      ${Panel ? html`<section id="detail" key=${panel.name} data-panel=${panel.name} tabindex="-1"><${Panel} ...${panel}
        /></section>`
        : isOpen ? html`<${Detail} key="attempt" />` : html`<${Nothing} key="nothing" />`}
      ${part === "more" && html`<section id="more"><${More} /></section>`}
      ${Overlay && html`<${Overlay} key=${overlay.name} ...${overlay} />`}
    </main>
    <${Bottom} />`;
}

/** Says that the page shows the world and its attempts. */
function ready() {
  if (state.view === null || state.flows.name === null || document.body.dataset.ready) return;
  document.body.dataset.readyAt = String(performance.now());
  document.body.dataset.ready = "true";
  requestIdleCallback(() => {
    need("settings");
  });
}

// MARK: What follows from a change of the state

const names = ["view", "holder", "text", "verdict", "lane", "kind", "by", "flow", "tab", "message"];
let shown = { ...state, selected: undefined };
let typing = null;

function keepAddress() {
  const { filter, selected, tab, message, panel } = state;
  const all = { ...filter, view: panel?.name, holder: panel?.holder, flow: selected, tab: selected !== null
    && tab !== "overview" ? tab : "", message };
  const text = new URLSearchParams(names.filter((name) => all[name]).map((name) => [name, all[name]])).toString();
  history.replaceState(null, "", text === "" ? location.pathname : `?${text}`);
}

function react() {
  const before = shown;
  shown = { ...state };
  const has = (name) => before[name] !== state[name];
  if (["filter", "selected", "tab", "message", "panel"].some(has)) keepAddress();
  if (has("selected")) readOpen();
  if (has("filter") || has("most")) {
    clearTimeout(typing);
    typing = setTimeout(() => readFlows().catch(tell), before.filter.text === state.filter.text ? 0 : 150);
    if (state.filter.by === "entry" && state.entries === null) readEntries().catch(tell);
  }
  if (has("settings") && state.settings !== null) document.body.dataset.described = "true";
  if (has("view") && state.view !== null) document.title = `${state.view.device.name} – tvsim`;
  ready();
  // What an app asks for covers the device, until a person has answered.
  if (has("view") && state.view?.interface && !before.view?.interface) openPanel("device");
}

// MARK: The beginning

askSecretWith((isRefused) => new Promise((take) => openOverlay("secret", { isRefused, take })));
wireKeys();
// A link of an earlier version may name a view that was removed.
if (state.panel !== null && !(state.panel.name in panels)) set({ panel: null, part: "attempts" });
document.addEventListener("view", ({ detail }) => {
  if (detail === "journal") closePanel();
  else if (panels[detail]) openPanel(detail);
  look();
});
render(html`<${App} />`, document.getElementById("page"));
react();
subscribe(react);
look();
begin();
