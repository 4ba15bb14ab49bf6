// What covers the settings of the device when an app asks: a prompt, the provider picker, or a sign-in page.

import { rows } from "./acts.js";
import { Control } from "./form.js";
import { html, useRef, useState } from "./preact.js";
import { act, set, state, tell, useStore } from "./store.js";

/**
 * Returns the question for access to which no person has answered, as a page; `null` after an answer, or if it is
 * ignored.
 */
export function asking(question, ignored, permissions) {
  if (question === null || `${state.flows.name} ${question.number}` === ignored) return null;
  const access = permissions.find(({ bundleID }) => bundleID === question.app)?.access ?? "notDetermined";
  return access === "notDetermined" ? { ...question, page: "asked" } : null;
}

/** What each page says below its title. */
const more = {
  prompt: () => "The app waits for your answer.",
  automaticSignIn: () => "The app waits for your answer.",
  asked: () => "The app asked and got no answer. Your answer applies when it asks again.",
  picker: ({ videoTitle }) => (videoTitle ? `Choose your TV provider to watch “${videoTitle}”.`
    : "Choose your TV provider."),
  signIn: ({ videoTitle }) => (videoTitle ? `Sign in to watch “${videoTitle}”.` : "Sign in to your TV provider."),
};

/** The prompt after an app has asked without waiting: the answer is the access of the app. */
function Asked({ app, number }) {
  const answer = (access) => act({ setPermission: { bundleID: app, access } }).catch(tell);
  return html`<p id="answers-prompt" class="choices">
    <button type="button" data-access="" onClick=${() =>
      set({ ignored: `${state.flows.name} ${number}` })}>Ignore</button>
    <button type="button" data-access="denied" onClick=${() => answer("denied")}>Don’t Allow</button>
    <button type="button" class="primary" data-access="granted" onClick=${() => answer("granted")}>Allow</button></p>`;
}

/** The picker. The row that has the focus is what its form chooses. */
function Picker({ page }) {
  const all = rows(page);
  const [at, setAt] = useState(0);
  const place = useRef();
  const now = all[at] ?? all[0];
  const choose = (index) => {
    const { form } = place.current.querySelector("[name=act]");
    form.elements.act.value = JSON.stringify(all[index].action);
    setAt(index);
    form.requestSubmit();
  };
  return html`<div ref=${place}><${Control} name="choose" title=${`Choose ${now.label}`} hidden>
    <input type="hidden" name="act" value=${JSON.stringify(now.action)} />
    <ul id="rows">${all.map(({ label, action }, index) => html`<li key=${index}><button type="button" class="row"
      value=${JSON.stringify(action)}
      onFocus=${() => setAt(index)} onClick=${() => choose(index)}>${label}</button></li>`)}</ul><//></div>`;
}

function SignIn({ page: { provider, failedAttempts } }) {
  const providers = useStore(({ view }) => view.providers);
  const names = providers.find(({ id }) => id === provider.identifier)?.subscribers.map(({ name }) => name) ?? [];
  const times = failedAttempts === 1 ? "" : ` ${failedAttempts} times`;
  return html`<p id="sheet-refusal" class="no"
    role="status">${failedAttempts === 0 ? "" : `The provider refused the user name or the password${times}.`}</p>
    <${Control} name="enter" title="Sign in">
      <label class="wide">User name <input name="as" list="names" required autocomplete="off" defaultValue=${names[0]
        ?? ""} /></label>
      <datalist id="names">${names.map((name) => html`<option value=${name} />`)}</datalist>
      <label class="wide">Password <input name="password" type="password" placeholder="the correct one"
        autocomplete="current-password" /></label><//>`;
}

const has = (kinds, page) => kinds.split(" ").includes(page);

/** A page over the settings: the interface of the admin API, or `{ page: "asked", app, number }`. */
export function Sheet({ page }) {
  const { page: kind } = page;
  return html`<div id="sheet" role="group" aria-labelledby="sheet-title" data-page=${kind}>
    <h3 id="sheet-title" tabindex="-1">${page.title ?? `“${page.app}” would like to use your TV provider`}</h3><p
      id="sheet-more">${more[kind](page)}</p>
    ${kind === "asked" && html`<${Asked} ...${page} />`}
    ${has("prompt automaticSignIn", kind) && [html`<${Control} name="allow" title="Allow" />`, html`<${Control}
      name="deny" title="Don’t Allow" />`]}
    ${kind === "picker" && html`<${Picker} page=${page} />`}${kind === "signIn" && html`<${SignIn} page=${page} />`}
    ${has("picker signIn automaticSignIn", kind) && html`<${Control} name="close" title="Cancel" />`}
    ${kind === "signIn" && html`<${Control} name="loseNetwork" title="Lose the network" />`}</div>`;
}
