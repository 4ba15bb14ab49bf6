// The device as its user sees it: its TV provider, the access of the apps, and what an app asks, on which a person
// acts.

import { brief, distance, timeOfDay } from "./clock.js";
import { Choices, Control } from "./form.js";
import { useNow } from "./header.js";
import { Outcome, PanelHead, useAct, words } from "./parts.js";
import { html, useLayoutEffect, useRef } from "./preact.js";
import { asking, Sheet } from "./sheet.js";
import { isWaiting, kinds } from "./state.js";
import { useStore } from "./store.js";

/** What the settings of the device say beside an app. */
const states = { granted: "On", denied: "Off", notDetermined: "Not asked yet", restricted: "Restricted" };

const platforms = [["iOS", "iPhone"], ["iPadOS", "iPad"], ["tvOS", "TV", "Apple TV"], ["visionOS", "Vision",
  "Apple Vision"], ["macOS", "Mac"]];

function Account({ account, providers, now }) {
  if (account === undefined) return html`<dl><dt>TV provider</dt><dd>No user is signed in.</dd></dl>`;
  const { provider, subscriber, expires, expired } = account;
  const name = providers.find(({ id }) => id === provider)?.displayName ?? provider;
  return html`<dl><dt>Provider</dt><dd>${name}</dd>${name !== provider && [html`<dt>Key</dt>`, html`<dd>
    ${provider}</dd>`]}
    <dt>Subscriber</dt><dd>${subscriber}</dd><dt>${expired ? "Expired" : "Expires"}</dt>
    <dd class=${expired ? "no" : ""}>${expires === "never" ? "never" : brief(expires)} <small>
      ${distance(expires, now)}</small></dd></dl>`;
}

/** The settings of the device: its TV provider, and the apps that may use it. */
function Pane({ view, now }) {
  const { account, permissions, bundleID, viewer } = view.device;
  const latest = useStore(({ flows }) => flows.flows.findLast(({ kind }) => kind !== "command"));
  const [perform, refused] = useAct();
  const here = { accessPrompt: "none", systemPicker: "none", signIn: "none", automaticSignIn: "none" };
  return html`<div id="pane">${latest?.code === "closedByScript" && !isWaiting(viewer) && html`<p id="closed"
    role="status">The script closed what
      the app had opened. <button type="button" id="answer-here" onClick=${() => perform({ viewer: here })}>Answer
        here</button></p>`}
    <h3 id="pane-title" tabindex="-1">TV Provider</h3><div id="account"><${Account} account=${account}
      providers=${view.providers} now=${now} /></div>
    <h4 id="apps-title">Apps that may use the TV provider</h4>
    <ul id="permissions" aria-labelledby="apps-title">
      ${permissions.map((app) => html`<li class="cell" key=${app.bundleID}>
      <span class="app">${words(app.bundleID)}${app.bundleID === bundleID && html` <small>this app</small>`}</span>
      <select class="access" aria-label=${`Access of ${app.bundleID}`} data-app=${app.bundleID} value=${app.access}
        onChange=${({ currentTarget: { value } }) =>
        perform(value === "notDetermined" ? { resetPermission: app.bundleID }
          : { setPermission: { bundleID: app.bundleID, access: value } })}>
        ${Object.entries(states).map(([name, text]) => html`<option value=${name} key=${name}>
          ${text}</option>`)}</select></li>`)}</ul>
    <${Outcome} error=${refused} /></div>`;
}

/** The panel of the device. */
export default function Device() {
  const [view, question, ignored] = useStore(({ view, question, ignored }) => [view, question, ignored]);
  const now = useNow();
  const screen = useRef();
  const had = useRef({ page: null, isFocused: false });
  const page = view && (view.interface ?? asking(question, ignored, view.device.permissions));
  const kind = page?.page ?? null;
  // The element that had the focus goes away with its page.
  if (had.current.page !== kind) had.current.isFocused = screen.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (had.current.isFocused) document.getElementById(kind === null ? "pane-title" : "sheet-title")?.focus();
    had.current = { page: kind, isFocused: false };
  }, [kind]);
  if (!view) return null;
  const { platform } = view.device;
  return html`<div class="panel" id="device-part"><${PanelHead} title="Device" name="the device" />
    <${Control} name="platform" title="Switch" hidden><${Choices} name="platform" label="Platform" value=${platform}
      options=${platforms} /><//>
    <div id="screen" ref=${screen} data-platform=${platform}><p class="status"><span
      id="screen-time">${timeOfDay(now)}</span> <span id="screen-kind">${kinds[platform] ?? platform}</span></p>
      ${page === null ? html`<${Pane} view=${view} now=${now} />` : html`<${Sheet} page=${page}
        key=${`${kind} ${page.provider?.identifier ?? ""}`} />`}</div></div>`;
}
