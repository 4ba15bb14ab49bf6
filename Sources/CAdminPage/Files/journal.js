// The journal entry by entry, in place of the attempts.

import { asked, verdict } from "./flows.js";
import { Entry } from "./entries.js";
import { html } from "./preact.js";
import { useStore } from "./store.js";

/** The most entries on the page. */
const most = 500;

/** Returns the text of an entry in which the filter searches. */
function text({ at, room, event, outcome, reason, details, fault }) {
  const more = Object.entries({ ...details, ...fault }).map(([name, value]) => `${name}=${value}`);
  return [at, room, event, outcome, reason, ...more].join(" ").toLowerCase();
}

/** Returns the apps by the identifiers of their registered clients. */
const clients = (entries) => new Map(entries.filter(({ value }) => value.client && value.details?.software)
  .map(({ value }) => [value.client, value.details.software]));

/** Returns the entries that a filter selects, the newest first. The function is pure. */
export function chosen(entries, filter) {
  const { app, mvpd, trace, text: words } = asked(filter.text);
  const known = clients(entries);
  const named = ({ value }) => value.app ?? value.details?.software ?? known.get(value.client) ?? "";
  const tests = [
    [app, (entry) => named(entry).includes(app)], [mvpd, ({ details }) => details.mvpd?.includes(mvpd) ?? false],
    [trace, ({ details }) => details.trace?.startsWith(trace) ?? false],
    [filter.verdict, (entry) => verdict(entry) === filter.verdict],
      [words, (entry) => text(entry).includes(words.toLowerCase())],
  ].filter(([value]) => value).map(([, test]) => test);
  return tests.length === 0 ? entries.toReversed() : entries.filter((entry) => tests.every((test) =>
    test(entry))).reverse();
}

function told(all, found, isFiltered) {
  if (all === 0) return "No entries yet. Calls of an app and requests to the service appear here.";
  if (found === 0) return `None of ${all} entries matches the filter.`;
  const which = isFiltered ? `${found} of ${all} entries` : `${found} ${found === 1 ? "entry" : "entries"}`;
  return found > most ? `Showing the newest ${most} of ${which}.` : `${which}.`;
}

export default function Journal() {
  const [entries, filter] = useStore(({ entries, filter }) => [entries ?? [], filter]);
  const found = chosen(entries, filter);
  return html`<div class="rows" tabindex="-1"><p class="empty" id="untold" role="status">
    ${told(entries.length, found.length, found.length < entries.length)}</p>
    <ol id="journal" class="entries" aria-label="Entries">
      ${found.slice(0, most).map((entry) => html`<${Entry} key=${entry.number} entry=${entry} />`)}</ol></div>`;
}
