// The worlds of the server: their list, the way to another one or a new one, and how to reset or remove this one.

import { proof } from "./api.js";
import { lost } from "./controls.js";
import { Control } from "./form.js";
import { title } from "./flows.js";
import { Badge, Link, Outcome } from "./parts.js";
import { html, useEffect, useState } from "./preact.js";
import { ask, state, tell, useStore } from "./store.js";

/** Returns the address of the page of a world; `null` is the served world. */
export function address(world, base = document.baseURI) {
  const root = new URL(base).pathname.replace(/(\/s\/[^/]+)?\/_sim\/v1\/.*$/, "");
  return `${root}${world === null ? "" : `/s/${encodeURIComponent(world)}`}/_sim/v1/`;
}

/** The name of the page's world in its address; `null` for the served world. */
export const own = (base = document.baseURI) => /\/s\/([^/]+)\/_sim\/v1\//.exec(new URL(base).pathname)?.[1] ?? null;

/** The worlds, each with its user, its entries and its last attempt. */
function List() {
  const [known, setKnown] = useState(null);
  const revision = useStore(({ view }) => view?.worlds.length);
  const [part, setPart] = useState("");
  useEffect(() => { ask("GET", "worlds?summary=true").then(setKnown, tell); }, [revision]);
  if (known === null) return html`<p class="quiet">Loading…</p>`;
  const about = new Map(known.summaries.map((one) => [one.name, one]));
  const found = [null, ...known.worlds].filter((name) => (name
    ?? "the served world").toLowerCase().includes(part.toLowerCase()));
  return html`${known.worlds.length > 12 && html`<input class="find" aria-label=${`Find in ${known.worlds.length
    + 1} worlds`} placeholder="Find"
      value=${part} onInput=${({ currentTarget }) => setPart(currentTarget.value)} />`}
    <ul id="worlds">${found.slice(0, 100).map((name) => {
      const { account, entries, last } = about.get(name) ?? {};
      return html`<li key=${name ?? ""}><a class="item btn" href=${address(name)} aria-current=${name === own() ? "page"
        : undefined}>
        <span>${name ?? "the served world"}${name === own() ? " (this page)" : ""} ${last && html`<${Badge}
          of=${last.verdict} />`}</span>
        ${entries !== undefined && html`<small>${account ?? "no account"}, ${entries} entries${last
          ? `, last: ${title(last)}` : ""}</small>`}</a></li>`;
    })}</ul>`;
}

/** The form that opens a world, which makes it if it is missing. */
function Visit() {
  const [refused, tell] = useState(null);
  const open = async (event) => {
    event.preventDefault();
    const { world: field } = event.currentTarget.elements;
    const world = field.value.trim();
    // The rule of the server (see "Devices and worlds").
    if (!/^[\w-][\w.-]{0,63}$/.test(world)) {
      field.focus();
      return tell("A name has letters, digits, '.', '_' and '-', at most 64, and no '.' first.");
    }
    // A request that does not demand the world makes it.
    await fetch(`${address(world)}health`, { headers: proof() }).catch(tell);
    return location.assign(address(world));
  };
  return html`<form id="visit" class="control" noValidate onSubmit=${open}><label class="wide">World <input name="world"
    autocomplete="off" placeholder="name"
    aria-invalid=${refused ? "true" : undefined}
      aria-describedby="visit-told" /></label><button>Open or make</button><${Outcome} error=${refused} id="visit-told"
        /></form>`;
}

/** The content of the menu of the worlds. */
export default function Worlds() {
  return html`<div class="worlds"><h2>Worlds of this server</h2><${List} /><h2>New world</h2><${Visit} /><hr />
    <h2>This world</h2><p class="buttons"><${Link} class="btn" href="state"
      download=${`${state.view?.device.name ?? "world"}.json`}>Export the state<//></p>
    <${Control} name="reset" title="Reset to the profile" danger=${lost} />
    ${own() !== null && html`<${Control} name="removeWorld" title="Remove this world"
      danger="The world is removed with its state and its journal." />`}</div>`;
}
