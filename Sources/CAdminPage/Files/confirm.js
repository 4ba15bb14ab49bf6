// The question before something is lost.

import { find, say } from "./show.js";

/** Asks whether to do something that removes state; returns whether the user wants it. */
export function confirmed(action, loss) {
  const dialog = find("confirm");
  say(find("confirm-title"), `${action}?`);
  say(find("confirm-loss"), loss);
  say(find("confirm-yes"), action);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((settle) =>
    dialog.addEventListener("close", () => settle(dialog.returnValue === "yes"), { once: true }));
}
