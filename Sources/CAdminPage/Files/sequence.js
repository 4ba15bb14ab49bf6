// The messages of an attempt between their participants: a question and its answer on one arrow, a step as a box.

import { lanes as names, verdict, verdicts } from "./flows.js";
import { html, useState } from "./preact.js";

/** Returns the words of a message: what was asked, and what came back. */
export function said({ event, outcome, kind, value, fault }) {
  if (fault !== undefined && kind !== "request") return { asked: `fault: ${fault.error ?? fault.at}`, told: outcome };
  if (value?.defect !== undefined) return { asked: `defect ${value.defect.name}`, told: outcome };
  if (kind !== "request" || value?.path === undefined) return { asked: event, told: outcome };
  const path = value.path.replace(/^\/api\/v2\/[^/]+\/|^\//, "");
  return { asked: `${value.method} ${path}`, told: String(value.status ?? outcome) };
}

function Step({ message: { entry, from, to }, used, open }) {
  const [one, other] = [used.indexOf(from), used.indexOf(to)].sort((a, b) => a - b);
  const isSelf = from === to;
  const { asked, told } = said(entry);
  const way = isSelf ? names[from] : `${names[from]} to ${names[to]}`;
  const kind = verdict(entry);
  // A box stands on its lane, and an arrow goes from lane to lane.
  const gridColumn = isSelf ? `${2 * one + 1} / ${2 * one + 3}` : `${2 * one + 2} / ${2 * other + 2}`;
  return html`<li key=${entry.number}><button type="button" class="plain step ${kind}" data-entry=${entry.number}
    style=${{ gridTemplateColumns: `repeat(${2 * used.length}, 1fr)` }} title=${entry.reason} onClick=${() =>
      open(entry)}>
    <span class="hidden">${way}: </span><span class=${isSelf ? `box ${entry.value?.defect ? "set" : ""}`
      : `arrow ${used.indexOf(from) > used.indexOf(to) ? "back" : ""}`}
      style=${{ gridColumn }}><span class="asked">${asked}</span> <span class="told">${isSelf ? "" : told}</span></span>
    <span class="hidden">${verdicts[kind]}</span></button></li>`;
}

/** The most messages before the first that matters, which are not folded. */
const few = 12;

export function Sequence({ lanes, messages, flow, open }) {
  const [isWhole, unfold] = useState(false);
  const first = messages.findIndex(({ entry }) => verdict(entry) === flow.verdict);
  const hidden = isWhole || ["ok", "note"].includes(flow.verdict) || first <= few ? 0 : first - few;
  const columns = { gridTemplateColumns: `repeat(${lanes.length}, 1fr)` };
  return html`<div class="sequence">
    <p class="lanes" aria-hidden="true" style=${columns}>${lanes.map((lane) => html`<span key=${lane}>
      ${names[lane]}</span>`)}</p>
    <div class="drawn"><p class="lifelines" aria-hidden="true" style=${columns}>
      ${lanes.map((lane) => html`<i key=${lane} />`)}</p>
      ${hidden > 0 && html`<button type="button" class="ghost" onClick=${() => unfold(true)}>${hidden} earlier messages.
        Show them</button>`}
      <ol aria-label="Messages">${messages.slice(hidden).map((message) =>
        html`<${Step} key=${message.entry.number} message=${message} used=${lanes} open=${open} />`)}</ol></div></div>`;
}
