// The subscribers of a TV provider as a table: what each may watch, and what is denied with which words.

import { allowing, denial, denying, person } from "./changes.js";
import { useDraft } from "./form.js";
import { CopyAs } from "./copies.js";
import { Icon, Menu, Outcome, useAct, useFocusBack } from "./parts.js";
import { html, useRef, useState } from "./preact.js";
import { act } from "./store.js";

/** A form of one or two texts, which performs what they mean. `event` is a function of the fields. */
export function Ask({ id, title, fields, event, close }) {
  const form = useRef();
  const [refused, tell] = useState(null);
  const given = () => Object.fromEntries([...new FormData(form.current)].map(([name, text]) => [name, text.trim()]));
  const submit = (submitted) => {
    submitted.preventDefault();
    const empty = fields.find(({ name, isNeeded }) => isNeeded && given()[name] === "");
    if (empty) return tell(new Error(`Fill in ${empty.label} first.`));
    return act(event(given())).then(() => close?.(), tell);
  };
  return html`<form class="control" data-control=${id} ref=${form} noValidate onSubmit=${submit}>
    ${fields.map(({ name, label, value = "", about }) => html`<label class="wide" key=${name}>
      ${label} <input name=${name} defaultValue=${value}
      placeholder=${about} autocomplete="off" /></label>`)}
    <button>${title}</button><${CopyAs} title=${title} event=${() => event(given())} /><${Outcome} error=${refused}
      /></form>`;
}

/** The form that denies a subscriber a resource, with the words of the TV provider. */
export const Deny = ({ provider, subscriber, resource = "", close }) => html`<${Ask} id="deny" title="Deny"
  close=${close}
  fields=${[{ name: "resource", label: "Resource", value: resource, isNeeded: true },
    { name: "text", label: "Words of the TV provider", about: "as denialText of the provider" }]}
  event=${({ resource, text }) => person(provider, subscriber, { denials: { [resource]: text === "" ? null : text } })}
    />`;

/** The words of a denial, which are changed in place. */
function Words({ provider, subscriber, resource, given }) {
  const now = denial(given);
  const [draft, setDraft] = useDraft(now);
  const [perform, refused] = useAct();
  const send = (event) => {
    event.preventDefault();
    if (draft === null || draft === now) return;
    const kept = given !== null && typeof given === "object" ? { ...given, text: draft } : draft;
    perform(person(provider, subscriber, { denials: { [resource]: kept } }));
  };
  return html`<form onSubmit=${send}><input aria-label=${`Words of the denial of ${resource} to ${subscriber}`}
    value=${draft ?? now}
    placeholder="as denialText of the provider" onInput=${({ currentTarget }) => setDraft(currentTarget.value)}
      onBlur=${send}
    onKeyDown=${({ key }) => key === "Escape" && setDraft(null)} /><${Outcome} error=${refused} /></form>`;
}

function Row({ provider, person: one }) {
  const { name, password, entitlements = [], denials } = one;
  const [perform, refused] = useAct();
  const denied = Object.entries(denials ?? {});
  const without = (resource) => person(provider, name, { entitlements: entitlements.filter((other) =>
    other !== resource) });
  return html`<tr data-subscriber=${name}><th scope="row">${name}</th><td><code>${password}</code></td>
    <td>${entitlements.map((resource) => html`<span class="tag" key=${resource}>${resource}<button type="button"
      class="plain"
        aria-label=${`Remove ${resource} from what ${name} may watch`}
          onClick=${() => perform(without(resource))}><${Icon} name="close" /></button></span>`)}
      <${Menu} class="tag add" label=${`Add what ${name} may watch`} content=${(close) => html`<${Ask} id="entitle"
        title="Add" close=${close}
        fields=${[{ name: "resource", label: "Resource", isNeeded: true }]}
          event=${({ resource }) => allowing(provider, one, resource)} />`}>+<//></td>
    <td>${denied.map(([resource, given]) => html`<div class="denied" key=${resource}><span
      class="tag no">${resource}<button type="button" class="plain"
        aria-label=${`Deny ${resource} to ${name} no longer`} onClick=${() => {
          const { [resource]: _, ...others } = denials;
          perform(denying(provider, name, others));
        }}><${Icon} name="close" /></button></span>
        <${Words} provider=${provider} subscriber=${name} resource=${resource} given=${given} /></div>`)}
      <${Menu} class="tag add" title=${`Deny ${name} a resource`} content=${(close) => html`<${Deny}
        provider=${provider} subscriber=${name}
        close=${close} />`}>+ Deny a resource…<//><${Outcome} error=${refused} /></td></tr>`;
}

/** The table of the subscribers of a provider. */
export function Subscribers({ provider, people }) {
  const place = useRef();
  useFocusBack(place);
  return html`<div class="heading"><h3>Subscribers</h3></div><div class="subscribers" ref=${place} tabindex="-1">
    <table aria-label="Subscribers">
    <thead><tr><th scope="col">Subscriber</th><th scope="col">Password</th><th scope="col">May watch</th>
      <th scope="col">Denied, with the words of the TV provider</th></tr></thead>
    <tbody>${people.map((one) => html`<${Row} key=${one.name} provider=${provider} person=${one}
      />`)}</tbody></table></div>`;
}
