// The controls of the rows at the left: access, account, its end, and the person at the device.

import { choices, label, other, yaml } from "./choices.js";
import { waiting } from "./commands.js";
import { Choices, Control, Select } from "./form.js";
import { html, useEffect, useState } from "./preact.js";
import { isWaiting } from "./state.js";
import { need, useStore } from "./store.js";

const accesses = [["notDetermined", "Not asked"], ["granted", "Allow"], ["denied", "Deny"], ["restricted", "Restrict"]];

/** The access of an app. */
export function Access() {
  const { bundleID, permissions } = useStore(({ view }) => view.device);
  const [app, setApp] = useState(bundleID);
  const access = permissions.find((one) => one.bundleID === app.trim())?.access ?? "notDetermined";
  return html`<${Control} name="setPermission" title="Change access" hidden>
    <${Choices} name="access" label="Access of the app" value=${access} options=${accesses} />
    <label>App <input name="app" list="apps" required autocomplete="off" value=${app} onInput=${({ target }) =>
      setApp(target.value)} /></label>
    <datalist id="apps">${permissions.map((one) => html`<option value=${one.bundleID} />`)}</datalist><//>`;
}

/** Returns the providers at whom a user can sign in. */
export const usable = (providers) => providers.filter(({ boarding, subscribers }) => boarding !== "none"
  && subscribers.length > 0);

const none = "No TV provider account is signed in.";
const expired = "The account has already expired.";

const SignOut = ({ account }) => html`<${Control} name="signOut" title="Sign out"
  danger="The device has no TV provider afterwards."
  off=${account ? "" : none} />`;

const Expire = ({ account }) => html`<${Control} name="expireAccount" title="Expire" off=${!account ? none
  : account.expired ? expired : ""} />`;

/** The account: another user signs in, or the user signs out. */
export function Account() {
  const { device: { account }, providers } = useStore(({ view }) => view);
  const all = usable(providers);
  const [chosen, setProvider] = useState(account?.provider);
  // The state may be replaced while the menu is open.
  const id = (all.find((one) => one.id === chosen) ?? all.find((one) => one.id === account?.provider) ?? all[0])?.id
    ?? "";
  const names = all.find((one) => one.id === id)?.subscribers.map(({ name }) => name) ?? [];
  return [
    html`<${Control} name="signIn" title="Sign in">
      <label class="wide">Provider <${Select} name="provider" value=${id} options=${all.map((one) => one.id)}
        onChange=${setProvider} /></label>
      <label>Subscriber <${Select} name="subscriber" value=${names[0] ?? ""} options=${names} key=${id} /></label>
      <label>Expires <input name="expires" placeholder="+30d" autocomplete="off" /></label><//>`,
    html`<div class="pair"><${Expire} account=${account} /><${SignOut} account=${account} /></div>`,
  ];
}

/** The end of the account: now, passed by the clock, or another one. */
export function Expiry() {
  const { device: { account }, deadlines } = useStore(({ view }) => view);
  const end = deadlines.find(({ kind }) => kind === "account")?.jumpTo ?? "";
  const off = !account ? none : account.expires === "never" ? "The account never expires." : account.expired ? expired
    : "";
  return [
    html`<${Control} name="jump" title="Jump to the account’s end" off=${off}><input type="hidden" name="instant"
      value=${end} /><//>`,
    html`<${Expire} account=${account} />`,
    account && html`<${Control} name="signIn" title="Set the end" label="Sign in again"
      given=${{ provider: account.provider, subscriber: account.subscriber }}>
      <label>Expires <input name="expires" placeholder="+30d" required autocomplete="off" /></label><//>`,
  ];
}

const prompts = { accessPrompt: "Prompt", systemPicker: "Picker", signIn: "Sign-in page",
  automaticSignIn: "Automatic Sign-In" };

/** Returns what a script may answer to a question, and what it answers now, or would. */
function answers(key, { viewer }, { settings, providers }) {
  const { schema } = settings.shapes.viewer.find((setting) => setting.key === key);
  const now = yaml(isWaiting(viewer) ? schema.default : viewer[key]);
  const offered = choices(schema, providers).filter((choice) => choice !== other && (choice !== "none"
    || now === "none"));
  return { now, offered: offered.includes(now) ? offered : [...offered, now] };
}

/** Who answers what an app asks: the person at the page, or a script. */
export function Person() {
  const [view, settings] = useStore(({ view, settings }) => [view, settings]);
  useEffect(() => need("settings"), []);
  const isHere = isWaiting(view.device.viewer);
  const given = settings && Object.fromEntries(waiting.map((key) => [key, answers(key, view.device,
    { settings, providers: view.providers })]));
  return html`<p class="quiet">An app’s prompt, picker, sign-in page and sheet wait on the device for you, or a script
    answers at once.</p>
    <${Control} name="answerHere" title="I answer here" pressed=${String(isHere)} />
    ${given && html`<${Control} name="script" title="Scripted" pressed=${String(!isHere)}>
      ${waiting.map((key) => html`<label key=${key}
      hidden=${isHere}>${prompts[key]} <${Select} name=${key} value=${given[key].now} options=${given[key].offered}
        text=${label}
        onChange=${(_, field) => field.form.requestSubmit()} /></label>`)}<//>`}`;
}

/** What a reset of the world takes away. */
export const lost = "Account, access, clock, faults, answers, settings and what apps have stored are as in the profile "
  + "afterwards. The journal stays.";

/** All back to the profile. The menu says what is lost, so nothing else asks. */
export const Reset = () => html`<${Control} name="reset" title="Reset to the profile"><p>${lost}</p><//>`;
