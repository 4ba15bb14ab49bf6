// What the search finds: all that the page can do and show.

import { allowing, denial, effect, person } from "./changes.js";
import { usable } from "./controls.js";
import { about, title } from "./flows.js";
import { holders } from "./holders.js";
import { endings, kinds } from "./state.js";
import { act, confirm, openOverlay, openPanel, select } from "./store.js";
import { parties, search } from "./values.js";

const run = (text, event, { more, also } = {}) => ({ kind: "Do", text, more, also, isSlow: true,
  go: () => act(event) });
const shows = (text, go, also) => ({ kind: "View", text, also, go });

/** Presses a button of the header or of the left column, which opens its menu. */
const menu = (selector) => () => document.querySelector(selector)?.click();
const control = (text, selector, also) => ({ kind: "Control", text, also, go: menu(selector) });

const views = [
  shows("Journal", () => select(null, { part: "attempts" }), "attempts list flows"), shows("Settings",
    () => openPanel("settings")),
  shows("Device", () => openPanel("device"), "screen phone tv"),
  shows("Faults and delays", () => openPanel("settings", { holder: "faults" }), "time fail"),
  shows("Explain", () => openPanel("explain"), "why conditions"), shows("Rules", () => openPanel("rules"), "judge app"),
  shows("Connect", () => openPanel("connect"), "address base url software statement sample curl"),
  shows("Help", () => openOverlay("help"), "keyboard shortcuts keys"),
  control("Worlds of this server", "#world", "new world open remove"), control("Share", "#share",
    "save export report har json link profile"),
  control("Clock", "#clock", "time advance set follow freeze deadline"),
  control("Access of the app", "[data-row=access]", "permission grant allow deny restrict"),
  control("Account: sign in, sign out", "[data-row=account]", "sign in user subscriber provider"),
  control("End of the account", "[data-row=expires]", "expire expiry"),
  control("Person at the device", "[data-row=person]", "viewer answers script"),
  control("Add a fault", "[data-row=fault]", "fail 503 error delay timeout"),
  control("Reset to the profile", "[data-row=reset]", "erase everything"),
];

const accesses = { granted: "Allow access", denied: "Deny access", restricted: "Restrict access",
  notDetermined: "Ask for access again" };
const here = { accessPrompt: "none", systemPicker: "none", signIn: "none", automaticSignIn: "none" };

/** Returns what can be done at once. */
function doings({ device, providers, deadlines }) {
  const { bundleID, account, faults, platform } = device;
  return [
    ...Object.entries(accesses).map(([access, text]) => run(text,
      access === "notDetermined" ? { resetPermission: bundleID } : { setPermission: { bundleID, access } },
      { more: bundleID, also: "permission grant reset not asked" })),
    ...usable(providers).flatMap(({ id, displayName, subscribers }) => subscribers.map(({ name }) =>
      run(`Sign in ${name} at ${displayName}`, { signIn: { provider: id, as: name } },
        { also: `${id} account user` }))),
    ...(account ? [run("Sign out", "signOut", { also: "account" }), run("Expire the account", "expireAccount")] : []),
    run("Advance the clock by 1 hour", { advance: "1h" }, { also: "+1h time" }),
    run("Advance the clock by 1 day", { advance: "1d" }, { also: "+1d time" }),
    run("Advance the clock by 30 days", { advance: "30d" }, { also: "+30d time" }),
    run(device.clock.mode === "following" ? "Freeze the clock" : "Let the clock follow the wall clock",
      device.clock.mode === "following" ? "freezeClock" : "followClock"),
    ...endings(deadlines).map(({ jumpTo, text, subjects }) => ({ ...run(`Jump past it: ${text}`, { setClock: jumpTo },
      { more: subjects }), kind: "Ends" })),
    run("I answer here", { viewer: here }, { also: "person viewer wait" }),
    ...Object.entries(kinds).filter(([name]) => name !== platform).map(([name, text]) =>
      run(`Switch the device to ${text}`, { settings: { platform: name } },
      { more: name, also: "platform" })),
    ...faults.map((fault) => run(`Remove the fault ${fault.at} ${effect(fault).join(", ")}`,
      { removeFault: Number(fault.id) })),
    ...(faults.length === 0 ? [] : [{
      kind: "Do", text: "Clear faults", go: async () => await confirm("Clear faults", "All faults are removed.")
        && act("clearFaults"),
    }]),
  ];
}

/** Returns all that the search finds. */
export function things({ view, flows }) {
  if (view === null) return views;
  const people = view.providers.flatMap(({ id, displayName, subscribers }) => subscribers.map(({ name }) => ({
    kind: "Subscriber", text: `${name} at ${displayName}`, also: `${id} deny denied denials refuse`, go: () => openPanel("settings",
      { holder: `provider:${id}`, at: "subscribers" }),
  })));
  return [
    ...views, ...doings(view),
    ...flows.flows.toReversed().filter(({ kind }) => kind !== "command").map((flow) => ({
      kind: "Attempt", text: `${title(flow)} ${about(flow)}`, more: `#${flow.first} ${flow.reason ?? ""}`,
        also: flow.verdict, go: () => select(flow.first),
    })),
    ...holders(view).parties.map(({ id, name, key }) => ({ kind: "Provider", text: name, also: `${key} mvpd`,
      go: () => openPanel("settings", { holder: id }) })),
    ...people,
  ];
}

/** Returns the settings that have the words of a text, at most a number of them. */
export function settingsWith(text, { view, settings }, most) {
  if (view === null || settings === null || text.trim() === "") return [];
  return search(parties(settings, view), text).slice(0, most).map(([{ name, holder }, { key, description }]) => ({
    kind: "Setting", text: `${name} ${key}`, more: description, go: () => openPanel("settings", { holder, at: key }),
  }));
}

/** The most subscribers for whom a resource is offered to be denied. */
const most = 8;

/** Returns what a sentence asks for: “deny ESPN”, “deny ESPN to bob: Too many devices.”, “allow ESPN”. */
export function typed(text, { view }) {
  const [, verb, resource, name, words] =
    /^\s*(deny|refuse|allow|permit)\s+([^\s:]+)(?:\s+(?:(?:to|for)\s+)?([^\s:]+))?\s*(?::\s*(.*))?$/i.exec(text) ?? [];
  if (resource === undefined || view === null || /^(access|perm)/i.test(resource)) return [];
  // The name of a user is not a resource.
  if (view.providers.some(({ subscribers }) => subscribers.some((one) => one.name === resource))) return [];
  const { account } = view.device;
  const isOwn = (provider, subscriber) => account?.provider === provider && account.subscriber === subscriber;
  const people = view.providers.flatMap(({ id, displayName, subscribers }) => subscribers.map((one) =>
    ({ provider: id, displayName, one })))
    .filter(({ one }) => name === undefined || one.name.toLowerCase().startsWith(name.toLowerCase()))
    .sort((first, second) => isOwn(second.provider, second.one.name) - isOwn(first.provider, first.one.name)).slice(0,
      most);
  const isDenial = /deny|refuse/i.test(verb);
  return people.map(({ provider, displayName, one }) => {
    const now = one.denials?.[resource];
    const more = isDenial && words ? `“${words}”` : isDenial && now !== undefined && denial(now)
      ? `now: “${denial(now)}”` : displayName;
    return run(`${isDenial ? "Deny" : "Allow"} ${resource} to ${one.name}`, isDenial
      ? person(provider, one.name, { denials: { [resource]: words || null } }) : allowing(provider, one, resource),
        { more });
  });
}
