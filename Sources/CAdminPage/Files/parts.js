// Small parts that all of the page uses. All values are shown as text, never as markup.

import { proof, save } from "./api.js";
import { verdicts } from "./flows.js";
import { html, useLayoutEffect, useReducer, useRef, useState } from "./preact.js";
import { act, closePanel, tell } from "./store.js";

const shapes = {
  ok: ["M3 8.5l3.2 3.2L13 5"], fellBack: ["M3 9a5 5 0 019-3M12 2v4H8"], refused: ["M4 4l8 8M12 4l-8 8"],
  fault: ["M9 2L4 9h4l-1 5 5-7H8z"], note: ["M8 7v5M8 4v.1"], down: ["M4 6l4 4 4-4"], left: ["M10 3L5 8l5 5"],
  sliders: ["M2 5h7M12 5h2M2 11h2M7 11h7M9 5a1.5 1.5 0 103 0 1.5 1.5 0 10-3 0M4 11a1.5 1.5 0 103 0 1.5 1.5 0 10-3 0"],
  undo: ["M3 6h6a4 4 0 010 8H6M3 6l3-3M3 6l3 3"], search: ["M3 7a4 4 0 108 0 4 4 0 10-8 0M10 10l4 4"],
  link: ["M6.5 9.5l3-3M7 4.5L8.5 3a3 3 0 014.5 4.5L11.5 9M9 11.5L7.5 13A3 3 0 013 8.5L4.5 7"],
  clock: ["M2 8a6 6 0 1012 0A6 6 0 102 8M8 4.5V8l2.5 1.5"], copy: ["M5.5 5.5h8v8h-8zM10.5 3.5v-1h-8v8h1"],
  jump: ["M3 4l5 4-5 4zM12 4v8"], close: ["M4 4l8 8M12 4l-8 8"],
};
Object.assign(shapes, { failed: shapes.refused, changed: shapes.sliders });

/** A sign, which says nothing to a screen reader. */
export const Icon = ({ name }) =>
  html`<svg viewBox="0 0 16 16" aria-hidden="true">${shapes[name].map((shape) => html`<path d=${shape} />`)}</svg>`;

/** The sign of a verdict, with its word for a screen reader. */
export const Sign = ({ of }) =>
  html`<span class="sign ${of}"><${Icon} name=${of} /><span class="hidden">${verdicts[of]}</span></span>`;

/** The word of a verdict. */
export const Badge = ({ of, children }) => html`<span class="badge ${of}">${children ?? verdicts[of]}</span>`;

/** The bars of the conditions of a silent exchange and that of the service's answer: how far it came. */
export function Bars({ holds, answer = "" }) {
  const label = `${holds.filter(Boolean).length} of 7 conditions held${answer
    ? `, the service’s answer: ${verdicts[answer]}` : ""}`;
  const bar = (at) => (at >= holds.length ? "" : holds[at] ? "ok" : "fellBack");
  return html`<span class="bars" role="img" aria-label=${label}>
    ${Array.from({ length: 7 }, (_, at) => html`<i class=${bar(at)} />`)}<i class="end ${answer}" /></span>`;
}

/** A text that breaks at dots, slashes and capitals only. */
export const words = (text) => String(text ?? "").split(/(?<=[./:_-])(?=\w)|(?<=[a-z])(?=[A-Z])/)
  .flatMap((part, at) => (at === 0 ? [part] : [html`<wbr />`, part]));

/** The result of a control: a sentence, or an error. */
export const Outcome = ({ text = "", error = null, id }) =>
  html`<p class="outcome ${error ? "no" : ""}" role="status" id=${id}>${error?.message ?? error ?? text}</p>`;

/** Returns a function that performs a command, and the error of the last one; `null` if it succeeded. */
export function useAct() {
  const [error, setError] = useState(null);
  return [(event) => act(event).then(() => setError(null), setError), error];
}

/** The heading of a panel, with the way back to the attempts. */
export const PanelHead = ({ id, title, name }) => html`<div class="bar"><h2 id=${id} tabindex="-1">${title}</h2>
  <button type="button" class="ghost" aria-label=${`Close: ${name}`} onClick=${closePanel}><${Icon} name="close"
    /></button></div>`;

/** Says that something is being read. */
export const Wait = ({ text = "Loading…" }) => html`<p class="quiet" role="status">${text}</p>`;

/** A link to a file of the admin API, which also works with a secret. */
export function Link({ href, download, children, ...rest }) {
  const follow = (event) => {
    if (Object.keys(proof()).length === 0) return;
    event.preventDefault();
    save(event.currentTarget).catch(tell);
  };
  return html`<a ...${rest} href=${href} download=${download} onClick=${follow}>${children}</a>`;
}

/** Returns a component of the default export of a module, which is loaded when it is first shown. */
export function lazy(load) {
  let Loaded = null;
  return function Lazy(props) {
    const [, render] = useReducer((count) => count + 1, 0);
    if (Loaded !== null) return html`<${Loaded} ...${props} />`;
    load().then((module) => {
      Loaded = module.default;
      render();
    }, tell);
    return null;
  };
}

let count = 0;
const loaded = new Map();

/** Returns the component of a module, one for each function that loads it. */
const component = (load) => loaded.get(load) ?? loaded.set(load, lazy(load)).get(load);

/** Places a menu at its button, inside of the window. */
function place(menu, button) {
  const at = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const below = at.bottom + 4 + height <= innerHeight - 8;
  menu.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  menu.style.top = `${below ? at.bottom + 4 : Math.max(8, Math.min(at.top, innerHeight - height - 8))}px`;
}

/**
 * A button with a menu, which is made while it is open. `children` is what the button shows. `content` is a function
 * from `close` to what the menu shows; or `load` loads the module of a component, which gets `close`.
 */
export function Menu({ label, title = label, content, load, children, ...rest }) {
  const [id] = useState(() => `menu-${count += 1}`);
  const [isOpen, setOpen] = useState(false);
  const [button, menu] = [useRef(), useRef()];
  const close = () => menu.current?.hidePopover();
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const settle = () => place(menu.current, button.current);
    settle();
    // What is loaded later needs another place.
    const observer = new ResizeObserver(settle);
    observer.observe(menu.current);
    const focus = () => {
      const first = menu.current?.querySelector("[autofocus], input:not([type=hidden]), select, button, a[href]");
      if (first) first.focus();
      return Boolean(first);
    };
    if (focus()) return () => observer.disconnect();
    const later = new MutationObserver(() => focus() && later.disconnect());
    later.observe(menu.current, { childList: true, subtree: true });
    return () => [observer, later].forEach((one) => one.disconnect());
  }, [isOpen]);
  const shown = () => (load ? html`<${component(load)} close=${close} />` : content(close));
  return [
    html`<button type="button" ...${rest} ref=${button} popovertarget=${id} aria-haspopup="dialog"
      aria-expanded=${isOpen}
      aria-label=${label}>${children}</button>`,
    html`<div class="menu" popover="auto" id=${id} ref=${menu} role="dialog" aria-label=${title}
      onToggle=${({ newState }) => setOpen(newState === "open")}>${isOpen && shown()}</div>`,
  ];
}

/** A dialog, which is open as long as it is shown. */
export function Dialog({ id, label, onClose, children }) {
  const place = useRef();
  useLayoutEffect(() => {
    const dialog = place.current;
    dialog.showModal();
    // A dialog that is closed gives the focus back.
    return () => dialog.close();
  }, []);
  return html`<dialog id=${id} ref=${place} aria-label=${label} onClose=${() => place.current?.isConnected
    && onClose()}>${children}</dialog>`;
}

/** A button that copies a text, or what an asynchronous function returns. */
export function CopyButton({ text, label, children, class: kind = "" }) {
  const [told, setTold] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "function" ? await text() : text);
      setTold("Copied");
    } catch {
      setTold("The browser does not allow the page to copy");
    }
    setTimeout(() => setTold(""), 2000);
  };
  return html`<button type="button" class=${kind} aria-label=${label} onClick=${copy}>${told || children}
    <span class="hidden" role="status">${told}</span></button>`;
}

/** Keeps the focus inside of an element when the focused part of it goes away. */
export function useFocusBack(place) {
  const had = useRef(false);
  had.current = place.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (!had.current || document.activeElement !== document.body) return;
    (place.current.querySelector("button, a[href], input, select") ?? place.current).focus();
  });
}
