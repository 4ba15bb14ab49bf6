// The row of a setting, whose value is changed in place, and the rows of one holder.

import { choices, isLarge, label, other, yaml } from "./choices.js";
import { Control, Select, useDraft } from "./form.js";
import { Icon, Outcome, useAct, words } from "./parts.js";
import { html, useEffect, useRef, useState } from "./preact.js";
import { useStore } from "./store.js";
import { owner } from "./values.js";

const names = ({ requestor, mvpd, provider }) => ({ requestor, mvpd, provider });
const isSwitch = ({ type }) => type === "boolean";

/** The field of a value that has to be typed. Enter sends it; Escape returns to the present value. */
function Typed({ setting, name, isAlone }) {
  const isBig = isLarge(setting.schema);
  const now = isBig ? yaml(setting.value, 2) : yaml(setting.value);
  const [draft, setDraft] = useDraft(now);
  const [isOpen, setOpen] = useState(false);
  const type = ({ currentTarget }) => setDraft(currentTarget.value);
  const keys = (event) => {
    if (event.key === "Escape" && draft !== null) {
      event.preventDefault();
      setDraft(null);
    }
    if (event.key !== "Enter" || (isBig && !event.ctrlKey && !event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.form.requestSubmit();
  };
  const props = {
    name: "value", required: true, autocomplete: "off", spellcheck: false, "aria-label": name, value: draft
      ?? (isAlone ? now : ""),
    onInput: type, onChange: type, onKeyDown: keys,
  };
  if (!isBig) return html`<input ...${props} />`;
  return html`<textarea rows=${isOpen ? Math.min(12, (draft ?? now).split("\n").length + 1) : 1} ...${props}
    onFocus=${() => setOpen(true)} />`;
}

/** The value of a setting: a switch, a list, or a field. */
function Value({ setting, about, isBrief }) {
  const providers = useStore(({ view }) => view.providers);
  const name = `${owner(setting)}: ${setting.key}`;
  const now = yaml(setting.value);
  const offered = choices(setting.schema, providers);
  const [choice, setChoice] = useDraft(now);
  if (isSwitch(setting.schema)) {
    return html`<label class="switch"><input type="checkbox" role="switch" checked=${setting.value} aria-checked=${now}
      aria-label=${name}
      onChange=${({ currentTarget }) => {
        currentTarget.form.elements.value.value = String(currentTarget.checked);
        currentTarget.form.requestSubmit();
      }} /> ${setting.value ? "on" : "off"}</label><input type="hidden" name="value" value=${now} />`;
  }
  const isOffered = offered.includes(now);
  const chosen = choice ?? (isOffered ? now : other);
  const isTyped = offered.length <= 1 || chosen === other;
  const choose = (value, field) => {
    setChoice(value);
    if (value !== other) field.form.requestSubmit();
    else setTimeout(() => field.form.elements.value?.focus());
  };
  return [
    offered.length > 1 && html`<${Select} name="choice" label=${name} value=${isOffered ? now : other}
      options=${offered} text=${label}
      about=${about} isBrief=${isBrief} onChange=${choose} />`,
    isTyped && html`<${Typed} setting=${setting} name=${name} isAlone=${!isOffered || offered.length <= 1} />`,
  ];
}

/** The row of a setting. */
export function Setting({ setting, summaries, isWanted, isBrief }) {
  const { group, key, description, event, initial, schema } = setting;
  const place = useRef();
  const [perform, refused] = useAct();
  const name = owner(setting);
  const focus = () => place.current?.querySelector("select, input:not([type=hidden]), textarea")?.focus();
  const back = () => {
    // The button goes away when the setting is as it was.
    focus();
    perform(event);
  };
  const usual = "default" in schema && yaml(schema.default) !== yaml(initial) ? ` Default: ${yaml(schema.default)}.`
    : "";
  const isKnown = setting.value !== undefined;
  // What opened the settings may still move the focus. A person who types in the search keeps it.
  useEffect(() => {
    if (!isWanted || !isKnown || document.activeElement?.closest("#settings-filter")) return;
    setTimeout(() => {
      place.current?.scrollIntoView({ block: "center" });
      focus();
    });
  }, [isWanted, isKnown]);
  return html`<li class="setting ${event === null ? "" : "changed"}" ref=${place} data-setting=${`${name} ${key}`}><code
    title=${key}>${words(key)}</code>
    <${Control} name=${group} given=${{ ...names(setting), key }} title="Set" label=${`Set ${key}`}>
      ${isKnown ? html`<${Value} setting=${setting} isBrief=${isBrief}
        about=${(value) => (key === "defect" && summaries?.get(value)) || ""} />`
        : html`<span class="quiet">…</span>`}<//>
    <span class="about" title=${description + usual}>${description}${usual}</span>
    ${event === null ? html`<span />` : html`<button type="button" class="ghost small" onClick=${back}
      title=${`In the profile: ${yaml(initial)}`}
      aria-label=${`Change back: ${name} ${key}`}><${Icon} name="undo" /></button>`}
    ${refused && html`<${Outcome} error=${refused} />`}</li>`;
}

const resets = {
  settings: ["resetSettings", "Reset the device", "The device's settings are as in the profile afterwards."],
  viewer: ["resetViewer", "Reset answers",
    "The script is removed. You answer then in the world of the server itself; in other worlds interfaces close."],
  integration: ["resetIntegration", "Reset integration", "The integration is as in the profile afterwards."],
  provider: ["resetProvider", "Reset provider", "The provider is as in the profile afterwards."],
};

/** The heading of settings that belong together, with the way back of all. */
export function Heading({ first, title, isChanged }) {
  const [control, text, loss] = resets[first.group];
  return html`<div class="heading"><h3>${title}</h3>
    ${isChanged && html`<${Control} name=${control} title=${`${text}…`} label=${text} given=${names(first)}
      danger=${loss} />`}</div>`;
}
