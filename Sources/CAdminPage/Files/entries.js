// The entries of an attempt as the journal has them, each with its values.

import { brief } from "./clock.js";
import { verdict } from "./flows.js";
import { Badge, CopyButton, words } from "./parts.js";
import { html, useState } from "./preact.js";
import { openPanel, useStore } from "./store.js";

/** The calls of an app by the endpoints that they lead to. */
const calls = {
  profiles: "checkAuthentication", profile: "checkAuthentication", profileByCode: "checkAuthentication",
  logout: "logout", singleLogout: "logout", logoutReturn: "logout",
  session: "getAuthentication", resume: "getAuthentication", sessionInformation: "getAuthentication",
  authenticate: "getAuthentication", assertionConsumer: "getAuthentication", samlLogin: "getAuthentication",
};

/** The calls of an app that can be explained. */
export const explained = ["setRequestor", "checkAuthentication", "getAuthentication", "logout"];

/** Returns the call of an app whose explanation tells most about an entry. */
export function call({ kind, value }) {
  if (kind === "call" && explained.includes(value.call)) return value.call;
  if (kind === "request") return calls[value.endpoint] ?? "setRequestor";
  return kind === "interface" || kind === "signIn" || kind === "page" ? "getAuthentication" : "setRequestor";
}

/** The values of an entry that its line does not show. */
export function Details({ entry }) {
  const { at, fault, details } = entry;
  const pairs = [["simulated time", at], ...(fault ? [["fault", `${fault.at} ${fault.error}`]] : []),
    ...Object.entries(details)];
  return html`<div class="details"><dl class="pairs">${pairs.map(([name, value]) => [html`<dt>${words(name)}</dt>`,
    html`<dd>${words(value)}</dd>`])}</dl>
    <p class="more"><button type="button" onClick=${() => openPanel("explain",
      { call: call(entry) })}>Explain ${call(entry)} now</button>
      <${CopyButton} text=${JSON.stringify(entry, null, 2)}>Copy as JSON<//></p></div>`;
}

/** The line of an entry, which opens its values. */
export function Entry({ entry, isOpen: isOpenAtFirst = false }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const kind = verdict(entry);
  return html`<li><button type="button" class="plain line line-button" aria-expanded=${isOpen} onClick=${() =>
    setOpen(!isOpen)}>
      <span class="number">#${entry.number}</span> <span class="at">${brief(entry.at).slice(11)}</span> <${Badge}
        of=${kind} />
      ${" "}<span class="what"><span class="event">${words(entry.sentence ?? entry.event)}</span> <span class="result">
        ${words(entry.outcome)}</span></span>
      <span class="hidden room">${entry.room}</span> <span class="reason">${entry.reason}</span></button>
    ${isOpen && html`<${Details} entry=${entry} />`}</li>`;
}

export default function Entries({ open }) {
  const chosen = useStore((state) => state.message);
  return html`<ol class="entries" aria-label="Entries">${open.messages.map(({ entry }) =>
    html`<${Entry} key=${entry.number} entry=${entry} isOpen=${entry.number === chosen} />`)}</ol>`;
}
