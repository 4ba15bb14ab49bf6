// The controls of the page. Each press performs the control's command once and shows the result beside the control.

import { perform, send } from "./api.js";
import { blamed, controls, settled } from "./commands.js";
import { confirmed } from "./confirm.js";
import { offerCopies } from "./copy.js";
import { isWaiting } from "./glance.js";
import { node, python, step } from "./languages.js";
import { find, say } from "./show.js";
import { curl, curlCall, isMarker, shell, swift } from "./words.js";

const forms = [...document.querySelectorAll("form[data-control]")];
const button = (form) => form.querySelector("button:not([type])");
const title = (form) => form.dataset.title ?? button(form).textContent;
const typedValues = (form) =>
  settled(Object.fromEntries([...new FormData(form)].map(
    ([name, value]) => [name, name === "password" ? value : value.trim()])));
/** Returns what a control is about, and the values of its fields. */
const values = (form) => ({ ...JSON.parse(form.dataset.given ?? "{}"), ...typedValues(form) });

/** Returns what the user must still fill in, as a sentence with the fields; `null` if the control is complete. */
function lacking(form) {
  const active = [...form.elements].filter((at) => at.name && !at.disabled);
  const empty = active.filter((at) => (at.tagName === "SELECT" || at.required) && at.value.trim() === "");
  const names = (some, word = "and") =>
    some.map((at) => at.getAttribute("aria-label") ?? at.labels[0].firstChild.textContent.trim()).join(` ${word} `);
  const said = (text, some) => ({ text, fields: some.map(({ name }) => name) });
  const unoffered = empty.filter((at) => at.tagName === "SELECT");
  if (unoffered.length > 0) return said(`No ${names(unoffered, "or")} is available.`, []);
  if (empty.length > 0) return said(`Fill in ${names(empty)} first.`, empty);
  const markers = active.filter((at) => at.name === "value" && isMarker(at.value.trim()));
  if (markers.length === 0) return null;
  return said(`Put ${names(markers)} in quotes: YAML reads it as a document marker.`, markers);
}

/** Shows a result beside a control; an error is red, and belongs to the fields of these names. */
export function answer(form, text, isRefusal = false, fields = []) {
  const place = form.querySelector(".outcome");
  place.classList.toggle("no", isRefusal);
  say(place, text);
  for (const at of form.elements) {
    const marks = [["aria-invalid", "true"], ["aria-describedby", place.id]];
    for (const [name, value] of at.name ? marks : []) {
      if (fields.includes(at.name)) at.setAttribute(name, value);
      else at.removeAttribute(name);
    }
  }
  form.elements[fields[0]]?.focus();
  if (text !== "") place.scrollIntoView({ block: "nearest" });
}

const isBusy = (form) => button(form).getAttribute("aria-disabled") !== null;

/**
 * Runs the action of a button and ignores further presses until it ends.
 * `aria-disabled` is used because a disabled button would lose the focus.
 */
export async function press(form, pressed, action) {
  if (pressed.getAttribute("aria-disabled")) return;
  pressed.setAttribute("aria-disabled", "true");
  answer(form, "");
  try {
    answer(form, await action());
  } catch (error) {
    // No field is to blame that the simulator gives no answer.
    answer(form, error.message, true, error.fields ?? (error.isAnswered ? blamed(error.message, typed(form)) : []));
  } finally {
    if (!form.dataset.off) pressed.removeAttribute("aria-disabled");
  }
}

/** Returns the names of the fields in which the user has typed something. */
const typed = (form) => [...form.elements]
  .filter((at) => at.tagName === "INPUT" && at.type !== "hidden" && !at.disabled && at.value.trim() !== "")
  .map(({ name }) => name);

/** Returns a control's command for a terminal, for curl, for tests and for a profile, with what is missing for them. */
function written(form, place) {
  const need = lacking(form);
  if (need !== null) return { need: need.text, texts: [] };
  const { event, request, body, swift: statement, words } = controls[form.dataset.control];
  const given = values(form);
  const authority = place.certificateAuthority;
  const text = request ? null : event(given);
  return {
    need: "", texts: [
      shell(words(given, place), place),
      body ? curl(body(given), authority, request[1])
        : request ? curlCall(request, authority) : curl(text, authority),
      statement?.(given) ?? (text === null ? null : swift(text)),
      ...(text === null ? [] : [python(text), node(text), step(text)]),
    ],
  };
}

/** Writes which of the buttons of a form stands for the value of its field. */
function mark(form) {
  for (const button of form.querySelectorAll('[data-set="access"], [data-set="platform"]')) {
    button.setAttribute("aria-pressed", String(form.elements[button.dataset.set].value === button.dataset.value));
  }
}

/** Shows the values of the fields that have buttons, and which controls can do nothing now. */
export function markAll({ device }) {
  forms.forEach(mark);
  const isHere = isWaiting(device.viewer);
  for (const [control, isNow] of [["answerHere", isHere], ["script", !isHere]]) {
    const form = forms.find(({ dataset }) => dataset.control === control);
    button(form).setAttribute("aria-pressed", String(isNow));
  }
  for (const form of forms.filter(({ dataset }) => dataset.needs)) {
    const reason = obstacle(form.dataset, device.account);
    if (reason === form.dataset.off) continue;
    // What the control said about the last reason is over.
    if (form.dataset.off) answer(form, "");
    if (reason === undefined) {
      delete form.dataset.off;
      button(form).removeAttribute("aria-disabled");
    } else {
      form.dataset.off = reason;
      button(form).setAttribute("aria-disabled", "true");
    }
  }
}

/** Returns why a control can do nothing to the account now; nothing if it can. */
function obstacle({ needs, control }, account) {
  if (account === undefined) return "No TV provider account is signed in.";
  if (needs === "end" && account.expires === "never") return "The account never expires.";
  if (control !== "signOut" && account.expired) return "The account has already expired.";
}

/** The controls whose command is sent when a value is chosen. */
const choosing = ["platform", "script", "setPermission"];
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

async function obey(form, look) {
  const need = lacking(form);
  if (need !== null) throw Object.assign(new Error(need.text), { fields: need.fields });
  if (form.dataset.danger && !(await confirmed(title(form), form.dataset.danger))) return "";
  const given = values(form);
  const shown = Object.values(typedValues(form)).filter(Boolean);
  const { event, request, body } = controls[form.dataset.control];
  await (request ? send(...request, body?.(given)) : perform(event(given)));
  form.dataset.sentAt = String(performance.now());
  if (isSame(values(form), given)) delete form.dataset.isEdited;
  // The screen itself shows what came of an action.
  // The next press does not wait until the page has read the world.
  look();
  return body ? "" : `Done: ${[title(form), ...shown].join(" ")}`;
}

/** How the controls read the world again after a command, and how a reader reaches it. */
let around = { look: () => {}, place: () => ({ device: null }) };
/** The number of the controls so far, of which each has a place for its outcome. */
let count = 0;

/** Whether a value that is chosen is sent at once, one after the other. */
const isChoosing = (form) =>
  choosing.includes(form.dataset.control) || form.elements.choice?.disabled === false;

/** Connects a control. */
export function adopt(form) {
  form.append(find("words").content.cloneNode(true));
  form.querySelector(".outcome").id = `outcome-${count += 1}`;
  const copying = form.querySelector(".copy");
  copying.setAttribute("aria-label", `Copy “${title(form)}” as a command, for curl, for a test or for a profile`);
  copying.addEventListener("click", () => offerCopies(copying, { title: title(form), ...written(form, around.place()) }));
  for (const kind of ["input", "change"]) form.addEventListener(kind, () => mark(form));
  // The answers of a script change where they are shown.
  if (form.dataset.control === "script") form.addEventListener("change", () => form.requestSubmit());
  form.addEventListener("click", ({ target }) => {
    const { set, value } = target.dataset;
    if (set === undefined) return;
    form.elements[set].value = value;
    mark(form);
    form.requestSubmit();
  });
  form.addEventListener("submit", async (submitted) => {
    submitted.preventDefault();
    if (form.dataset.off) return answer(form, form.dataset.off, true);
    // A second press of a button is ignored. A choice is sent after the one before it.
    if (isChoosing(form)) form.dataset.isChosen = form.dataset.isEdited = "true";
    if (isBusy(form)) return;
    do {
      delete form.dataset.isChosen;
      await press(form, button(form), () => obey(form, around.look));
    } while (form.dataset.isChosen !== undefined);
  });
}

/** Connects all controls: `look` reads the world again after a command, `place` returns how to reach the world. */
export function wire(look, place) {
  around = { look, place };
  forms.forEach(adopt);
}
