// The elements of a flow: its row, and what opening it shows. All values are written as text content, never as markup.

import { named, write } from "./address.js";
import { brief } from "./clock.js";
import { details } from "./entry.js";
import { code, lanes, title } from "./flows.js";
import { verdict, verdicts } from "./journal.js";
import { element, word } from "./show.js";

/** Creates the badge of a verdict: a sign and a word. */
export const badge = (kind) => element("span", verdicts[kind], `badge ${kind}`);

/** Creates the bars of the conditions of a silent exchange and the dot of the service's answer: how far it came. */
export function bars(holds, answer = "") {
  const made = element("span", "", "bars");
  made.setAttribute("role", "img");
  const met = holds.filter(Boolean).length;
  made.setAttribute("aria-label", `${met} of 7 conditions held${answer ? `, the service’s answer: ${verdicts[answer]}` : ""}`);
  for (let index = 0; index < 7; index += 1) {
    made.append(element("i", "", index >= holds.length ? "" : holds[index] ? "ok" : "fellBack"));
  }
  made.append(element("i", "", `end ${answer}`));
  return made;
}

/** Returns the verdict of the service's answer to a flow; empty if no service was asked. */
const answer = ({ conditions, verdict }) => (conditions.length === 7 && conditions.every(Boolean) ? verdict : "");

/** Returns the arguments of a command without the punctuation of JSON; those of a long command may be cut. */
function spoken(text) {
  try {
    return word(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Creates the row of a command of the test: a thin line between flows. */
export function commandRow({ command, arguments: text, first, began }) {
  const made = element("p", "", "change");
  made.append(
    element("span", `#${first}`, "number"), " ", element("span", command, "event"), " ", element("code", spoken(text)));
  made.title = brief(began);
  return made;
}

/** Creates the row of a flow: a button that opens it. */
export function row(flow) {
  const made = element("button", "", "flow-row");
  made.type = "button";
  made.setAttribute("aria-expanded", "false");
  const what = element("span", "", "what");
  what.append(element("b", title(flow)), " ", element("span", flow.app ?? "", "result"));
  if (flow.conditions.length > 0) what.append(" ", bars(flow.conditions, answer(flow)));
  made.append(
    badge(flow.verdict), " ", what, " ",
    element("span", `${brief(flow.began)}${seconds(flow)}, ${flow.entries} ${flow.entries === 1 ? "entry" : "entries"}`, "at"), " ",
    element("span", [code(flow), flow.reason].filter(Boolean).join(": "), "reason"));
  return made;
}

/** Returns how much simulated time passed in a flow; empty if none did. */
function seconds({ began, ended }) {
  const spent = Math.round((Date.parse(ended) - Date.parse(began)) / 1000);
  return spent > 0 ? ` + ${spent} s` : "";
}

/** Creates the button of one message between two lanes, or of a step within one. */
function message({ entry, from, to }, used) {
  const item = element("li");
  const made = element("button", "", `step ${verdict(entry)}`);
  made.type = "button";
  made.setAttribute("aria-expanded", "false");
  const [one, other] = [used.indexOf(from), used.indexOf(to)];
  made.style.setProperty("--from", Math.min(one, other) + 1);
  made.style.setProperty("--to", Math.max(one, other) + 2);
  const way = from === to ? lanes[from] : `${lanes[from]} to ${lanes[to]}`;
  const text = element("span", "", from === to ? "self" : "arrow");
  text.append(element("span", entry.event, "asked"), " ", element("span", entry.outcome, "told"));
  made.append(element("span", `${way}:`, "way"), " ", text, " ", element("span", verdicts[verdict(entry)], "hidden"));
  item.append(made);
  return item;
}

/**
 * Creates what an opened flow shows: why it ended so, what would change it now, and its messages between the lanes.
 * A flow that did not succeed folds what went well before its first other message.
 */
export function body({ flow, lanes: used, messages }, actions) {
  const made = element("div", "", "flow-body");
  const why = element("div", "", `verdict-box ${flow.verdict}`);
  if (code(flow)) why.append(element("p", code(flow), "code"));
  why.append(element("p", flow.reason || "Nothing was decided."));
  // The remedies are those of a silent sign-in; they do not help another attempt.
  const isSilent = flow.kind === "silentSignIn" || flow.conditions.length > 0;
  if (isSilent && !["ok", "note"].includes(flow.verdict)) why.append(actions.remedy());
  const place = element("div", "", "sequence");
  place.style.setProperty("--lanes", used.length);
  const head = element("p", "", "lanes");
  head.setAttribute("aria-hidden", "true");
  head.append(...used.map((lane) => element("span", lanes[lane])));
  const list = element("ol");
  list.setAttribute("aria-label", "Messages");
  list.append(...messages.map((one) => message(one, used)));
  place.append(head, list);
  fold(list, messages, flow);
  list.addEventListener("click", ({ target }) => {
    const step = target.closest(".step");
    if (step === null) return;
    const isOpen = step.getAttribute("aria-expanded") === "true";
    step.setAttribute("aria-expanded", String(!isOpen));
    const { entry } = messages[[...list.querySelectorAll(".step")].indexOf(step)];
    write(isOpen ? { message: "" } : { flow: flow.first, message: entry.number });
    if (isOpen) step.parentElement.lastElementChild.remove();
    else step.parentElement.append(details(entry, flow.app ?? "", actions));
  });
  made.append(why, place, saves(flow));
  if (named("flow") === String(flow.first)) openMessage(list, messages);
  return made;
}

/** Opens the message of the address, also if it is folded. */
function openMessage(list, messages) {
  const at = messages.findIndex(({ entry }) => String(entry.number) === named("message"));
  if (at < 0) return;
  const step = list.querySelectorAll(".step")[at];
  if (step.parentElement.hidden) list.firstElementChild.firstElementChild.click();
  step.click();
}

/** Creates the links to the evidence of a flow. */
function saves(flow) {
  const made = element("p", "", "saves");
  made.append("Save this flow as ");
  for (const [name, file] of [["HTML report", "report.html"], ["HAR", "requests.har"]]) {
    const link = element("a", name);
    link.href = `evidence/${file}?entries=${flow.numbers}`;
    link.download = file;
    made.append(link, " ");
  }
  return made;
}

/** Hides the messages that succeeded before the first that did not, behind a button. */
function fold(list, messages, { verdict: worst }) {
  const first = messages.findIndex(({ entry }) => verdict(entry) === worst);
  if (["ok", "note"].includes(worst) || first < 4) return;
  const hidden = [...list.children].slice(0, first - 1);
  for (const item of hidden) item.hidden = true;
  const item = element("li");
  const made = element("button", `${hidden.length} earlier messages. Show them`, "quiet");
  made.type = "button";
  made.addEventListener("click", () => {
    for (const one of hidden) one.hidden = false;
    const hadFocus = item.contains(document.activeElement);
    item.remove();
    if (hadFocus) hidden[0].firstElementChild.focus();
  });
  item.append(made);
  list.prepend(item);
}
