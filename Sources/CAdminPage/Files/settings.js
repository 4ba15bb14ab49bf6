// The settings of the world, by what has them: the device, the person, the faults, each TV provider with its MVPDs.

import { changes } from "./changes.js";
import { FaultList, AddFault } from "./faults.js";
import { grouped, having, holders, owner, present, words } from "./holders.js";
import { Icon } from "./parts.js";
import { html, useEffect, useMemo, useState } from "./preact.js";
import { Heading, Setting } from "./setting.js";
import { closePanel, need, openPanel, useStore } from "./store.js";
import { Subscribers } from "./subscribers.js";

/** The most rows that a search shows, and the most holders. */
const most = { rows: 30, holders: 100 };

/** Returns the settings as they are now; `null` before they are read. */
export function useSettings() {
  const [all, unusual] = useStore(({ settings, view }) => [settings, view?.unusual]);
  return useMemo(() => (all === null || !unusual ? null : present(all, unusual)), [all, unusual]);
}

/** Prepares the search while nothing else happens. */
function prepare(settings, from = 0) {
  requestIdleCallback((deadline) => {
    let at = from;
    for (; at < settings.length && deadline.timeRemaining() > 1; at += 1) words(settings[at]);
    if (at < settings.length) prepare(settings, at);
  });
}

const Search = ({ id, label, text, onText }) => html`<div class="find"><${Icon} name="search" /><input id=${id} name="text" aria-label=${label}
  placeholder=${label} autocomplete="off" value=${text} onInput=${({ currentTarget }) => onText(currentTarget.value)} /></div>`;

/** The link to a holder, with its number of changes or what is unusual about it. */
const Holder = ({ id, name, changes: count, note, now, pick }) => html`<li key=${id}><a
  href=${`?view=settings&holder=${encodeURIComponent(id)}`} data-holder=${id}
  aria-current=${now === id ? "true" : undefined} onClick=${(event) => pick(event, id)}>${name}
  ${" "}<small class=${count ? "w" : ""}>${count || note || ""}</small></a></li>`;

function Holders({ view, now, pick, settings, text, onText }) {
  const [part, setPart] = useState("");
  const { own, parties } = useMemo(() => holders(view), [view]);
  const has = having(part);
  const found = parties.filter(({ name, key }) => has(`${name} ${key}`.toLowerCase()));
  const shown = found.length <= most.holders ? found : found.slice(0, most.holders);
  const chosen = found.find(({ id }) => id === now);
  const sizes = useMemo(() => new Map([...(settings ? grouped(settings, view.integrations) : [])].map(([id, all]) => [id, all.length])), [settings]);
  const row = (one) => html`<${Holder} ...${one} key=${one.id}
    note=${one.note || (one.key === undefined ? sizes.get(one.id) : "")} now=${now} pick=${pick} />`;
  return html`<nav class="holders" aria-label="What has settings">
    <form id="settings-filter" role="search" aria-label="Filter the settings" onSubmit=${(event) => event.preventDefault()}>
      <${Search} label=${`Find in ${settings?.length ?? ""} settings`} text=${text} onText=${onText} /></form>
    <ul><${Holder} id="changed" name="Changed from the profile" changes=${changes(view).length} now=${now} pick=${pick} /></ul>
    <h2>Device</h2><ul>${own.map(row)}</ul>
    <h2>TV providers</h2>${parties.length > 12 && html`<${Search} label=${`Find in ${parties.length} TV providers`}
      text=${part} onText=${setPart} />`}
    <ul>${[...shown, ...(chosen && !shown.includes(chosen) ? [chosen] : [])].map(row)}</ul>
    ${found.length > shown.length && html`<p class="quiet">and ${found.length - shown.length} more</p>`}</nav>`;
}

/** Returns the settings in groups of those that belong together. */
function groups(settings) {
  const found = Map.groupBy(settings, owner);
  // The provider comes before its MVPDs.
  return [...found].sort(([, [one]], [, [other]]) => (other.group === "provider") - (one.group === "provider"));
}

const titles = { provider: () => "TV provider", integration: ({ mvpd, requestor }) => `Integration of ${mvpd} with ${requestor}` };

function Rows({ settings, isSearch, summaries, wanted, only }) {
  const [limit, setLimit] = useState(most.rows);
  const shown = isSearch ? settings.slice(0, limit) : settings;
  return [
    groups(shown).map(([name, all]) => html`<section key=${name} aria-label=${name}><${Heading} first=${all[0]}
      title=${isSearch ? name : titles[all[0].group]?.(all[0]) ?? name} isChanged=${!isSearch && all.some(({ event }) => event !== null)} />
      <ul>${all.filter(({ event }) => !only || event !== null).map((setting) => html`<${Setting} key=${setting.key}
        setting=${setting} summaries=${summaries}
        isWanted=${wanted === setting.key} isBrief=${isSearch} />`)}</ul></section>`),
    settings.length > shown.length && html`<p class="more"><button type="button" onClick=${() => setLimit(limit + 100)}>Show
      more of ${settings.length - shown.length} further settings</button></p>`,
  ];
}

const heads = { settings: "Device", viewer: "Answers of the person", faults: "Faults and delays", changed: "Changed from the profile" };

/** The panel. `holder` is whose settings are shown, and `key` the one that gets the focus. */
export default function Settings({ holder = null, at: wanted = null }) {
  const [view, defects] = useStore(({ view, defects }) => [view, defects]);
  const [typed, setTyped] = useState("");
  const [text, setText] = useState("");
  const [only, setOnly] = useState(false);
  const settings = useSettings();
  useEffect(() => need("settings"), []);
  useEffect(() => need("defects"), []);
  useEffect(() => setTyped(""), [holder, wanted]);
  // What is typed is shown at once, and what has its words when no other key follows.
  useEffect(() => {
    const timer = setTimeout(() => setText(typed), typed === "" ? 0 : 60);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => { if (settings !== null) prepare(settings); }, [settings]);
  const summaries = useMemo(() => new Map((defects ?? []).map(({ name, summary }) => [name, summary])), [defects]);
  const all = useMemo(() => settings && view && grouped(settings, view.integrations), [settings]);
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
  const has = having(text);
  const found = useMemo(() => (settings === null ? [] : isSearch ? settings.filter((setting) => has(words(setting)))
    : now === "changed" ? settings.filter(({ event }) => event !== null) : all.get(now) ?? []), [settings, text, now]);
  if (!view) return null;
  const [, name] = now.split(":");
  const provider = now.startsWith("provider:") ? view.providers.find(({ id }) => id === name) : undefined;
  const count = found.filter(({ event }) => event !== null).length;
  const title = isSearch ? "Found" : provider?.displayName ?? heads[now] ?? now.split(":").at(-1);
  return html`<div class="settings" id="panel-settings"><${Holders} view=${view} now=${isSearch ? "" : now} pick=${pick}
    settings=${settings} text=${typed} onText=${setTyped} />
    <div class="values">
      <div class="bar"><h2 id="settings-title" tabindex="-1">${title}</h2> <p id="settings-told" class="quiet"
        role="status">${settings === null ? "Loading…"
        : found.length === 0 && isSearch ? "No setting has these words." : now === "faults" && !isSearch ? ""
          : `${found.length} settings${count ? `, ${count} changed` : ""}`}</p>
        ${!isSearch && count > 0 && now !== "changed" && html`<button type="button" class="chip" id="only-changed" aria-pressed=${String(only)}
          onClick=${() => setOnly(!only)}>Changed ${count}</button>`}
        <button type="button" class="ghost" aria-label="Close the settings" onClick=${closePanel}><${Icon} name="close" /></button></div>
      <div class="scroll" tabindex="-1">
      ${!isSearch && provider && html`<${Subscribers} provider=${name} people=${provider.subscribers} />`}
      ${!isSearch && (now === "faults" || (now === "changed" && view.device.faults.length > 0)) && html`<div
        class="panel"><${FaultList} /></div>`}
      ${!isSearch && now === "faults" && html`<div class="panel"><h3>Add a fault</h3><${AddFault} /></div>`}
      ${settings !== null && (isSearch || now !== "faults") && html`<${Rows} settings=${found}
        isSearch=${isSearch || now === "changed"} summaries=${summaries}
        wanted=${wanted} only=${only && !isSearch} key=${isSearch ? "search" : now} />`}
      </div></div></div>`;
}
