// The bar at the top: the world, the clock, the search, and the ways to share and to help.

import { at, brief, pace } from "./clock.js";
import { CopyButton, Icon, Menu } from "./parts.js";
import { html, useEffect, useState } from "./preact.js";
import { look, openOverlay, openPanel, set, state, useStore } from "./store.js";
import { hasPassed } from "./clock.js";

const worlds = () => import("./worlds.js");
const time = () => import("./time.js");
const share = () => import("./share.js");

const told = { loading: "Loading…", live: "Live", polling: "Live, once a second", lost: "Not connected" };

/** Returns the simulated instant, which follows the wall clock; the world is read again when the account expires. */
export function useNow() {
  const [clock, expires] = useStore(({ view }) => [view?.device.clock, view?.device.account?.expires]);
  const [, tick] = useState(0);
  const now = clock === undefined ? "" : at(clock, performance.now() - state.readAt);
  useEffect(() => {
    let before = now;
    const timer = setInterval(() => {
      if (state.view === null) return;
      const instant = at(state.view.device.clock, performance.now() - state.readAt);
      if (expires !== undefined && before !== "" && hasPassed(expires, before, instant)) look();
      if (instant !== before) tick((count) => count + 1);
      before = instant;
    }, 1000);
    return () => clearInterval(timer);
  }, [expires]);
  return now;
}

function Clock() {
  const now = useNow();
  const [clock, wall] = useStore(({ view, wall }) => [view?.device.clock, wall]);
  return html`<${Menu} id="clock" class="phone-hidden" label=${`Clock ${brief(now)}`} title="Clock" load=${time}>
    <${Icon} name="clock" /><span id="now">${brief(now)}</span> <small class="quiet" id="mode">
      ${clock && pace(clock, wall)}</small>
    <${Icon} name="down" /><//>`;
}

const kinds = { prompt: "access", automaticSignIn: "Automatic Sign-In", picker: "TV provider", signIn: "sign-in" };

/** Says that the device waits for a person. */
function Asks() {
  const page = useStore(({ view, question }) => view?.interface?.page ?? (question === null ? null : "prompt"));
  return html`<p role="status">${page && html`<a class="btn" id="asks" href="?view=device" onClick=${(event) => {
    event.preventDefault();
    openPanel("device");
  }}>The device asks: ${kinds[page] ?? page}</a>`}</p>`;
}

/** Returns the base URL of the world's service. */
export const base = () => document.baseURI.replace(/\/_sim(\/.*)?$/, "");

export function Header() {
  const [live, name, isWide, isState] = useStore(({ live, view, panel, part }) =>
    [live, view?.device.name ?? "", panel?.name === "settings", part === "state"]);
  return html`<header class="top">
    <a class="skip" href=${isWide ? "#detail" : "#attempts"}>Skip to the ${isWide ? "settings" : "attempts"}</a>
    <h1 tabindex="-1"><span aria-hidden="true">${Array.from({ length: 7 }, () => html`<i />`)}</span>tvsim</h1>
    <${Menu} id="world" label=${`World ${name}`} title="Worlds of this server" load=${worlds}>
      ${name} <${Icon} name="down" /><//>
    <p id="live" class="phone-hidden ${live === "live" || live === "polling" ? "on" : ""}">${told[live]}</p>
    <${Clock} /><${Asks} /><span class="grow" />
    <button type="button" class="narrow-only" aria-expanded=${isState} onClick=${() => set({ part: isState ? "attempts"
      : "state" })}><${Icon} name="sliders" /> State</button>
    <button type="button" id="search" aria-label="Search or do" aria-keyshortcuts="Control+K Meta+K"
      onClick=${() => openOverlay("palette")}><span><${Icon} name="search" /><span class="phone-hidden">Search or
        do…</span></span> <kbd class="phone-hidden">Ctrl K</kbd></button>
    <${CopyButton} class="wide-only m" text=${base()} label=${`Copy the base URL ${base()}`}><${Icon} name="copy" />
      <code>${base().replace(/^https?:\/\//, "")}</code><//>
    <${Menu} id="share" class="phone-hidden" label="Share" load=${share}><${Icon} name="link" />Share <${Icon}
      name="down" /><//>
    <button type="button" id="help" aria-label="Help: how to connect, keyboard shortcuts" onClick=${() =>
      openOverlay("help")}>?</button>
  </header>`;
}
