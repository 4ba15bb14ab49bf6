// What ends by itself, with a way to move the clock past it.

import { brief, distance } from "./clock.js";
import { element, fill, find, say } from "./show.js";

/** The most deadlines that are shown. */
const most = 6;

/** What the page calls what ends. */
const kinds = {
  account: "Account", profile: "Profile", authorization: "Authorization", registrationCode: "Registration code",
  partnerRequest: "SAML request",
};

/** Creates the line of a deadline. */
function line({ kind, subject, jumpTo, left }) {
  const item = element("li");
  const words = element("span", `${kinds[kind] ?? kind} `);
  words.append(element("span", subject, "subject"), " ", element("small", left));
  words.title = brief(jumpTo);
  const made = element("button", "Jump past it", "quiet");
  made.type = "button";
  made.dataset.jump = jumpTo;
  made.setAttribute("aria-label", `Jump past it: ${kinds[kind] ?? kind} ${subject}`);
  item.append(words, " ", made);
  return [item];
}

/** Shows the earliest deadlines. */
export function showDeadlines({ deadlines, device }) {
  const hadFocus = find("deadlines").contains(document.activeElement);
  const shown = deadlines.slice(0, most).map((one) => ({ ...one, left: distance(one.jumpTo, device.clock.now) }));
  fill(find("deadlines"), shown, line);
  say(find("more-deadlines"), deadlines.length > most ? `and ${deadlines.length - most} more` : "");
  // The button that was pressed is gone.
  if (hadFocus && document.activeElement === document.body) {
    (find("deadlines").querySelector("button") ?? find("clock-title")).focus();
  }
}

/** Connects the buttons: `perform` sends a command, `look` reads the world again, and `tell` shows an error. */
export function wireDeadlines(perform, look, tell) {
  find("deadlines").addEventListener("click", ({ target }) => {
    const { jump } = target.dataset;
    if (jump !== undefined) perform(JSON.stringify({ setClock: jump })).then(look, tell);
  });
}
