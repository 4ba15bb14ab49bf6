// The vendors' rules about clients: those that the open attempt broke, or all of the world with its calls as evidence.

import { brokenBy } from "./detail.js";
import { PanelHead, Wait } from "./parts.js";
import { html, useEffect } from "./preact.js";
import { need, select, state, useStore } from "./store.js";

/** The verdicts in the order of the page, with their headings. */
const groups = {
  broken: "Broken", waived: "Waived", held: "Held", "not-observable": "Not observable",
    "not-exercised": "Not exercised",
};

/** Returns how many rules have each verdict, as a sentence. */
export function summary(rules) {
  const counts = Object.entries(groups).map(([verdict, text]) =>
    [rules.filter((rule) => rule.verdict === verdict).length, text]);
  return `${counts.filter(([count]) => count > 0).map(([count, text]) =>
    `${count} ${text.toLowerCase()}`).join(", ")}.`;
}

/** Opens the attempt of an entry at its message. */
const show = (number) => {
  const flow = state.flows.flows.find(({ kind, first, last }) => kind !== "command" && first <= number
    && number <= last);
  select(flow?.first ?? number, { tab: "messages", message: number });
};

/** What the app did, with its calls, and what it does instead. */
const Finding = ({ finding: { entries, reason, instead } }) => html`<li class="found"><p>${reason}</p>
  <p><b>Instead: </b>${instead}</p><p class="more">${entries.map((number) =>
    html`<button type="button" key=${number} data-entry=${number} onClick=${() =>
      show(number)}>Entry ${number}</button>`)}</p></li>`;

/** Returns what else there is to say about a rule, as sentences. */
function remarks({ verdict, trigger, missing, waiver, count, findings }) {
  return [
    waiver === undefined ? "" : `The profile waives it: ${waiver}`,
    verdict === "not-exercised" ? `Exercised by: ${trigger}` : "",
    verdict === "not-observable" ? `Missing: ${missing.join(", ")}` : "",
    count > findings.length ? `And ${count - findings.length} more.` : "",
  ].filter(Boolean);
}

function Rule({ rule }) {
  const { id, severity, sentence, findings, sources, verdict } = rule;
  return html`<li class="rule"><details open=${verdict === "broken"}>
    <summary><code>${id}</code> <small>${severity}</small> <span>${sentence}</span></summary>
    ${findings.length > 0 && html`<ol class="findings">${findings.map((finding, at) => html`<${Finding} key=${at}
      finding=${finding} />`)}</ol>`}
    ${remarks(rule).map((text) => html`<p class="quiet">${text}</p>`)}
    <ul class="sources">${sources.map(({ title, section, address }) =>
      html`<li key=${address + section}><a href=${address} rel="noreferrer" target="_blank">
        ${title}, ${section}</a></li>`)}</ul></details></li>`;
}

/** All rules of the world: the panel. */
function All({ rules }) {
  const isEmpty = rules.every(({ verdict }) => verdict.startsWith("not-"));
  return html`<div class="panel"><${PanelHead} id="rules-title" title="What the app keeps and breaks" name="Rules" />
    <p class="quiet">The vendors’ rules about apps, judged by the calls of this world. A rule that nothing exercised is
      not held.</p>
    <p id="rules-told" role="status">${isEmpty ? "No call of an app has exercised a rule yet." : summary(rules)}</p>
    ${Object.entries(groups).map(([verdict, label]) => {
      const some = rules.filter((rule) => rule.verdict === verdict);
      return some.length > 0 && html`<h3 class="head" id=${`rules-${verdict}`}><span>${label}</span> <small>
        ${some.length}</small></h3>
        <ul class="rules ${verdict}" aria-labelledby=${`rules-${verdict}`}>
          ${some.map((rule) => html`<${Rule} key=${rule.id} rule=${rule} />`)}</ul>`;
    })}</div>`;
}

export default function Rules({ open }) {
  const rules = useStore((state) => state.rules);
  useEffect(() => need("rules"), []);
  if (rules === null) return html`<${Wait} />`;
  if (open === undefined) return html`<${All} rules=${rules} />`;
  const broken = brokenBy(rules, new Set(open.messages.map(({ entry }) => entry.number)));
  const all = html`<p class="more"><a class="btn" href="?view=rules">All rules of this world</a></p>`;
  if (broken.length === 0) return html`<p>This attempt broke none of the vendors’ rules.</p>${all}`;
  return html`<ul class="rules broken" aria-label="Broken by this attempt">
    ${broken.map((rule) => html`<${Rule} key=${rule.id} rule=${rule} />`)}</ul>${all}`;
}
