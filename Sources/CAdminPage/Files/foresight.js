// The look at what would happen now, after each change of the state.

import { showOutlook } from "./outlook.js";
import { judge } from "./why.js";

/** The pause before a look, in milliseconds: many changes at once cause one look. */
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
  while (hasChanged) {
    hasChanged = false;
    await new Promise((settle) => setTimeout(settle, calm));
    if (document.visibilityState === "hidden") break;
    try {
      await Promise.all([showOutlook(look), judge(known(), look)]);
    } catch (error) {
      tell(error);
    }
  }
  isLooking = false;
}
