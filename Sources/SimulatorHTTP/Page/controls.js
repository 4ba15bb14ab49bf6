// The controls of the page. Each press performs the control's command once and shows the result beside the control.

import { perform } from "./api.js";
import { controls } from "./commands.js";
import { find, say } from "./show.js";
import { isMarker, shell, swift } from "./words.js";

const forms = [...document.querySelectorAll("form[data-control]")];
const title = (form) => form.querySelector("button:not([type])").textContent;

function fields(form) {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value.trim()]));
}

/** Returns what the user must still fill in, as a sentence; `null` if the control is complete. */
function lacking(form) {
  const empty = [...form.elements].filter((at) =>
    (at.tagName === "SELECT" || at.required) && at.value.trim() === "");
  const names = (some, word = "and") =>
    some.map((at) => at.labels[0].firstChild.textContent.trim()).join(` ${word} `);
  const unoffered = empty.filter((at) => at.tagName === "SELECT");
  if (unoffered.length > 0) return `No ${names(unoffered, "or")} is available.`;
  if (empty.length > 0) return `Fill in ${names(empty)} first.`;
  const markers = [...form.elements].filter((at) => at.name === "value" && isMarker(at.value.trim()));
  return markers.length > 0 ? `Put ${names(markers)} in quotes: YAML reads it as a document marker.` : null;
}

/** Shows a result beside a control; an error is red. */
export function answer(form, text, isRefusal = false) {
  const place = form.querySelector(".outcome");
  place.classList.toggle("no", isRefusal);
  say(place, text);
  if (text !== "") place.scrollIntoView({ block: "nearest" });
}

/**
 * Runs the action of a button and ignores further presses until it ends.
 * `aria-disabled` is used because a disabled button would lose the focus.
 */
export async function press(form, button, action) {
  if (button.getAttribute("aria-disabled")) return;
  button.setAttribute("aria-disabled", "true");
  answer(form, "");
  try {
    answer(form, await action());
  } catch (error) {
    answer(form, error.message, true);
  } finally {
    button.removeAttribute("aria-disabled");
  }
}

/**
 * Shows a control's command for a terminal and for a Swift test.
 * `place` has the world's device name and the certificate authority for these commands.
 */
function write(form, place) {
  const need = lacking(form);
  const { event, words } = controls[form.dataset.control];
  const values = fields(form);
  const texts = need === null ? [shell(words(values), event(values), place), swift(event(values))] : ["", ""];
  say(form.querySelector(".words .need"), need ?? "");
  form.querySelectorAll(".words code").forEach((code, index) => {
    say(code, texts[index]);
    code.parentElement.hidden = need !== null;
  });
}

/** Shows the commands of all controls. */
export const writeAll = (place) => forms.forEach((form) => write(form, place));

/** Copies a text; selects it for the keyboard if the browser does not let the page copy. */
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
  if (need !== null) throw new Error(need);
  const values = fields(form);
  await perform(controls[form.dataset.control].event(values));
  const done = `Done: ${[title(form), ...Object.values(values).filter(Boolean)].join(" ")}`;
  answer(form, done);
  await look();
  return done;
}

/** Connects the controls: `look` reads the world again after a command, `place` returns how to reach the world. */
export function wire(look, place) {
  for (const form of forms) {
    form.append(find("words").content.cloneNode(true));
    for (const button of form.querySelectorAll(".words button")) {
      const code = button.previousElementSibling;
      const what = code.parentElement.nextElementSibling ? "a command" : "Swift";
      button.setAttribute("aria-label", `Copy “${title(form)}” as ${what}`);
      button.addEventListener("click", () => copy(form, code));
    }
    for (const kind of ["input", "change"]) form.addEventListener(kind, () => write(form, place()));
    form.addEventListener("submit", (submitted) => {
      submitted.preventDefault();
      press(form, form.querySelector("button:not([type])"), () => obey(form, look));
    });
  }
}
