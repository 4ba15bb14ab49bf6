// The explanation of a call, for the world's state at one time. The page says when the explanation is out of date.

import { get } from "./api.js";
import { element, find, say } from "./show.js";
import { curl, curlCall, shell } from "./words.js";

/** The call whose explanation is shown, with its outcome; `null` if no explanation is shown. */
let shown = null;

const path = (call) => `explain?call=${call}`;
const ask = (call) => get(path(call));
/** The outcome of a call, as JSON. Reasons are left out because they contain times, which change continuously. */
const outcome = ({ conditions, callbacks, remedy }) => JSON.stringify([conditions, callbacks, remedy]);

const list = (items) => {
  const made = element("ul");
  made.append(...items);
  return made;
};

function condition({ name, holds }) {
  const line = element("li");
  line.append(element("span", holds ? "yes" : "NO", holds ? "yes" : "no"), ` ${name}`);
  return line;
}

/** Shows what would change the outcome: a command of the command line, a curl command or a sentence. */
function remedy(text, { device, certificateAuthority }) {
  const made = element("p", "To change that: ");
  if (device !== null) {
    made.append(text.startsWith("tvsim ") ? element("code", text) : text);
    return made;
  }
  try {
    JSON.parse(text);
    made.append(element("code", curl(text, certificateAuthority)));
  } catch {
    made.append(text);
  }
  return made;
}

/** Creates the commands that give the same explanation. */
function words(call, health) {
  const made = element("details", "", "words");
  const texts = [
    shell({ path: ["explain"], args: [call], options: {} }, health), curlCall(["GET", path(call)], health.certificateAuthority),
  ];
  made.append(element("summary", "Command, curl"), ...texts.filter((text) => text !== null).map((text) => {
    const line = element("p");
    line.append(element("code", text));
    return line;
  }));
  return made;
}

/** Shows the explanation of a call; `known` is the result of the last read. */
export async function explain(call, known) {
  const explanation = await ask(call);
  const line = (text) => element("li", text);
  const parts = [
    element("p", `At ${known.device.clock.now}, without changing anything:`, "quiet"),
    element(
      "p", explanation.conditions ? "Conditions of the silent exchange:" : "The silent exchange would not start."),
    list((explanation.conditions ?? []).map(condition)),
    element("p", "Callbacks:"), list(explanation.callbacks.map(line)),
  ];
  if (explanation.remedy) parts.push(remedy(explanation.remedy, known.health));
  const reasons = element("details");
  reasons.append(element("summary", `Reasons: ${explanation.reasons.length} decisions`),
    list(explanation.reasons.map(line)));
  parts.push(reasons, words(call, known.health));
  say(find("why-title"), `What ${explanation.call} would do now`);
  find("explanation").replaceChildren(...parts);
  find("why").hidden = false;
  shown = { call, outcome: outcome(explanation) };
  tell(false);
}

/** Removes the explanation. */
export function close() {
  shown = null;
  find("why").hidden = true;
}

/** Requests the explanation again, and says if the outcome has changed. */
export async function judge() {
  const judged = shown;
  if (judged === null) return;
  const isOver = outcome(await ask(judged.call)) !== judged.outcome;
  if (judged === shown) tell(isOver);
}

function tell(isOver) {
  find("explanation").classList.toggle("over", isOver);
  say(find("over"), isOver ? "Out of date: the state has changed. Explain the call again." : "");
}
