// The explanation of a call as the world is now: all its conditions with their remedies, its callbacks and its reasons.

import { get, perform } from "./api.js";
import { conditions } from "./flows.js";
import { judged, remedyOf } from "./outlook.js";
import { element, find, say } from "./show.js";
import { curl } from "./words.js";

/** The call that is explained; `null` before the first. */
let shown = null;
/** The last answers of the server, as JSON. What stays the same is not written again. */
let written = "";

/** Returns a remedy as the reader's tool takes it. */
function words({ text, event }, { device, certificateAuthority }) {
  return device !== null || event === undefined ? text : curl(JSON.stringify(event), certificateAuthority);
}

/** Creates the row of a condition: what holds, why, and what would change it. */
function rung(condition, health, after) {
  const { name, holds, reason, after: count, remedy } = condition;
  const item = element("li", "", holds ? "rung" : "rung unmet");
  item.append(
    element("span", holds ? "yes" : "NO", holds ? "yes" : "no"), " ", element("b", conditions[name] ?? name), " ",
    element("code", name), " ", element("span", reason ?? "", "quiet"));
  if (count > 0 && holds) item.append(" ", element("small", "after the remedies above"));
  if (remedy !== undefined) {
    const line = element("p", "To change that: ");
    line.append(remedy.event === undefined ? remedy.text : element("code", words(remedy, health)), " ", remedyOf(condition, after));
    item.append(line);
  }
  return item;
}

/** Creates the button that applies all remedies, if there are several and all of them together help. */
function applyAll({ conditions: all, succeedsAfterAll }, after) {
  const events = all.filter(({ holds }) => !holds).map(({ remedy }) => remedy?.event);
  if (events.length < 2 || !succeedsAfterAll) return [];
  const made = element("button", `Apply all ${events.length}`);
  made.type = "button";
  made.addEventListener("click", async () => {
    for (const event of events) await perform(JSON.stringify(event));
    after();
    find("why-title").focus();
  });
  return [made];
}

const list = (texts) => {
  const made = element("ul");
  made.append(...texts.map((text) => element("li", text)));
  return made;
};

/** Explains a call; `known` is the result of the last read, and `after` is called when a remedy has been applied. */
export async function explain(call, known, after) {
  const [explanation, outlook] = await Promise.all([get(`explain?call=${call}`), judged(call)]);
  shown = call;
  const text = JSON.stringify([explanation, outlook]);
  if (text === written) return;
  written = text;
  const ladder = element("ol", "", "ladder");
  ladder.setAttribute("aria-label", "Conditions");
  ladder.append(...outlook.conditions.map((one) => rung(one, known.health, after)));
  const wasOpen = find("explanation").querySelector("details")?.open ?? false;
  const reasons = element("details");
  reasons.open = wasOpen;
  reasons.append(element("summary", `Reasons: ${explanation.reasons.length} decisions`), list(explanation.reasons));
  say(find("why-title"), `What ${explanation.call} would do now`);
  find("explanation").replaceChildren(
    ...(outlook.conditions.length === 0 ? [element("p", "The silent exchange would not start.")] : [ladder]),
    ...applyAll(outlook, after), element("h3", "Callbacks"), list(explanation.callbacks), reasons);
}

/** Explains the call again that is shown. */
export async function judge(known, after) {
  if (shown !== null) await explain(shown, known, after);
}
