// What ends by itself, with a way to move the clock past it.

import { brief, distance } from "./clock.js";
import { element, fill, find, say } from "./show.js";

/** The most deadlines that State shows, and that the view of the time shows. */
const most = { short: 6, long: 200 };

/** What the page calls what ends. */
const kinds = {
  account: "Account", profile: "Profile", authorization: "Authorization", registrationCode: "Registration code",
  partnerRequest: "SAML request",
};
const name = (kind) => kinds[kind] ?? kind;

/** Returns a deadline as words. */
export const deadlineName = ({ kind, subject }) => `${name(kind)} ${subject}`;

/** Creates the button that moves the clock past a deadline. */
function jump({ kind, subject, jumpTo }) {
  const made = element("button", "Jump past it", "quiet");
  made.type = "button";
  made.dataset.jump = jumpTo;
  made.setAttribute("aria-label", `Jump past it: ${name(kind)} ${subject}`);
  return made;
}

/** Creates the line of a deadline. */
function line(deadline) {
  const item = element("li");
  const words = element("span", `${name(deadline.kind)} `);
  words.append(element("span", deadline.subject, "subject"), " ", element("small", deadline.left));
  words.title = brief(deadline.jumpTo);
  item.append(words, " ", jump(deadline));
  return [item];
}

/** Creates the row of a deadline. */
function row(deadline) {
  const made = element("tr");
  const cells = Array.from({ length: 4 }, () => element("td"));
  cells[0].append(element("b", name(deadline.kind)));
  cells[1].append(brief(deadline.notAfter), " ", element("small", deadline.left));
  cells[2].append(deadline.subject);
  cells[3].append(jump(deadline));
  made.append(...cells);
  return [made];
}

/** Creates the point of a deadline on the line of the time; the distance between points means nothing. */
function point({ kind, left }) {
  const made = element("li");
  made.append(element("b", name(kind)), element("span", left));
  return [made];
}

/** Shows the deadlines: the earliest in State, and all in the view of the time. */
export function showDeadlines({ deadlines, device }) {
  const places = [find("deadlines"), find("all-deadlines")];
  const focused = places.find((place) => place.contains(document.activeElement));
  const all = deadlines.map((one) => ({ ...one, left: distance(one.jumpTo, device.clock.now) }));
  fill(places[0], all.slice(0, most.short), line);
  fill(places[1], all.slice(0, most.long), row);
  fill(find("time-line"), all.slice(0, most.short), point);
  say(find("more-deadlines"), all.length > most.short ? `and ${all.length - most.short} more` : "");
  for (const [id, isShown] of [["time-line", all.length > 0], ["deadline-table", all.length > 0], ["no-deadlines", all.length === 0]]) {
    find(id).hidden = !isShown;
  }
  // The button that was pressed is gone.
  if (focused !== undefined && document.activeElement === document.body) {
    (focused.querySelector("button") ?? find(focused === places[0] ? "clock-title" : "time-title")).focus();
  }
}

/** Connects the buttons: `perform` sends a command, `look` reads the world again, and `tell` shows an error. */
export function wireDeadlines(perform, look, tell) {
  for (const id of ["deadlines", "all-deadlines"]) {
    find(id).addEventListener("click", ({ target }) => {
      const { jump } = target.dataset;
      if (jump !== undefined) perform(JSON.stringify({ setClock: jump })).then(look, tell);
    });
  }
}
