// The controls of the page. Each press performs the control's command once and shows the result beside the control.

import { perform, send } from "./api.js";
import { blamed, controls, settled } from "./commands.js";
import { confirmed } from "./confirm.js";
import { find, say } from "./show.js";
import { curl, curlCall, isMarker, shell, swift } from "./words.js";

const forms = [...document.querySelectorAll("form[data-control]")];
const button = (form) => form.querySelector("button:not([type])");
const title = (form) => button(form).textContent;
const values = (form) =>
  settled(Object.fromEntries([...new FormData(form)].map(
    ([name, value]) => [name, name === "password" ? value : value.trim()])));

/** Returns what the user must still fill in, as a sentence with the fields; `null` if the control is complete. */
function lacking(form) {
  const active = [...form.elements].filter((at) => at.name && !at.disabled);
  const empty = active.filter((at) => (at.tagName === "SELECT" || at.required) && at.value.trim() === "");
  const names = (some, word = "and") =>
    some.map((at) => at.labels[0].firstChild.textContent.trim()).join(` ${word} `);
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
    answer(form, error.message, true, error.fields ?? blamed(error.message, typed(form)));
  } finally {
    pressed.removeAttribute("aria-disabled");
  }
}

/** Returns the names of the fields in which the user has typed something. */
const typed = (form) => [...form.elements]
  .filter((at) => at.tagName === "INPUT" && at.type !== "hidden" && !at.disabled && at.value.trim() !== "")
  .map(({ name }) => name);

/**
 * Shows a control's command for a terminal, for curl and for a Swift test; a line without an equivalent is hidden.
 * `place` has the world's device name and the certificate authority for these commands.
 */
function write(form, place) {
  const need = lacking(form);
  const { event, request, body, swift: statement, words } = controls[form.dataset.control];
  say(form.querySelector(".words .need"), need?.text ?? "");
  let texts = [null, null, null];
  if (need === null) {
    const given = values(form);
    const authority = place.certificateAuthority;
    texts = [
      shell(words(given, place), place),
      body ? curl(body(given), authority, request[1])
        : request ? curlCall(request, authority) : curl(event(given), authority),
      statement?.(given) ?? (request ? null : swift(event(given))),
    ];
  }
  form.querySelectorAll(".words code").forEach((code, index) => {
    say(code, texts[index] ?? "");
    code.parentElement.hidden = texts[index] === null;
  });
}

/** Shows the commands of all controls. */
export const writeAll = (place) => forms.forEach((form) => write(form, place));

/** Copies the text of an element; selects it for the keyboard if the browser does not let the page copy. */
async function copy(form, code) {
  answer(form, "");
  try {
    await navigator.clipboard.writeText(code.textContent);
    answer(form, "Copied.");
  } catch {
    getSelection().selectAllChildren(code);
    answer(form, "The browser does not allow the page to copy. The text is selected: copy it with the keyboard.", true);
  }
}

async function obey(form, look) {
  const need = lacking(form);
  if (need !== null) throw Object.assign(new Error(need.text), { fields: need.fields });
  if (form.dataset.danger && !(await confirmed(title(form), form.dataset.danger))) return "";
  const given = values(form);
  const { event, request, body } = controls[form.dataset.control];
  await (request ? send(...request, body?.(given)) : perform(event(given)));
  delete form.dataset.isEdited;
  // The screen itself shows what came of an action.
  // The next press does not wait until the page has read the world.
  look();
  return body ? "" : `Done: ${[title(form), ...Object.values(given).filter(Boolean)].join(" ")}`;
}

const kinds = ["a command", "curl", "Swift"];

/** Connects the controls: `look` reads the world again after a command, `place` returns how to reach the world. */
export function wire(look, place) {
  for (const form of forms) {
    form.append(find("words").content.cloneNode(true));
    form.querySelector(".outcome").id = `outcome-${form.dataset.control}`;
    form.querySelectorAll(".words button").forEach((copying, index) => {
      const code = copying.previousElementSibling;
      copying.setAttribute("aria-label", `Copy “${title(form)}” as ${kinds[index]}`);
      copying.addEventListener("click", () => copy(form, code));
    });
    for (const kind of ["input", "change"]) form.addEventListener(kind, () => write(form, place()));
    form.addEventListener("submit", (submitted) => {
      submitted.preventDefault();
      press(form, button(form), () => obey(form, look));
    });
  }
}
