// The open attempt: its head, and its parts as tabs. The tab stays while a person walks the list.

import { brief } from "./clock.js";
import { about, title, verdicts } from "./flows.js";
import { Badge, CopyButton, Icon, lazy, Link, Menu, Wait } from "./parts.js";
import { html, useEffect, useLayoutEffect, useRef } from "./preact.js";
import { need, select, show, useStore } from "./store.js";
import { Overview } from "./overview.js";

const bodies = {
  overview: Overview, messages: lazy(() => import("./message.js")), saml: lazy(() => import("./saml.js")),
  entries: lazy(() => import("./entries.js")), rules: lazy(() => import("./rules.js")),
};

const labels = { overview: "Overview", messages: "Messages", saml: "SAML", entries: "Entries", rules: "Rules" };
const names = Object.keys(labels);

const several = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** Returns how much simulated time passed in an attempt. */
const spent = ({ began, ended }) => `${Math.round((Date.parse(ended) - Date.parse(began)) / 1000)} s`;

/** Returns the rules that an attempt broke: those whose findings name one of its entries. */
export function brokenBy(rules, numbers) {
  return (rules ?? []).filter(({ verdict }) => verdict === "broken")
    .map((rule) => ({ ...rule, findings: rule.findings.filter(({ entries }) => numbers.has(entries.at(-1))) }))
    .filter(({ findings }) => findings.length > 0);
}

/** Returns what stands beside the name of each tab. */
function counts({ flow, messages }, exchanges, rules) {
  const numbers = new Set(messages.map(({ entry }) => entry.number));
  const assertions = exchanges.flatMap(({ messages }) => messages.request.saml ?? []).map(({ assertions }) =>
    assertions.length).at(-1);
  const broken = rules === null ? "" : brokenBy(rules, numbers).length;
  return {
    overview: "", messages: flow.requests ?? exchanges.length, saml: assertions === undefined ? (exchanges.length > 0
      ? "none" : "") : several(assertions, "assertion"),
    entries: flow.numbers.replaceAll("-", "–"), rules: broken === "" || broken === 0 ? "" : `${broken} broken`,
  };
}

function Tabs({ told }) {
  const tab = useStore((state) => state.tab);
  const list = useRef();
  const go = (name) => {
    show(name);
    list.current.querySelector(`#tab-${name}`).focus();
  };
  const press = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = names.indexOf(tab);
    const next = { Home: 0, End: names.length - 1 }[event.key] ?? (step && (at + step + names.length) % names.length);
    if (next === undefined) return;
    event.preventDefault();
    go(names[next]);
  };
  return html`<div class="tabs" role="tablist" aria-label="Parts of the attempt" ref=${list} onKeyDown=${press}>
    ${names.map((name) => html`<button type="button" class="plain" role="tab" id=${`tab-${name}`} key=${name}
      aria-controls="detail-panel"
      aria-selected=${name === tab} tabindex=${name === tab ? 0 : -1} onClick=${() => show(name)}>
        ${labels[name]}
      ${" "}<small>${told[name]}</small></button>`)}</div>`;
}

function Saves({ flow }) {
  const item = (file, label, more) => html`<${Link} class="btn item" href=${`evidence/${file}?entries=${flow.numbers}`}
    download=${`attempt-${flow.first}-${file}`}>
    <span>${label}</span><small>${more}</small><//>`;
  return [
    item("report.html", "HTML report", "this attempt as one file"), item("requests.har", "HAR",
      "its requests and answers"),
    html`<${Link} class="btn item" href="state" download="state.json"><span>State of the world</span>
      <small>for “device import”, as it is now</small><//>`,
  ];
}

/** Closes the attempt, and goes back to its row. */
function leave(first) {
  select(null);
  setTimeout(() => document.querySelector(`#flows [data-flow="${first}"]`)?.focus());
}

export default function Detail() {
  const [open, tab, exchanges, rules, device] = useStore(({ open, tab, exchanges, rules, view }) =>
    [open, tab, exchanges, rules, view?.device.name]);
  const panel = useRef();
  useEffect(() => need("rules"), []);
  const first = open?.flow.first;
  useLayoutEffect(() => panel.current?.scrollTo(0, 0), [first, tab]);
  // On a telephone the attempt takes the place of the list, where the focus was.
  useLayoutEffect(() => {
    if (first !== undefined && document.body.offsetWidth < 720) document.getElementById("detail-title").focus();
  }, [first]);
  if (open === null) {
    return html`<section key="none" id="detail" aria-label="Attempt" tabindex="-1"><div class="nothing">
      <${Wait} /></div></section>`;
  }
  const { flow } = open;
  const Body = bodies[tab] ?? Overview;
  const subject = about(flow);
  return html`<section key="open" id="detail" aria-labelledby="detail-title" tabindex="-1" data-flow=${flow.first}>
    <div class="detail-head">
      <div class="line"><button type="button" class="ghost back" aria-label="Back to the attempts" onClick=${() =>
        leave(flow.first)}>
          <${Icon} name="left" /></button>
        <h2 id="detail-title" tabindex="-1"><${Badge} of=${flow.verdict}>${verdicts[flow.verdict]}<//>
          ${" "}<span>${title(flow)}${subject && ` · ${subject}`}</span></h2>
        <span class="acts"><${CopyButton} text=${() => location.href} label="Copy link"><${Icon} name="link" />
          <span class="phone-hidden">Copy link</span><//>
          <${Menu} label="Save" content=${() => html`<${Saves} flow=${flow} />`}>Save <${Icon} name="down"
            /><//></span></div>
      <p class="meta">${[flow.app, device && `on “${device}”`].filter(Boolean).join(" ")} · ${brief(flow.began)} ·${" "}
        ${several(flow.requests ?? exchanges.length, "request")}, ${spent(flow)} ·${" "}
        #${flow.numbers.replaceAll("-", "–")}</p>
      <${Tabs} told=${counts(open, exchanges, rules)} />
    </div>
    <div id="detail-panel" role="tabpanel" aria-labelledby=${`tab-${tab}`} tabindex="0" ref=${panel}>
      <${Body} key=${`${tab} ${flow.first}`} open=${open} exchanges=${exchanges} /></div>
  </section>`;
}
