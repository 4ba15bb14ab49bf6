// The vendors' rules about clients: which of them the app of this world kept and broke, with its calls as evidence.

import { body } from "./flow.js";
import { element, fill, find, say } from "./show.js";

/** The verdicts in the order of the page, with their headings. */
const groups = {
  broken: "Broken", waived: "Waived", held: "Held", "not-observable": "Not observable", "not-exercised": "Not exercised",
};

/** Returns how many rules have each verdict, as a sentence. */
export function summary(rules) {
  const counts = Object.entries(groups).map(([verdict, text]) => [rules.filter((rule) => rule.verdict === verdict).length, text]);
  return `${counts.filter(([count]) => count > 0).map(([count, text]) => `${count} ${text.toLowerCase()}`).join(", ")}.`;
}

/** Creates the button that shows a call in the journal, and says which of its world. */
function evidence(number) {
  const made = element("button", `Entry ${number}`, "quiet");
  made.type = "button";
  made.dataset.entry = number;
  made.setAttribute("aria-expanded", "false");
  return made;
}

/** Creates what the app did, with its calls, and what it does instead. */
function finding({ entries, reason, instead }) {
  const item = element("li", "", "found");
  const calls = element("p", "", "calls");
  calls.append(...entries.flatMap((number) => [evidence(number), " "]));
  const better = element("p", "", "instead");
  better.append(element("b", "Instead: "), instead);
  item.append(element("p", reason), better, calls);
  return item;
}

/** Creates the links to the documents of a rule. */
function documents(sources) {
  const list = element("ul", "", "sources");
  list.append(...sources.map(({ title, section, address }) => {
    const item = element("li");
    const link = element("a", `${title}, ${section}`);
    Object.assign(link, { href: address, rel: "noreferrer", target: "_blank" });
    item.append(link);
    return item;
  }));
  return list;
}

/** Returns what else there is to say about a rule, as sentences. */
function remarks({ verdict, trigger, missing, waiver, count, findings }) {
  return [
    waiver === undefined ? "" : `The profile waives it: ${waiver}`,
    verdict === "not-exercised" ? `Exercised by: ${trigger}` : "",
    verdict === "not-observable" ? `Missing: ${missing.join(", ")}` : "",
    count > findings.length ? `And ${count - findings.length} more.` : "",
  ].filter(Boolean);
}

/** Creates the row of a rule. */
function row(rule) {
  const item = element("li", "", "rule");
  const made = element("details");
  made.open = rule.verdict === "broken";
  const head = element("summary");
  head.append(element("code", rule.id), " ", element("small", rule.severity), " ", element("span", rule.sentence));
  const found = element("ol", "", "findings");
  found.append(...rule.findings.map(finding));
  made.append(
    head, ...(rule.findings.length > 0 ? [found] : []), ...remarks(rule).map((text) => element("p", text, "quiet")),
    documents(rule.sources));
  item.append(made);
  return item;
}

/** Creates the rules with one verdict. */
function group([verdict, rules]) {
  const list = element("ul", "", `rules ${verdict}`);
  const heading = element("h3", `${groups[verdict]} `);
  heading.id = `rules-${verdict}`;
  heading.append(element("small", String(rules.length)));
  list.setAttribute("aria-labelledby", heading.id);
  list.append(...rules.map(row));
  return [heading, list];
}

/** Shows a report. */
function show({ rules }) {
  const isEmpty = rules.every(({ verdict }) => verdict.startsWith("not-"));
  say(find("rules-told"), isEmpty ? "No call of an app has exercised a rule yet." : summary(rules));
  const broken = rules.filter(({ verdict }) => verdict === "broken").length;
  const place = find("tab-rules").querySelector("small");
  say(place, broken === 0 ? "" : `${broken} broken`);
  place.classList.toggle("unusual", broken > 0);
  const shown = Object.keys(groups).map((verdict) => [verdict, rules.filter((rule) => rule.verdict === verdict)]);
  fill(find("rules"), shown.filter(([, some]) => some.length > 0), group);
}

/** Opens or closes the call that a button names. */
async function toggle(button, actions) {
  const isOpen = button.getAttribute("aria-expanded") === "true";
  button.setAttribute("aria-expanded", String(!isOpen));
  const number = Number(button.dataset.entry);
  const item = button.closest(".found");
  if (isOpen) return item.querySelector(`[data-shows="${number}"]`)?.remove();
  const place = element("div", "Loading…");
  place.dataset.shows = number;
  item.append(place);
  try {
    const found = await actions.flow(number);
    if (found.flow === null) place.textContent = "The journal no longer has this call.";
    else place.replaceChildren(body(found, actions));
  } catch (error) {
    place.textContent = error.message;
  }
}

/** The time after which the rules are judged again while the view is open, in milliseconds. */
const pause = 500;
let waiting = null;

/**
 * Connects the view: `read` judges the world, `actions` has what the flows of the journal offer, and `tell` shows an
 * error. Returns the function that judges again, soon, if the view is open.
 */
export function wireRules(read, actions, tell) {
  const judge = () => read().then(show).catch(tell);
  find("rules").addEventListener("click", ({ target }) => {
    const button = target.closest("[data-entry]");
    if (button !== null) toggle(button, actions);
  });
  document.addEventListener("view", ({ detail }) => detail === "rules" && judge());
  if (!find("panel-rules").hidden) judge();
  return () => {
    if (find("panel-rules").hidden || waiting !== null) return;
    waiting = setTimeout(() => {
      waiting = null;
      judge();
    }, pause);
  };
}
