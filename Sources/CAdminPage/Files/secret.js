// The secret of the server's admin API. A person enters it once, and the page keeps it as long as the tab is open.

import { find, say } from "./show.js";

/** The key in the storage of the tab. */
const key = "admin token";
const header = "Tvsim-Admin-Token";

const known = () => sessionStorage.getItem(key);

/** Returns the header with the secret; an object without members as long as the server has asked for none. */
export const proof = () => (known() === null ? {} : { [header]: known() });

/** The dialog in which a person enters the secret; `null` if it is closed. */
let asking = null;

/** Waits until the person has entered another secret than the one that the server has refused. */
export function prove(refused) {
  // Another request has asked for it meanwhile.
  if (asking === null && (proof()[header] ?? null) !== (refused[header] ?? null)) return Promise.resolve();
  asking ??= ask(refused).finally(() => { asking = null; });
  return asking;
}

function ask(refused) {
  const dialog = find("secret");
  const field = find("secret-text");
  field.value = "";
  say(find("secret-told"), refused[header] === undefined ? "" : "This is not the secret of this server.");
  dialog.showModal();
  return new Promise((settle) => {
    // Without the secret the page shows nothing, so the dialog stays open.
    dialog.oncancel = (event) => event.preventDefault();
    dialog.onclose = () => {
      if (field.value === "") return dialog.showModal();
      sessionStorage.setItem(key, field.value);
      field.value = "";
      return settle();
    };
  });
}

/** Lets links to files of the admin API work with a secret: a browser sends no header of ours when it follows one. */
export function wireLinks(tell) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (known() === null || !link || !/\/_sim\/v1\/./.test(link.pathname)) return;
    event.preventDefault();
    save(link).catch(tell);
  });
}

async function save(link) {
  const response = await fetch(link.href, { headers: proof() });
  if (!response.ok) throw new Error(`The simulator responded with status ${response.status}.`);
  const made = document.createElement("a");
  made.href = URL.createObjectURL(await response.blob());
  made.download = link.download || link.pathname.split("/").at(-1);
  made.click();
  // The browser has read the address when the click has been handled.
  setTimeout(() => URL.revokeObjectURL(made.href));
}
