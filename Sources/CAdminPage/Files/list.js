// The attempts of the apps, the newest first, with the commands of the test between them.

import { about, sentence, title, why } from "./flows.js";
import { brief } from "./clock.js";
import { Filter } from "./filter.js";
import { Icon, lazy, Sign } from "./parts.js";
import { html, useLayoutEffect, useRef } from "./preact.js";
import { select, set, state, useStore } from "./store.js";

/** Loads what shows an attempt, a moment before a person opens one. */
const prepare = () => import("./detail.js");

const Entries = lazy(() => import("./journal.js"));

/** The address that opens an attempt. */
function address(first) {
  const query = new URLSearchParams(location.search);
  query.set("flow", first);
  query.delete("message");
  query.delete("view");
  return `?${query}`;
}

/** Opens an attempt, unless the person wants it in another tab of the browser. */
function open(event, first) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  select(first);
  // Enter moves the focus into the attempt.
  if (event.detail === 0) setTimeout(() => document.getElementById("detail-title")?.focus());
}

/** Shows an attempt as one line. A line does not change unless its attempt does. */
const rows = new WeakMap();

function line(flow, isOpen) {
  const known = rows.get(flow);
  if (known?.isOpen === isOpen) return known.made;
  const made = html`<li key=${flow.first}><a class="row ${flow.verdict}" href=${address(flow.first)}
    data-flow=${flow.first}
    data-verdict=${flow.verdict} aria-current=${isOpen ? "true" : undefined} onClick=${(event) => open(event,
      flow.first)}>
    <${Sign} of=${flow.verdict} /><span class="what"><b>${title(flow)}</b> <span class="about">
      ${about(flow)}</span></span>
    <span class="why">${why(flow)}</span> <span class="status">${flow.status ?? ""}</span>
    <span class="at">${brief(flow.began).slice(11)}</span></a></li>`;
  rows.set(flow, { made, isOpen });
  return made;
}

/** Shows a command of the test between the attempts. */
function command(flow) {
  const known = rows.get(flow);
  if (known) return known.made;
  const made = html`<li key=${flow.first}><p class="cmd" data-flow=${flow.first} title=${brief(flow.began)}>
    <i><${Icon} name="sliders" /></i><span class="sentence">${sentence(flow)}</span> <span
      class="number">#${flow.first}</span></p></li>`;
  rows.set(flow, { made });
  return made;
}

/** Keeps what a person looks at in its place when lines appear above it. */
function useStill(place, newest) {
  const before = useRef({ height: 0, top: 0 });
  before.current = { height: place.current?.scrollHeight ?? 0, top: place.current?.scrollTop ?? 0 };
  useLayoutEffect(() => {
    const { height, top } = before.current;
    if (top > 0 && height > 0) place.current.scrollTop = top + place.current.scrollHeight - height;
  }, [newest]);
}

function Attempts() {
  const [listing, selected, isLoaded] = useStore(({ flows, selected }) => [flows, selected, flows.name !== null]);
  const place = useRef();
  const shown = listing.flows;
  useStill(place, shown.at(-1)?.first);
  if (isLoaded && listing.total === 0 && shown.length === 0) {
    return html`<div class="rows"><p class="empty">No attempts yet. What an app does appears here.${" "}
      <button type="button" class="btn" onClick=${() => set({ panel: { name: "connect" } })}>How to connect an
        app</button></p></div>`;
  }
  return html`<div class="rows" ref=${place} tabindex="-1" onPointerEnter=${prepare} onfocusin=${prepare}>
    <div class="head" aria-hidden="true"><span /><span>Attempt</span><span>Why</span><span class="status">HTTP</span>
      <span class="at">Time</span></div>
    ${isLoaded && shown.length === 0 && html`<p class="empty" role="status">No attempt matches the filter.</p>`}
    <ol id="flows" aria-label="Attempts">
      ${shown.toReversed().map((flow) => (flow.kind === "command" ? command(flow)
        : line(flow, flow.first === selected)))}
    </ol>
    ${listing.count > shown.filter(({ kind }) => kind !== "command").length
      && html`<button type="button" class="btn" id="older" onClick=${() => set({ most: state.most + 200 })}>Show older
        attempts</button>`}
  </div>`;
}

export function List() {
  const by = useStore(({ filter }) => filter.by);
  return html`<section id="attempts" aria-label="Attempts" tabindex="-1"><${Filter} />
    ${by === "entry" ? html`<${Entries} />` : html`<${Attempts} />`}</section>`;
}
