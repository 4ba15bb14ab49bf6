// The elements of one entry of the journal. All values are written as text content, never as markup.

import { brief } from "./clock.js";
import { exchange, isExchange } from "./exchange.js";
import { call, verdict, verdicts } from "./journal.js";
import { element } from "./show.js";

/** Creates the line of an entry: a button that opens its details. */
export function line(entry) {
  const made = element("button", "", "line");
  made.type = "button";
  made.setAttribute("aria-expanded", "false");
  const kind = verdict(entry);
  const badge = element("span", verdicts[kind], `badge ${kind}`);
  const what = element("span", "", "what");
  what.append(element("span", entry.event, "event"), " ", element("span", entry.outcome, "result"));
  made.append(
    element("span", `#${entry.number}`, "number"), " ", element("span", brief(entry.at), "at"), " ", badge, " ",
    what, " ", element("span", entry.room, "room"), " ", element("span", entry.reason, "reason"));
  return made;
}

/** Creates the list of an entry's values that its line does not show. */
function values(entry, app) {
  const pairs = [
    ["simulated time", entry.at], ...(app ? [["app", app]] : []),
    ...(entry.fault ? [["fault", `${entry.fault.at} ${entry.fault.error}`]] : []),
    ...Object.entries(entry.details).filter(([name]) => name !== "app"),
  ];
  const made = element("dl");
  for (const [name, value] of pairs) made.append(element("dt", name), element("dd", String(value)));
  return made;
}

/**
 * Creates the details of an entry.
 *
 * `app` is the entry's app. `explain` is called with the name of a call, `copy` with a text, and `kept` returns the exchange of
 * an entry, with its secrets if its second argument is set.
 */
export function details(entry, app, { explain, copy, kept }) {
  const made = element("div", "", "details");
  made.append(values(entry, app));
  const why = element("button", `Explain ${call(entry)} now`, "quiet");
  const json = element("button", "Copy as JSON", "quiet");
  why.addEventListener("click", () => explain(call(entry)));
  json.addEventListener("click", () => copy(JSON.stringify(entry, null, 2), json));
  for (const button of [why, json]) button.type = "button";
  const actions = element("p", "", "actions");
  actions.append(why, " ", json);
  made.append(actions);
  if (isExchange(entry)) {
    const place = element("div", "", "exchange");
    made.append(place);
    kept(entry).then((found) => place.replaceWith(exchange(found, entry, () => kept(entry, true))), (error) => { place.textContent = error.message; });
  }
  return made;
}
