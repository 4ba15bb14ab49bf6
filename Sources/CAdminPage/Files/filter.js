// The filter of the attempts: a text with the words `app:`, `mvpd:` and `trace:`, and a chip for each outcome.

import { lanes, verdicts } from "./flows.js";
import { Icon, Menu } from "./parts.js";
import { html } from "./preact.js";
import { ask, confirm, set, state, tell, useStore } from "./store.js";

/** Changes a part of the filter. */
const change = (part) => set({ filter: { ...state.filter, ...part } });

/** Chooses a value, or all again if it was chosen. */
const toggle = (name, value) => change({ [name]: state.filter[name] === value ? "" : value });

const Chip = ({ name, value, label, count, isChosen, children }) => html`<button type="button" class="chip ${value}"
  value=${value}
  data-field=${name} aria-pressed=${isChosen} aria-label=${`${label} ${count}`} title=${label}
  onClick=${() => toggle(name, value)}>${children} <small>${count}</small></button>`;

function Chips() {
  const [{ total, verdicts: counts }, chosen] = useStore(({ flows, filter }) => [flows, filter.verdict]);
  const shown = Object.keys(verdicts).filter((name) => (counts[name] ?? 0) > 0 || name === chosen);
  return html`<div class="chips" id="verdict-chips" role="group" aria-label="Outcome">
    <${Chip} name="verdict" value="" label="All" count=${total} isChosen=${chosen === ""}>All<//>
    ${shown.map((name) => html`<${Chip} key=${name} name="verdict" value=${name} label=${verdicts[name]}
      count=${counts[name] ?? 0}
      isChosen=${chosen === name}><span class="sign ${name}"><${Icon} name=${name} /></span><//>`)}</div>`;
}

/** Removes all entries of the journal. */
async function forget(event, close) {
  event.preventDefault();
  close();
  if (await confirm("Clear journal", "All entries are removed. Settings and state stay.")) ask("DELETE",
    "journal").catch(tell);
}

function More({ close }) {
  const [used, chosen, by] = useStore(({ flows, filter }) => [flows.lanes, filter.lane, filter.by]);
  const seen = Object.keys(lanes).filter((name) => name !== "app" && ((used[name] ?? 0) > 0 || name === chosen));
  const view = (value, id, label) => html`<button type="button" id=${id} class="chip" data-by=${value}
    aria-pressed=${by === value}
    onClick=${() => change({ by: value })}>${label}</button>`;
  return html`
    <h2>Participant</h2>
    <div class="seg" id="lane-chips" role="group" aria-label="Participant">
      ${seen.map((name) => html`<${Chip} key=${name} name="lane"
      value=${name} label=${lanes[name]} count=${used[name] ?? 0} isChosen=${chosen === name}>
        ${lanes[name]}<//>`)}</div>
    <hr /><h2>Show the journal as</h2>
    <div class="seg" role="group" aria-label="Show the journal as">${view("", "by-flow", "Attempts")} ${view("entry",
      "by-entry", "Entries")}</div>
    <hr /><form data-control="forget" onSubmit=${(event) => forget(event, close)}><button class="danger">Clear
      journal…</button></form>`;
}

export function Filter() {
  const [text, hasMore, apps, mvpds] = useStore(({ filter, flows }) =>
    [filter.text, Boolean(filter.lane || filter.by), flows.apps, flows.mvpds]);
  const clear = (event) => {
    if (event.key !== "Escape" || text === "") return;
    event.preventDefault();
    change({ text: "" });
  };
  const enter = (event) => {
    event.preventDefault();
    document.querySelector("#flows .row, #journal .line")?.focus();
  };
  return html`<form id="filter" role="search" aria-label="Filter the journal" onSubmit=${enter}>
    <span class="text"><${Icon} name="search" /><input name="text" list="filter-words" autocomplete="off"
      aria-label="Filter the journal"
      placeholder="Filter: text, app:, mvpd:, trace:" aria-keyshortcuts="/" value=${text} onKeyDown=${clear}
      onInput=${({ target }) => change({ text: target.value })} /></span>
    <datalist id="filter-words">${[...apps.map((name) => `app:${name}`), ...mvpds.map((name) => `mvpd:${name}`)]
      .map((word) => html`<option key=${word} value=${word} />`)}</datalist>
    <${Chips} />
    <${Menu} id="more-filters" class="chip" label="More filters" aria-pressed=${hasMore ? "true" : undefined}
      content=${(close) => html`<${More} close=${close} />`}><${Icon} name="sliders" /><//>
  </form>`;
}
