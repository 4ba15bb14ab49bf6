// The settings of the world, by what has them: the device, the person, the faults, each TV provider with its MVPDs.

import { changes } from "./changes.js";
import { FaultList, AddFault } from "./faults.js";
import { having, holders } from "./holders.js";
import { Icon } from "./parts.js";
import { html, useEffect, useMemo, useState } from "./preact.js";
import { Heading, Setting } from "./setting.js";
import { closePanel, need, openPanel, readSettings, tell, useStore } from "./store.js";
import { Subscribers } from "./subscribers.js";
import { owner, parties, search, setting as made } from "./values.js";

/** The most rows that a search shows, and the most holders. */
const most = { rows: 30, holders: 100 };

const Search = ({ id, label, text, onText }) => html`<div class="find"><${Icon} name="search" />
  <input id=${id} name="text" aria-label=${label}
  placeholder=${label} autocomplete="off" value=${text} onInput=${({ currentTarget }) => onText(currentTarget.value)}
    /></div>`;

/** The link to a holder, with its number of changes or what is unusual about it. */
const Holder = ({ id, name, changes: count, note, now, pick }) => html`<li key=${id}><a
  href=${`?view=settings&holder=${encodeURIComponent(id)}`} data-holder=${id}
  aria-current=${now === id ? "true" : undefined} onClick=${(event) => pick(event, id)}>${name}
  ${" "}<small class=${count ? "w" : ""}>${count || note || ""}</small></a></li>`;

function Holders({ view, now, pick, sizes, text, onText }) {
  const [part, setPart] = useState("");
  const { own, parties } = useMemo(() => holders(view), [view]);
  const has = having(part);
  const found = parties.filter(({ name, key }) => has(`${name} ${key}`.toLowerCase()));
  const shown = found.length <= most.holders ? found : found.slice(0, most.holders);
  const chosen = found.find(({ id }) => id === now);
  const row = (one) => html`<${Holder} ...${one} key=${one.id}
    note=${one.note || (one.key === undefined ? sizes.get(one.id) : "")} now=${now} pick=${pick} />`;
  return html`<nav class="holders" aria-label="What has settings">
    <form id="settings-filter" role="search" aria-label="Filter the settings" onSubmit=${(event) =>
      event.preventDefault()}>
      <${Search} label=${`Find in ${[...sizes.values()].reduce((sum, size) => sum + size, 0) || ""} settings`}
        text=${text} onText=${onText} /></form>
    <ul><${Holder} id="changed" name="Changed from the profile" changes=${changes(view).length} now=${now} pick=${pick}
      /></ul>
    <h2>Device</h2><ul>${own.map(row)}</ul>
    <h2>TV providers</h2>${parties.length > 12 && html`<${Search} label=${`Find in ${parties.length} TV providers`}
      text=${part} onText=${setPart} />`}
    <ul>${[...shown, ...(chosen && !shown.includes(chosen) ? [chosen] : [])].map(row)}</ul>
    ${found.length > shown.length && html`<p class="quiet">and ${found.length - shown.length} more</p>`}</nav>`;
}

/** Returns the settings in groups of those that belong together: the provider comes before its MVPDs. */
const groups = (settings) => [...Map.groupBy(settings, owner)]
  .sort(([, [one]], [, [other]]) => (other.group === "provider") - (one.group === "provider"));

const titles = { provider: () => "TV provider", integration: ({ mvpd, requestor }) =>
  `Integration of ${mvpd} with ${requestor}` };

function Rows({ found, isSearch, summaries, wanted, only }) {
  const [limit, setLimit] = useState(most.rows);
  const shown = (isSearch ? found.slice(0, limit) : found).map(([party, shape]) => made(party, shape));
  useEffect(() => {
    for (const one of shown) if (one.value === undefined) readSettings(one).catch(tell);
  }, [found, limit]);
  return [
    groups(shown).map(([name, all]) => html`<section key=${name} aria-label=${name}><${Heading} first=${all[0]}
      title=${isSearch ? name : titles[all[0].group]?.(all[0]) ?? name} isChanged=${!isSearch && all.some(({ event }) =>
        event !== null)} />
      <ul>${all.filter(({ event }) => !only || event !== null).map((setting) => html`<${Setting} key=${setting.key}
        setting=${setting} summaries=${summaries}
        isWanted=${wanted === setting.key} isBrief=${isSearch} />`)}</ul></section>`),
    found.length > shown.length && html`<p class="more"><button type="button" onClick=${() =>
      setLimit(limit + 100)}>Show
      more of ${found.length - shown.length} further settings</button></p>`,
  ];
}

const heads = { settings: "Device", viewer: "Answers of the person", faults: "Faults and delays",
  changed: "Changed from the profile" };

/** The panel. `holder` is whose settings are shown, and `key` the one that gets the focus. */
export default function Settings({ holder = null, at: wanted = null }) {
  const [view, known, defects] = useStore(({ view, settings, defects }) => [view, settings, defects]);
  const [typed, setTyped] = useState("");
  const [text, setText] = useState("");
  const [only, setOnly] = useState(false);
  useEffect(() => need("settings"), []);
  useEffect(() => need("defects"), []);
  useEffect(() => setTyped(""), [holder, wanted]);
  // What is typed is shown at once, and what has its words when no other key follows.
  useEffect(() => {
    const timer = setTimeout(() => setText(typed), typed === "" ? 0 : 60);
    return () => clearTimeout(timer);
  }, [typed]);
  const summaries = useMemo(() => new Map((defects ?? []).map(({ name, summary }) => [name, summary])), [defects]);
  const all = useMemo(() => (known && view ? parties(known, view) : []), [known, view]);
  const sizes = useMemo(() => all.reduce((sum, { holder: id, shapes }) => sum.set(id,
    (sum.get(id) ?? 0) + shapes.length), new Map()), [all]);
  const account = view?.device.account?.provider;
  const now = holder ?? (account ? `provider:${account}` : "settings");
  const isSearch = text.trim() !== "";
  const pick = (event, id) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setTyped("");
    setText("");
    setOnly(false);
    openPanel("settings", { holder: id });
  };
  const isChanged = ([party, { key }]) => (party.now.get(key)?.event ?? null) !== null;
  const found = useMemo(() => {
    if (isSearch) return search(all, text);
    const some = now === "changed" ? all.filter((party) => party.now.size > 0)
      : all.filter((party) => party.holder === now);
    const pairs = some.flatMap((party) => party.shapes.map((shape) => [party, shape]));
    return now === "changed" ? pairs.filter(isChanged) : pairs;
  }, [all, text, now]);
  if (!view) return null;
  const [, name] = now.split(":");
  const provider = now.startsWith("provider:") ? view.providers.find(({ id }) => id === name) : undefined;
  const count = found.filter(isChanged).length;
  const title = isSearch ? "Found" : provider?.displayName ?? heads[now] ?? now.split(":").at(-1);
  return html`<div class="settings" id="panel-settings"><${Holders} view=${view} now=${isSearch ? "" : now} pick=${pick}
    sizes=${sizes} text=${typed} onText=${setTyped} />
    <div class="values">
      <div class="bar"><h2 id="settings-title" tabindex="-1">${title}</h2> <p id="settings-told" class="quiet"
        role="status">${known === null ? "Loading…"
        : found.length === 0 && isSearch ? "No setting has these words." : now === "faults" && !isSearch ? ""
          : `${found.length} setting${found.length === 1 ? "" : "s"}${count ? `, ${count} changed` : ""}`}</p>
        ${!isSearch && count > 0 && now !== "changed" && html`<button type="button" class="chip" id="only-changed"
          aria-pressed=${String(only)}
          onClick=${() => setOnly(!only)}>Changed ${count}</button>`}
        <button type="button" class="ghost" aria-label="Close the settings" onClick=${closePanel}><${Icon} name="close"
          /></button></div>
      <div class="scroll" tabindex="-1">
      ${!isSearch && provider && html`<${Subscribers} provider=${name} people=${provider.subscribers} />`}
      ${!isSearch && (now === "faults" || (now === "changed" && view.device.faults.length > 0)) && html`<div
        class="panel"><${FaultList} /></div>`}
      ${!isSearch && now === "faults" && html`<div class="panel"><h3>Add a fault</h3><${AddFault} /></div>`}
      ${known !== null && (isSearch || now !== "faults") && html`<${Rows} found=${found}
        isSearch=${isSearch || now === "changed"} summaries=${summaries}
        wanted=${wanted} only=${only && !isSearch} key=${isSearch ? "search" : now} />`}
      </div></div></div>`;
}
