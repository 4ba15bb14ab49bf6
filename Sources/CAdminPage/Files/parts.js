// The parts of the page, of which a telephone shows one.

import { find } from "./show.js";

const nav = document.querySelector("nav");

function show(part) {
  document.body.dataset.part = part;
  for (const button of nav.querySelectorAll("[data-part]")) {
    if (button.dataset.part === part) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}

/** Connects the buttons that choose a part. */
export function wireParts() {
  nav.addEventListener("click", ({ target }) => target.dataset.part && show(target.dataset.part));
  find("asks").addEventListener("click", () => show("device-part"));
  show("middle");
}
