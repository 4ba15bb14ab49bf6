// The form of a control. It performs one command, says beside it what came of that, and gives the command in all
// languages.

import { blamed, controls, settled } from "./commands.js";
import { CopyAs, written } from "./copies.js";
import { Outcome } from "./parts.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "./preact.js";
import { act, ask, confirm, look, openOverlay, tell as trouble } from "./store.js";
import { isMarker } from "./words.js";

/** Returns the values of the fields of a form as a control expects them. */
const typed = (form) => settled(Object.fromEntries([...new FormData(form)].map(
  ([name, value]) => [name, name === "password" ? value : value.trim()])));

const named = (some, word = "and") =>
  some.map((at) => at.getAttribute("aria-label") ?? at.labels[0].firstChild.textContent.trim()).join(` ${word} `);

/** Returns what the person must still fill in, as a sentence with the fields; `null` if the control is complete. */
function lacking(form) {
  const active = [...form.elements].filter((at) => at.name && !at.disabled && at.type !== "checkbox");
  const empty = active.filter((at) => (at.tagName === "SELECT" || at.required) && at.value.trim() === "");
  const said = (text, some) => ({ text, fields: some.map(({ name }) => name) });
  const unoffered = empty.filter((at) => at.tagName === "SELECT");
  if (unoffered.length > 0) return said(`No ${named(unoffered, "or")} is available.`, []);
  if (empty.length > 0) return said(`Fill in ${named(empty)} first.`, empty);
  const markers = active.filter((at) => at.name === "value" && isMarker(at.value.trim()));
  return markers.length === 0 ? null
    : said(`Put ${named(markers)} in quotes: YAML reads it as a document marker.`, markers);
}

/** Marks the fields to which an error belongs, and moves the focus to the first. */
function blame(form, fields, place) {
  for (const at of form.elements) {
    for (const [name, value] of at.name ? [["aria-invalid", "true"], ["aria-describedby", place]] : []) {
      if (fields.includes(at.name)) at.setAttribute(name, value);
      else at.removeAttribute(name);
    }
  }
  form.elements[fields[0]]?.focus();
}

let count = 0;

/**
 * A control of `commands.js`, by its name. `given` is what it is about, beside its fields (`children`). `title` stands
 * on its button, and `label` names it elsewhere. `danger` is what is lost; `off` is why it can do nothing now. A
 * control whose fields send themselves has a `hidden` button. `onDone` is called after the command.
 */
export function Control({ name, given = {}, title, label = title, danger, off = "", hidden = false, class: kind = "",
  pressed, children, onDone }) {
  const form = useRef();
  const [id] = useState(() => `outcome-${count += 1}`);
  const [isBusy, setBusy] = useState(false);
  const [told, tell] = useState({ text: "", error: null });
  /** What is sent after the command in progress; `null` without one. */
  const queue = useRef(null);
  useLayoutEffect(() => {
    if (told.error === null && !form.current.querySelector("[aria-invalid]")) return;
    const own = [...form.current.elements].filter((at) => at.tagName === "INPUT" && at.type !== "hidden"
      && at.value.trim() !== "");
    const names = own.map((at) => at.name);
    blame(form.current, told.error === null ? [] : told.error.fields ?? (told.error.isAnswered
      ? blamed(told.error.message, names) : []), id);
  }, [told]);
  // What the control said about the last reason is over. What it has done may be why there is another reason now.
  useEffect(() => tell((last) => last.error === null ? last : { text: "", error: null }), [off]);

  /** Returns what the form says now; a choice may be another one when its turn comes. */
  const settle = () => ({ need: lacking(form.current), own: typed(form.current) });

  async function obey({ need, own }) {
    if (need !== null) throw Object.assign(new Error(need.text), { fields: need.fields });
    const values = { ...given, ...own };
    if (danger) {
      form.current.closest("[popover]")?.hidePopover();
      if (!(await confirm(label, danger))) return "";
    }
    const { event, request, body } = controls[name];
    await (request ? ask(...request, body?.(values)).then(look) : act(event(values)));
    onDone?.(values);
    // What came of an action on a screen is seen there.
    return body ? "" : `Done: ${[label, ...Object.values(own).filter(Boolean)].join(" ")}`;
  }

  async function submit(event) {
    event.preventDefault();
    if (off) return tell({ text: "", error: { message: off, fields: [] } });
    // A second press is ignored; a choice, which has no button of its own, is sent after the one before it.
    if (queue.current !== null) {
      if (event.submitter?.hidden !== false) queue.current.push(settle());
      return undefined;
    }
    queue.current = [settle()];
    setBusy(true);
    tell({ text: "", error: null });
    for (let next = queue.current.shift(); next !== undefined; next = queue.current.shift()) {
      try {
        tell({ text: await obey(next), error: null });
      } catch (error) {
        if (form.current === null) trouble(error);
        tell({ text: "", error });
      }
    }
    queue.current = null;
    setBusy(false);
    return undefined;
  }

  const read = () => {
    const { need, own } = settle();
    return need === null ? { texts: written(controls[name], { ...given, ...own }) } : { need: need.text, texts: [] };
  };
  return html`<form class="control ${kind}" ref=${form} data-control=${name} data-danger=${danger}
    data-given=${JSON.stringify(given)}
    data-off=${off || undefined} noValidate onSubmit=${submit}
    onKeyDown=${({ key }) => key === "Escape" && told.error && tell({ text: "", error: null })}>
    ${children}<button class=${danger ? "danger" : ""} hidden=${hidden} aria-pressed=${pressed}
      aria-disabled=${isBusy || off ? "true" : undefined}>${title}</button>
    <${CopyAs} title=${label} read=${read} /><${Outcome} ...${told} id=${id} /></form>`;
}

/**
 * Buttons for the values of a field, of which each sends its form. `options` are pairs of a value and its label.
 * Without a `value` the field is another one of the form.
 */
export function Choices({ name, label, value = null, options }) {
  const choose = ({ currentTarget: { form, value: chosen } }) => {
    form.elements[name].value = chosen;
    form.requestSubmit();
  };
  return html`${value !== null && html`<input type="hidden" name=${name} value=${value} />`}
    <div class="seg" role="group" aria-label=${label}>${options.map(([option, text, aria]) => html`<button type="button"
      data-set=${name} data-value=${option} value=${option} aria-label=${aria} aria-pressed=${String(option === value)}
      onClick=${choose}>${text}</button>`)}</div>`;
}

/** What a person has typed or chosen, until the world has another value. */
export function useDraft(value) {
  const [draft, setDraft] = useState(null);
  useLayoutEffect(() => setDraft(null), [value]);
  return [draft, setDraft];
}

/** The most choices that a list of the browser shows well. */
const few = 12;
const openers = ["Enter", " ", "ArrowDown", "ArrowUp"];

/**
 * A list of choices. `about` says what a choice means. Many choices outside of a menu open with a search. A brief list
 * has its choices when it gets the focus.
 */
export function Select({ name, label, value, options, text = (option) => option, about = () => "", isBrief, onChange,
  ...rest }) {
  const [isReady, setReady] = useState(!isBrief || options.length <= few);
  const open = (event) => {
    const place = event.currentTarget;
    if (options.length <= few || place.closest("[popover]") || (event.key && !openers.includes(event.key))) return;
    event.preventDefault();
    place.focus();
    const things = options.map((option) => ({
      kind: "", text: text(option), more: about(option), isChosen: option === value,
      go: () => {
        place.value = option;
        place.dispatchEvent(new Event("change", { bubbles: true }));
      },
    }));
    openOverlay("palette", { title: label ?? named([place]), things });
  };
  const [draft, setDraft] = useDraft(value);
  return html`<select name=${name} aria-label=${label} value=${draft ?? value} onMouseDown=${open} onKeyDown=${open}
    onFocus=${() => setReady(true)}
    onChange=${({ currentTarget }) => {
      setDraft(currentTarget.value);
      onChange?.(currentTarget.value, currentTarget);
    }} ...${rest}>
    ${(isReady ? options : [draft ?? value]).map((option) => html`<option value=${option} key=${option}
      title=${about(option)}>${text(option)}</option>`)}</select>`;
}

/** A field that shows a value of the world until a person types another one. */
export function Input({ value = "", ...rest }) {
  const [draft, setDraft] = useDraft(value);
  const type = ({ currentTarget }) => setDraft(currentTarget.value);
  return html`<input autocomplete="off" spellcheck="false" ...${rest} value=${draft ?? value} onInput=${type}
    onChange=${type} />`;
}
