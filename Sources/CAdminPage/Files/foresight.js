// The look at what would happen now, at once after a change of the state.

import { find } from "./show.js";
import { showOutlook } from "./outlook.js";
import { judge } from "./why.js";

/** The pause between two looks, in milliseconds: many changes at once cause few looks. */
const calm = 150;
let isLooking = false;
let hasChanged = false;

/**
 * Shows what a silent sign-in and the explained call would do now. A hidden page asks for nothing.
 *
 * `known` returns the result of the last read, `look` reads the world again after a remedy, and `tell` shows an error.
 */
export async function foresee(known, look, tell) {
  hasChanged = true;
  if (isLooking) return;
  isLooking = true;
  find("outlook").setAttribute("aria-busy", "true");
  while (hasChanged && document.visibilityState !== "hidden") {
    hasChanged = false;
    try {
      await Promise.all([showOutlook(look), judge(known(), look)]);
    } catch (error) {
      tell(error);
    }
    if (hasChanged) await new Promise((settle) => setTimeout(settle, calm));
  }
  find("outlook").removeAttribute("aria-busy");
  isLooking = false;
}
