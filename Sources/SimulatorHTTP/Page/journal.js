// The journal, as it grows: what was decided, and why.

import { get, remove } from "./api.js";
import { find, row } from "./show.js";

/** How many lines stay on the page. */
const kept = 500;
const lines = document.querySelector("#journal tbody");
const wanted = find("filter").elements.text;
let last = 0;
/** How often the journal was begun: what was asked before the last time is of no use. */
let beginnings = 0;

function matches(line) {
  return line.textContent.toLowerCase().includes(wanted.value.toLowerCase());
}

function append(entries) {
  for (const { at, room, event, outcome, reason } of entries) {
    const line = row(at, room, event, outcome, reason);
    line.hidden = !matches(line);
    // The newest stands on top, where it is seen.
    lines.prepend(line);
  }
  find("silence").hidden = lines.rows.length > 0;
  while (lines.rows.length > kept) lines.rows[lines.rows.length - 1].remove();
}

function clear() {
  lines.replaceChildren();
  find("silence").hidden = false;
}

/** Reads the end of what was there before the page. */
export async function begin() {
  beginnings += 1;
  clear();
  last = 0;
  const first = await get("journal?limit=1");
  if (first.count === 0) return;
  last = Math.max(0, first.entries[0].number + first.count - 1 - kept);
  const page = await get(`journal?after=${last}&limit=${kept * 2}`);
  append(page.entries);
  last = page.last;
}

/** Waits for more, a while. */
export async function more() {
  const asked = beginnings;
  const page = await get(`journal/wait?after=${last}&timeout=20s&limit=${kept}`, 20_000);
  if (asked !== beginnings) return;
  // Numbers that go back are those of another journal.
  if (page.last < last || page.entries.some(({ number }) => number <= last)) clear();
  append(page.entries);
  last = page.last;
}

wanted.addEventListener("input", () => {
  for (const line of lines.rows) line.hidden = !matches(line);
});
find("filter").addEventListener("submit", (event) => event.preventDefault());

/** Has the simulator forget the decisions so far. */
export async function forget() {
  await remove("journal");
  clear();
}
