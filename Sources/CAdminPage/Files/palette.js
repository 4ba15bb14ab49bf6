// Search or do: one field that finds what the page can do and show. It is a combobox (ARIA Authoring Practices Guide).

import { Dialog } from "./parts.js";
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "./preact.js";
import { closeOverlay, need, state, useStore } from "./store.js";

/** The most rows that are shown. */
const most = 60;

const texts = new WeakMap();

/** Returns the words of a thing in small letters; `also` has other names for it. */
function whole(thing) {
  if (!texts.has(thing)) texts.set(thing, `${thing.kind} ${thing.text} ${thing.more ?? ""} ${thing.also
    ?? ""}`.toLowerCase());
  return texts.get(thing);
}

/**
 * Returns how late the words of a search stand in the name of a thing; what does something at once comes first of
 * equals.
 */
const rank = ({ kind, text, also = "" }, wanted) => wanted.reduce((sum, word) => {
  const at = text.toLowerCase().indexOf(word);
  return sum + (at < 0 ? (also.includes(word) ? 1 : 3) : at === 0 ? 0 : /\W/.test(text[at - 1]) ? 1 : 2);
}, kind === "Do" ? 0 : .5);

/** Returns the things that have all words of a text, the best first. */
export function matching(things, text) {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = things.filter((thing) => wanted.every((word) => whole(thing).includes(word)));
  if (wanted.length === 0) return found;
  return found.map((thing) => [rank(thing, wanted), thing]).sort(([one], [other]) => one - other).map(([, thing]) =>
    thing);
}

/**
 * Shows things, of which each has a `kind`, a `text`, perhaps `more` words, and `go`, which is what happens when it is
 * chosen. `make` returns further things for a typed text. Without `things` it is the search of the page.
 */
export default function Palette({ title = "Search or do", things: given = null, text: typed = "" }) {
  const [text, setText] = useState(typed);
  const [module, setModule] = useState(null);
  const [refused, tell] = useState("");
  const list = useRef();
  useEffect(() => {
    if (given === null) import("./things.js").then(setModule);
    return given === null ? need("settings") : undefined;
  }, []);
  const settings = useStore((state) => state.settings);
  const all = useMemo(() => given ?? module?.things(state) ?? [], [module]);
  const shown = useMemo(() => {
    if (!module) return matching(all, text);
    return [...module.typed(text, state), ...matching([...all, ...module.settingsWith(text, state, most)],
      text)].slice(0, most);
  }, [all, text, settings]);
  const [at, setAt] = useState(0);
  useLayoutEffect(() => setAt(text === "" ? Math.max(0, shown.findIndex(({ isChosen }) => isChosen)) : 0), [shown]);
  useLayoutEffect(() => list.current.children[at]?.scrollIntoView({ block: "nearest" }), [at, shown]);
  const choose = async (thing) => {
    if (thing === undefined) return;
    // What is done may open another overlay.
    if (!thing.isSlow) closeOverlay();
    try {
      await thing.go();
      if (thing.isSlow) closeOverlay();
    } catch (error) {
      tell(error.message);
    }
  };
  const keys = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") event.preventDefault(), choose(shown[at]);
    if (step === undefined || shown.length === 0) return;
    event.preventDefault();
    setAt((at + step + shown.length) % shown.length);
  };
  return html`<${Dialog} id="palette" label=${title} onClose=${closeOverlay}>
    <div role="combobox" aria-haspopup="listbox" aria-expanded="true" aria-owns="palette-rows" aria-label=${title}>
      <input id="palette-text" type="text" aria-label=${title} aria-controls="palette-rows" aria-autocomplete="list"
        autocomplete="off" autofocus
        aria-activedescendant=${shown.length > 0 ? `palette-row-${at}` : undefined} placeholder=${title} value=${text}
        onInput=${({ currentTarget }) => setText(currentTarget.value)} onKeyDown=${keys} /></div>
    <ul id="palette-rows" role="listbox" aria-label="Found" ref=${list}>${shown.map((thing, index) => html`<li
      key=${index} id=${`palette-row-${index}`} role="option"
      aria-selected=${String(index === at)}
        onClick=${() => choose(thing)}>${thing.kind && html`<small>${thing.kind}</small> `}<span>${thing.text}</span>
      ${thing.more && html` <span class="quiet more">${thing.more}</span>`}</li>`)}</ul>
    <p id="palette-none" role="status">${refused || (shown.length === 0 && (given || module)
      ? "Nothing has these words." : "")}</p><//>`;
}
