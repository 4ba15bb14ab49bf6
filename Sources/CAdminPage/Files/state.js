// The left column: what the app meets, what a test has changed, what ends next, and what a silent sign-in would do now.

import { changes } from "./changes.js";
import { brief, distance } from "./clock.js";
import { conditions, plainly, verb } from "./flows.js";
import { Badge, Bars, Icon, lazy, Menu, useAct, useFocusBack, words } from "./parts.js";
import { html, useRef } from "./preact.js";
import { openOverlay, openPanel, useStore } from "./store.js";

/** A component of another module, which is loaded when its menu is opened. */
const part = (load, name) => lazy(() => load().then((module) => ({ default: module[name] })));
const controls = () => import("./controls.js");
const [Access, Account, Expiry, Person, Reset] =
  ["Access", "Account", "Expiry", "Person", "Reset"].map((name) => part(controls, name));
const AddFault = part(() => import("./faults.js"), "AddFault");

const states = { granted: "Allowed", denied: "Denied", notDetermined: "Not asked yet", restricted: "Restricted" };
/** The names of the platforms. */
export const kinds = { iOS: "iPhone", iPadOS: "iPad", tvOS: "Apple TV", visionOS: "Apple Vision", macOS: "Mac" };
const questions = { prompt: "access prompt", automaticSignIn: "Automatic Sign-In", picker: "provider picker",
  signIn: "sign-in page" };

/** Whether the system's interfaces wait for a person, and the script answers nothing. */
export const isWaiting = ({ accessPrompt, systemPicker, signIn, automaticSignIn }) =>
  [accessPrompt, systemPicker, signIn, automaticSignIn].every((answer) => answer === "none");

/** A row that opens its control in a popover. */
const Row = ({ name, label, value, title, Content, isChanged }) => html`<${Menu} class="kv ${isChanged ? "changed"
  : ""}"
  data-row=${name} title=${label} content=${(close) => html`<${Content} close=${close} />`}>
  <span>${label}</span> <b title=${title}>${value}</b> <${Icon} name="down" /><//>`;

function Rows({ view }) {
  const { device, providers, unusual } = view;
  const { account, platform, viewer, permissions, bundleID, clock } = device;
  const { access } = permissions.find((app) => app.bundleID === bundleID) ?? { access: "notDetermined" };
  const name = providers.find(({ id }) => id === account?.provider)?.displayName ?? account?.provider;
  const isChanged = (group, keys) => unusual.some((one) => one.event !== null && one.group === group
    && (keys?.includes(one.key) ?? true));
  const isEnding = account !== undefined && account.expires !== "never";
  const expires = isEnding ? brief(account.expires).slice(0, 10) : account?.expires ?? "–";
  const left = isEnding ? `, ${distance(account.expires, clock.now)}` : "";
  return [
    html`<button type="button" class="kv ${isChanged("settings", ["platform"]) ? "changed" : ""}" data-row="device"
      onClick=${() => openPanel("device")}>
      <span>Device</span> <b>${kinds[platform] ?? platform} · ${platform}</b> <${Icon} name="jump" /></button>`,
    view.interface && html`<button type="button" class="kv waiting" data-row="waiting" onClick=${() =>
      openPanel("device")}>
      <span>Waiting</span> <b>${questions[view.interface.page] ?? view.interface.page}</b> <${Icon} name="jump"
        /></button>`,
    html`<${Row} name="access" label="Access" value=${states[access]} title=${bundleID} Content=${Access} />`,
    html`<${Row} name="account" label="Account" value=${account === undefined ? "Signed out"
      : `${account.subscriber} · ${name}`}
      Content=${Account} />`,
    html`<${Row} name="expires" label="Expires" value=${account?.expired ? `Expired${left}` : expires + left}
      title=${account && brief(account.expires)} Content=${Expiry} />`,
    html`<${Row} name="person" label="Person" value=${isWaiting(viewer) ? "I answer here" : "Scripted"}
      Content=${Person}
      isChanged=${isChanged("viewer")} />`,
  ];
}

/** A button that performs a command, and shows beside it why it could not. */
function Act({ event, label, title, children, class: kind = "ghost small", ...rest }) {
  const [perform, refused] = useAct();
  return [
    html`<button type="button" class=${kind} aria-label=${label} title=${title} onClick=${() => perform(event)}
      ...${rest}>${children}</button>`,
    refused && html`<span class="outcome no" role="status">${refused.message}</span>`,
  ];
}

/** What a test has changed, with the way back of each. */
function Changed({ view }) {
  const all = changes(view);
  const place = useRef();
  useFocusBack(place);
  return html`<div ref=${place} tabindex="-1" class="group"><h2>Changed from the profile <span class="count">
    ${all.length || ""}</span></h2>
    ${all.length === 0 && html`<p class="quiet none">Nothing.</p>`}
    <ul id="changes">${all.map(({ label, value, about, event, holder, key, isOver }) => html`<li
      class="kv changed ${isOver ? "over" : ""}"
      key=${`${about} ${label}`}>
      <button type="button" class="plain" data-change=${about} title=${`${about}: ${value}`}
        onClick=${() => openPanel("settings", { holder, at: key })}>
        <span>${label}</span> <b>${value}</b></button>
      <${Act} event=${event} label=${`Change back: ${about} ${label}`}><${Icon} name="undo" /><//></li>`)}</ul>
    <p class="buttons"><${Menu} class="btn" title="Add a fault" data-row="fault" content=${(close) => html`<${AddFault}
      close=${close} />`}>+ Fault…<//>
      <button type="button" onClick=${() => openOverlay("palette", { text: "setting " })}>+ Change…</button></p></div>`;
}

/** The names of what ends. */
const ends = {
  account: "Account", profile: "Profile", authorization: "Authorization", registrationCode: "Registration code",
  partnerRequest: "SAML request", accessToken: "Access token",
};

/** Returns the name of a deadline. */
export const endName = (kind) => ends[kind] ?? kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Returns the deadlines that one press passes, the earliest first: those of one instant together. */
export function endings(deadlines) {
  const groups = Map.groupBy(deadlines, ({ jumpTo }) => jumpTo);
  return [...groups].map(([jumpTo, all]) => {
    const names = [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, some]) =>
      (some.length === 1 ? endName(kind) : `${some.length} ${endName(kind).toLowerCase()}s`));
    const text = names.map((name, at) => (at === 0 ? name : name[0].toLowerCase() + name.slice(1))).join(", ");
    return { jumpTo, text, subjects: all.map(({ kind, subject }) => `${endName(kind)} ${subject}`).join(", ") };
  });
}

/** The most deadlines that are shown; the menu of the clock has all. */
const most = 6;

function Ends({ view }) {
  const all = endings(view.deadlines);
  const place = useRef();
  useFocusBack(place);
  return html`<div ref=${place} tabindex="-1" class="group"><h2>Ends next</h2>
    ${all.length === 0 && html`<p class="quiet none">Nothing ends by itself now.</p>`}
    <ul id="deadlines" class="ends"
      aria-label="What ends by itself">${all.slice(0, most).map(({ jumpTo, text, subjects }) => html`<li class="kv"
        key=${jumpTo}>
      <span title=${subjects}>${text}</span> <b title=${brief(jumpTo)}>${distance(jumpTo, view.device.clock.now)}</b>
      <${Act} event=${{ setClock: jumpTo }} label=${`Jump past it: ${subjects}`} data-jump=${jumpTo}>
        <${Icon} name="jump" /><//></li>`)}</ul>
    ${all.length > most && html`<p class="quiet none">and ${all.length - most} more, in the menu of the
      clock</p>`}</div>`;
}

const verdicts = { ok: "would succeed", fellBack: "would fall back", refused: "would be refused",
  failed: "would fail" };

/** Returns the verdict that a silent sign-in would have. */
function verdict(first) {
  if (first === undefined) return "ok";
  return first.name === "profileIssued" ? "refused" : first.name === "exchangeStarted" ? "failed" : "fellBack";
}

/** What a silent sign-in would do now, and what would help. */
function Outlook() {
  const outlook = useStore((state) => state.outlook);
  const place = useRef();
  useFocusBack(place);
  if (outlook === null) return null;
  const failing = outlook.conditions.filter(({ holds }) => !holds);
  const seven = outlook.conditions.filter(({ name }) => name !== "exchangeStarted" && name !== "profileIssued");
  const issued = outlook.conditions.find(({ name }) => name === "profileIssued");
  const kind = verdict(failing[0]);
  return html`<div class="group"><h2>Next silent sign-in</h2><div id="outlook" ref=${place} tabindex="-1">
    <p id="outlook-verdict" role="status"><${Badge} of=${kind}>${verdicts[kind]}<//> <${Bars}
      holds=${seven.map(({ holds }) => holds)}
      answer=${issued === undefined || issued.after > 0 ? "" : issued.holds ? "ok" : "refused"} /></p>
    <p><button type="button" class="plain link" onClick=${() => openPanel("explain")}>
      ${seven.filter(({ holds }) => holds).length} of 7 conditions hold</button></p>
    <ul id="outlook-conditions">${failing.map(({ name, reason, remedy }) => html`<li key=${name}><b>
      ${conditions[name] ?? name}</b>
      <span class="reason">${words(plainly(reason))}</span>
      ${remedy?.event ? html`<${Act} class="apply" event=${remedy.event} title=${remedy.text}
        label=${`${verb(remedy.event)}: ${remedy.text}`}>${verb(remedy.event)}<//>`
        : html`<span class="quiet">${remedy?.text ?? "Nothing here helps."}</span>`}</li>`)}</ul></div></div>`;
}

/** Returns how many settings there are. */
const count = ({ settings, viewer, integration = [], provider = [] }, { integrations, providers }) => settings.length
  + viewer.length
  + integrations.length * integration.length + providers.length * provider.length;

export function State() {
  const [view, settings] = useStore(({ view, settings }) => [view, settings]);
  const total = settings && view ? count(settings.shapes, view).toLocaleString("en") : "";
  return html`<section id="state" aria-label="What the app meets" tabindex="-1">${view && [
    html`<div class="group"><h2>What the app meets</h2><${Rows} view=${view} /></div>`,
    html`<${Changed} view=${view} />`, html`<${Ends} view=${view} />`, html`<${Outlook} />`,
    html`<p class="buttons"><button type="button" onClick=${() => openPanel("settings")}>All ${total} settings</button>
      <${Menu} class="danger" title="Reset" data-row="reset" content=${() => html`<${Reset} />`}>Reset…<//></p>`,
  ]}</section>`;
}
