// What the page knows of the journal, and which of its lines it shows: functions of values alone.

/** How many lines stand on the page. */
const most = 500;

/** Before anything was told. */
export const untold = { name: null, last: 0, entries: [], isWhole: false };

/** What is known after an answer to the question for what came after the last that is known. */
export function learned(known, { name, first, last, count, entries }) {
  // The numbers of another journal mean other decisions: it is asked for from its beginning.
  if (name !== known.name && known.last > 0) return { ...untold, name };
  const kept = first === 0 ? [] : known.entries.filter(({ number }) => number >= first);
  const isWhole = count === entries.length;
  if (entries.length === 0 && kept.length === known.entries.length && isWhole === known.isWhole) return known;
  return { name, last: Math.max(known.last, last), entries: [...kept, ...entries], isWhole };
}

/** The texts of a line. */
export const texts = ({ at, room, event, outcome, reason }) => [at, room, event, outcome, reason];

/** The lines that hold a text, the newest first, and what is to be said of those that are not shown. */
export function chosen(entries, text) {
  const wanted = text.toLowerCase();
  const matching = wanted === ""
    ? entries : entries.filter((entry) => texts(entry).join(" ").toLowerCase().includes(wanted));
  return { lines: matching.slice(-most).reverse(), told: told(entries.length, matching.length, wanted !== "") };
}

function told(all, matching, isFiltered) {
  if (all === 0) return "No entries yet. Calls of an app and requests to the service appear here.";
  if (matching === 0) return `None of ${all} lines holds that.`;
  const which = isFiltered ? `${matching} of ${all} lines` : `${matching} lines`;
  if (matching > most) return `Of ${which} the newest ${most} are shown.`;
  return isFiltered ? `${which}.` : "";
}
