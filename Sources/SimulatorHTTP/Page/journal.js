// The page's copy of the journal, and the selection of the shown lines. All functions are pure.

/** The largest number of lines on the page. */
const most = 500;

/** The copy before the first response. */
export const untold = { name: null, last: 0, entries: [], isWhole: false };

/** Returns the copy after a response with the entries that follow the copy's last entry. */
export function learned(known, { name, first, last, count, entries }) {
  // Entry numbers are unique only within one journal, so another journal is read from its beginning.
  if (name !== known.name && known.last > 0) return { ...untold, name };
  const kept = first === 0 ? [] : known.entries.filter(({ number }) => number >= first);
  const isWhole = count === entries.length;
  if (entries.length === 0 && kept.length === known.entries.length && isWhole === known.isWhole) return known;
  return { name, last: Math.max(known.last, last), entries: [...kept, ...entries], isWhole };
}

/** Returns the cells of a line. */
export const texts = ({ at, room, event, outcome, reason }) => [at, room, event, outcome, reason];

/** Returns the lines that contain a text, the newest first, and a sentence about lines that are not shown. */
export function chosen(entries, text) {
  const wanted = text.toLowerCase();
  const matching = wanted === ""
    ? entries : entries.filter((entry) => texts(entry).join(" ").toLowerCase().includes(wanted));
  return { lines: matching.slice(-most).reverse(), told: told(entries.length, matching.length, wanted !== "") };
}

function told(all, matching, isFiltered) {
  if (all === 0) return "No entries yet. Calls of an app and requests to the service appear here.";
  if (matching === 0) return `No line of ${all} contains this text.`;
  const which = isFiltered ? `${matching} of ${all} lines` : `${matching} lines`;
  if (matching > most) return `Showing the newest ${most} of ${which}.`;
  return isFiltered ? `${which}.` : "";
}
