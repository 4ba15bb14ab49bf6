// Why an attempt ended so, what would happen now, its messages, and the conditions as they were then.

import { code, conditions, plainly, verb, verdict, why } from "./flows.js";
import { holderOf } from "./changes.js";
import { CopyAs } from "./copies.js";
import { Badge, Icon, lazy, Menu, Outcome, words } from "./parts.js";
import { html, useState } from "./preact.js";
import { Sequence } from "./sequence.js";
import { act, openPanel, select, set, state, useStore } from "./store.js";
import { curl } from "./words.js";

const Copies = lazy(() => import("./saml.js").then(({ Copies }) => ({ default: Copies })));

/** A link to an entry of the journal, such as the command that set a cause. */
export function EntryLink({ number }) {
  const go = (event) => {
    event.preventDefault();
    const row = document.querySelector(`#flows [data-flow="${number}"]`);
    // The filter hides it, or the journal is shown by entry.
    if (row === null) return set({ filter: { text: "", verdict: "", lane: "", kind: "", by: "" } });
    row.scrollIntoView({ block: "center" });
    row.classList.add("pointed");
    setTimeout(() => row.classList.remove("pointed"), 1500);
    return undefined;
  };
  return html`<a href=${`?by=entry#${number}`} class="entry" onClick=${go}>#${number}</a>`;
}

/** A button that performs a command once at a time. `label` is a verb. */
export function Remedy({ label, event, shell, kind = "" }) {
  const [state, setState] = useState({ isBusy: false, error: null });
  const { device, certificateAuthority } = useStore(({ view }) => view?.health ?? {});
  // A world in memory has no command line.
  const command = shell && (device ? shell : curl(JSON.stringify(event), certificateAuthority));
  // The second press of a double click would take the first one back.
  const press = async ({ detail }) => {
    if (state.isBusy || detail > 1) return;
    setState({ isBusy: true, error: null });
    const error = await act(event).then(() => null, (error) => error);
    setState({ isBusy: false, error });
  };
  return html`<span class="remedy"><button type="button" class=${kind} aria-disabled=${state.isBusy ? "true"
    : undefined}
    onClick=${press}>${label}</button> <${CopyAs} title=${label} event=${event} shell=${shell} />
    ${command && html` <code class="quiet">${command}</code>`} <${Outcome} error=${state.error} /></span>`;
}

/** Returns nested settings from a dotted key. */
const nested = (key, value) => key.split(".").reduceRight((inner, name) => ({ [name]: inner }), value);

/** Returns the command that gives a setting a value; `undefined` if there is no such command. */
function setting({ group, key, provider, requestor, mvpd, app, subscriber }, value) {
  if (subscriber !== undefined) return undefined;
  return {
    settings: { settings: nested(key, value) }, viewer: { viewer: nested(key, value) },
    provider: { provider: { id: provider, set: nested(key, value) } },
    integration: { integration: { mvpd, requestor, set: nested(key, value) } },
    permission: { setPermission: { bundleID: app, access: value } },
  }[group];
}

/** Returns the button for a cause: the way out while it holds, and the way back to it afterwards. */
function wayOf(cause, faults) {
  const { kind, fault, setting: at, ended } = cause;
  if (kind === "fault") return ended === undefined && !isOver(cause, faults) ? { label: "Remove the fault",
    event: { removeFault: fault.id } } : null;
  const name = kind === "defect" ? "the defect" : "it";
  if (ended !== undefined) return { label: `Set ${name} again`, event: setting(at, at.value) };
  if (kind === "defect") return { label: "Remove the defect", event: setting(at, "none") };
  if (at.group === "permission") return { label: "Allow access", event: setting(at, "granted") };
  if (typeof at.value === "boolean") return { label: at.value ? "Turn it off" : "Turn it on", event: setting(at,
    !at.value) };
  return null;
}

/** Returns whether a fault has struck as often as it can. */
const isOver = ({ fault }, faults) => faults.some(({ id, times }) => Number(id) === fault.id && times === 0);

/** What the test or the profile had set. */
function Origin({ cause, isSaid, children }) {
  const faults = useStore(({ view }) => view?.device.faults ?? []);
  const isUsedUp = cause.kind === "fault" && cause.ended === undefined && isOver(cause, faults);
  const way = wayOf(cause, faults);
  const { setting: at } = cause;
  const open = () => openPanel("settings", { holder: holderOf(at, state.view.integrations), at: at.key });
  return html`<p>${!isSaid && html`<b>Cause:</b> ${cause.sentence} `}${cause.entry ? html`You set it at <${EntryLink}
    number=${cause.entry} />.` : "No command of the test set it: the profile has it so, a person did it, or time has passed."}
      ${cause.ended && html` It ended at <${EntryLink} number=${cause.ended} />.`}
      ${isUsedUp && " It is used up."}</p>
    <p class="more">${way?.event && html`<${Remedy} label=${way.label} event=${way.event}
      kind=${cause.ended === undefined ? "primary" : "ghost"} />`}
      ${!way?.event && at && at.group !== "account" && html`<button type="button" onClick=${open}>Open the
        setting</button>`} ${children}</p>`;
}

/** Why the attempt ended so: nothing here is about the present. */
function Cause({ flow, messages, exchanges }) {
  const carried = exchanges.findLast(({ messages }) => messages.request.saml);
  const judged = carried && messages.find(({ entry }) => entry.number === carried.number)?.entry;
  const worst = messages.findLast(({ entry }) => verdict(entry) === flow.verdict)?.entry;
  const trace = worst?.details?.trace;
  const text = why(flow);
  const copy = judged && flow.verdict !== "ok" && html`<${Menu} label="Copy the SAML response"
    content=${() => html`<${Copies} entry=${judged} flow=${flow} />`}><${Icon} name="copy" />Copy as <${Icon}
      name="down" /><//>`;
  return html`<div class="cause ${flow.verdict}">
    <h3>${words(text || "Nothing was decided.")}</h3>
    ${flow.reason && !flow.reason.endsWith(text) && html`<p>${words(flow.reason)}</p>`}
    ${(flow.status || code(flow)) && html`<p class="quiet">${flow.status ? `The ${worst?.kind === "page" ? "browser" : "app"} got ${flow.status} ` : ""}<code>
      ${words(code(flow))}</code>
      ${trace && html` · trace <code title=${trace}>${trace.slice(0, 8)}…</code>`}</p>`}
    ${flow.cause ? html`<${Origin} cause=${flow.cause} isSaid=${flow.cause.sentence === text}>${copy}<//>` : copy
      && html`<p class="more">${copy}</p>`}
  </div>`;
}

/**
 * What would happen now. The remedies are those of a silent sign-in; they do not help another attempt, and one for
 * another reason than the attempt's is not the first thing to press.
 */
function Now({ flow }) {
  const outlook = useStore((state) => state.outlook);
  if (outlook === null) return null;
  const failing = outlook.conditions.filter(({ holds }) => !holds);
  // That no exchange begins has a reason among the others.
  const condition = failing.find(({ name }) => name !== "exchangeStarted") ?? failing[0];
  if (condition === undefined) {
    return html`<div class="now"><${Badge} of="ok">Now<//> <p><b>${"Nothing in this world prevents a silent sign-in."}
      </b></p></div>`;
  }
  const { remedy } = condition;
  // The SDK begins no exchange for a reason that a client of REST API V2 met in one.
  const isSame = then(flow).some(({ name, holds }) => !holds && [name, "exchangeStarted"].includes(condition.name));
  return html`<div class="now"><${Badge} of="fellBack">Now<//> <div><p>${!isSame && "For another reason, a silent "
    + "sign-in would not succeed: "}
    ${plainly(condition.reason) ?? `“${conditions[condition.name]}” does not hold.`}</p>
    ${remedy && (remedy.event === undefined ? html`<p class="quiet">${remedy.text}</p>`
      : html`<${Remedy} label=${verb(remedy.event)} event=${remedy.event} shell=${remedy.text}
        kind=${isSame ? "primary" : ""} />`)}
    <button type="button" class="ghost" onClick=${() => openPanel("explain")}>All conditions</button></div></div>`;
}

/** Returns the conditions of a silent exchange as they were then: a name each, and whether it held. */
function then({ conditions: held, profileIssued }) {
  const order = Object.keys(conditions).filter((name) => name !== "exchangeStarted");
  const all = held.map((holds, at) => ({ name: order[at], holds }));
  return all.length === 0 || profileIssued === undefined ? all : [...all, { name: "profileIssued",
    holds: profileIssued }];
}

function Then({ flow }) {
  const all = then(flow);
  if (all.length === 0) return null;
  return html`<h3 class="head"><span>Conditions then</span><small>
    ${all.filter(({ holds }) => holds).length} of ${all.length} held</small></h3>
    <ul class="conditions">${all.map(({ name, holds }) => html`<li key=${name} class=${holds ? "" : "no"}>
      <${Icon} name=${holds ? "ok" : "refused"} /><span class="hidden">${holds ? "yes" : "no"}: </span>
        ${conditions[name]}</li>`)}</ul>`;
}

/** Returns whether an attempt is one of the silent exchange. */
export const isSilent = ({ kind, conditions }) => kind === "silentSignIn" || conditions.length > 0;

const Deny = lazy(() => import("./subscribers.js").then(({ Deny }) => ({ default: Deny })));

/** The resources that a person can deny from here, with the words of the TV provider. */
function Denials({ flow }) {
  const { account, integrations } = useStore(({ view }) => ({ account: view?.device.account,
    integrations: view?.integrations }));
  const provider = integrations?.find(({ mvpd }) => mvpd === flow.mvpd)?.provider;
  if (flow.kind !== "authorize" || account === undefined || account.provider !== provider) return null;
  const resources = flow.subject?.names ?? flow.resources?.split(" ") ?? [];
  return html`<p class="more">${resources.map((resource) => html`<${Menu} key=${resource} title=${`Deny ${resource}`}
    content=${(close) => html`<${Deny} provider=${provider} subscriber=${account.subscriber} resource=${resource}
      close=${close} />`}>Deny ${resource}…<//>`)}</p>`;
}

export function Overview({ open, exchanges }) {
  const { flow, messages } = open;
  const go = (entry) => {
    const isExchange = entry.kind === "request" || entry.kind === "page";
    select(flow.first, { tab: isExchange ? "messages" : "entries", message: entry.number });
  };
  return html`<${Cause} flow=${flow} messages=${messages} exchanges=${exchanges} />
    ${isSilent(flow) && !["ok", "note"].includes(flow.verdict) && html`<${Now} flow=${flow} />`}
    <${Denials} flow=${flow} />
    <h3 class="head"><span>Messages</span><small>Press one to open it</small></h3>
    <${Sequence} lanes=${open.lanes} messages=${messages} flow=${flow} open=${go} exchanges=${exchanges} />
    <${Then} flow=${flow} />`;
}
