// What a person gives to others: a link to what the page shows, and files of what happened.

import { CopyButton, Link } from "./parts.js";
import { html } from "./preact.js";
import { useStore } from "./store.js";

/** The files, with what each is for. */
const files = [
  ["save-report", "HTML report", "evidence/report.html", "report.html", "messages and decisions, for a ticket"],
  ["save-archive", "HAR", "evidence/requests.har", "requests.har", "the requests, for a tool of HTTP"],
  ["save", "JSON", "journal?limit=10000", "journal.json", "the journal, for a program"],
  ["save-state", "State", "state", "world.json", "the world, which another server can import"],
];

/** The content of the menu. The link is the one in the address bar. */
export default function Share() {
  const numbers = useStore(({ open, selected }) => (selected !== null && open ? open.flow.numbers : null));
  return html`<div class="share"><h2>Share</h2>
    <${CopyButton} class="item"
      text=${() => location.href}><span>Copy link</span><small>to what this page shows, for who reaches this
        server</small><//>
    ${numbers && html`<${Link} class="item btn" href=${`evidence/report.html?entries=${numbers}`}
      download="attempt.html"><span>Save this attempt</span>
      <small>as an HTML report</small><//>`}<hr />
    ${files.map(([id, name, href, download, about]) => html`<${Link} class="item btn" id=${id} key=${id} href=${href}
      download=${download}>
      <span>Save all as ${name}</span><small>${about}</small><//>`)}</div>`;
}
