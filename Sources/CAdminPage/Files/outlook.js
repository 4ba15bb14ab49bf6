// What must hold for a silent sign-in, as the server judges it now, with a button for each remedy.

import { get, perform } from "./api.js";
import { bars } from "./flow.js";
import { conditions } from "./flows.js";
import { element, fill, find, say } from "./show.js";

/** Returns the conditions of a call from the server. */
export const judged = (call) => get(`explain/conditions?call=${call}`);

/** The last answer of the server about a silent sign-in; `null` before the first. */
let present = null;

/** Returns the verdict that a silent sign-in would have. */
function verdict({ conditions: all }) {
  const first = all.find(({ holds }) => !holds);
  if (first === undefined) return "ok";
  return first.name === "profileIssued" ? "refused" : first.name === "exchangeStarted" ? "failed" : "fellBack";
}

const said = { ok: "would succeed", fellBack: "would fall back", refused: "would be refused", failed: "would fail" };

/** Creates the button that applies a remedy; words alone if only another profile helps. */
export function remedyOf({ remedy }, after) {
  if (remedy === undefined) return element("span", "Nothing here helps.", "quiet");
  if (remedy.event === undefined) return element("span", remedy.text, "quiet");
  const made = element("button", "Apply", "apply");
  made.type = "button";
  made.setAttribute("aria-label", `Apply: ${remedy.text}`);
  made.title = remedy.text;
  made.addEventListener("click", async () => {
    say(find("outlook-outcome"), "");
    try {
      await perform(JSON.stringify(remedy.event));
    } catch (error) {
      say(find("outlook-outcome"), error.message);
    }
    after();
  });
  return made;
}

/** Says what a remedy's button does, as the command that does the same. */
const named = ({ remedy }) => (remedy?.event === undefined ? [] : [" ", element("code", remedy.text)]);

/** Creates the sentence of an opened flow about what would happen now; it follows every look. */
export function remedyNow(after) {
  const made = element("p", "", "remedy");
  const condition = present?.conditions.find(({ holds }) => !holds);
  if (condition === undefined) made.append("Now a silent sign-in would succeed.");
  else made.append(`Now: ${condition.reason ?? conditions[condition.name]} `, remedyOf(condition, after), ...named(condition));
  return made;
}

/** Creates the line of a condition. */
function line(condition, after) {
  const { name, holds, reason, after: count } = condition;
  const item = element("li", "", count > 0 && holds ? "later" : "");
  const sign = element("span", holds ? "✓" : "✕", holds ? "yes" : "no");
  sign.setAttribute("role", "img");
  sign.setAttribute("aria-label", !holds ? "no" : count > 0 ? "yes, after the remedies above" : "yes");
  item.append(sign, " ", element("span", conditions[name] ?? name), " ");
  if (!holds) item.append(remedyOf(condition, after), element("span", reason ?? "", "reason"), ...named(condition));
  return [item];
}

/** Reads the conditions again, and shows them. `after` is called when a remedy has been applied. */
export async function showOutlook(after) {
  present = await judged("setRequestor");
  const kind = verdict(present);
  const seven = present.conditions.filter(({ name }) => name !== "exchangeStarted" && name !== "profileIssued");
  const hadFocus = find("outlook-conditions").contains(document.activeElement);
  const holding = seven.map(({ holds }) => holds);
  const issued = present.conditions.find(({ name }) => name === "profileIssued");
  const answer = issued === undefined || issued.after > 0 ? "" : issued.holds ? "ok" : "refused";
  fill(find("outlook-verdict"), [[kind, holding, answer]], () => [element("span", said[kind], `badge ${kind}`), bars(holding, answer)]);
  fill(find("outlook-conditions"), present.conditions, (one) => line(one, after));
  for (const sentence of document.querySelectorAll(".verdict-box .remedy")) {
    const row = sentence.contains(document.activeElement) ? sentence.closest(".flow")?.firstElementChild : null;
    sentence.replaceWith(remedyNow(after));
    row?.focus();
  }
  // The button that was pressed is gone.
  if (hadFocus && document.activeElement === document.body) {
    (find("outlook-conditions").querySelector("button") ?? find("outlook-title")).focus();
  }
}
