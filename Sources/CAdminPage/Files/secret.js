// The question for the secret of the server's admin API. A person enters it once.

import { html, useLayoutEffect, useRef } from "./preact.js";
import { closeOverlay } from "./store.js";

/** Without the secret the page shows nothing, so the dialog stays open. */
export default function Secret({ isRefused, take }) {
  const dialog = useRef();
  useLayoutEffect(() => {
    dialog.current.showModal();
  }, []);
  const enter = (event) => {
    event.preventDefault();
    const { value } = event.currentTarget.elements.secret;
    if (!/^[!-~]+$/.test(value)) return event.currentTarget.elements.secret.focus();
    dialog.current.close();
    closeOverlay();
    return take(value);
  };
  return html`<dialog id="secret" ref=${dialog} aria-labelledby="secret-title" onCancel=${(event) =>
    event.preventDefault()}
      onKeyDown=${(event) => event.key === "Escape" && event.preventDefault()}>
    <form method="dialog" noValidate onSubmit=${enter}><h2 id="secret-title">Secret of the admin API</h2>
      <p>The server was started with a secret. It stays in this tab until you close it.</p>
      <input type="text" autocomplete="username" value="tvsim" hidden />
      <p><label>Secret <input id="secret-text" name="secret" type="password" required autocomplete="current-password"
        spellcheck="false" autofocus /></label></p>
      <p id="secret-told" role="alert">${isRefused ? "This is not the secret of this server." : ""}</p>
      <p class="choices"><button class="primary">Continue</button></p></form></dialog>`;
}
