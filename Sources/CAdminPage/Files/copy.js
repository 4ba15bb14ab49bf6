// The one menu that gives a control as a command, for curl, for tests in several languages, and as a step of a profile.

import { find, say } from "./show.js";

const menu = find("copying");
const codes = [...menu.querySelectorAll("code")];
const outcome = menu.querySelector(".outcome");

/**
 * Shows the menu beside a button.
 *
 * `texts` are the command, the curl command, the statements in Swift, Python and JavaScript, and the step; a text that is
 * missing has no line. `need` says what is missing for a command.
 */
export function offerCopies(beside, { title, need, texts }) {
  say(find("copying-title"), `“${title}” as`);
  say(menu.querySelector(".need"), need);
  say(outcome, "");
  codes.forEach((code, index) => {
    say(code, texts[index] ?? "");
    code.parentElement.hidden = (texts[index] ?? null) === null;
  });
  menu.showPopover();
  const at = beside.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(at.bottom + 4, innerHeight - height - 8))}px`;
  menu.querySelector("p:not([hidden]) > button")?.focus();
}

/** Copies a text; selects its element for the keyboard if the browser does not let the page copy. */
export async function copy(code, tell) {
  tell("");
  try {
    await navigator.clipboard.writeText(code.textContent);
    tell("Copied.");
  } catch {
    getSelection().selectAllChildren(code);
    tell("The browser does not allow the page to copy. The text is selected: copy it with the keyboard.");
  }
}

for (const code of codes) {
  code.parentElement.querySelector("button").addEventListener("click", () => copy(code, (text) => say(outcome, text)));
}
