// Shows the state of the world. All values are written as text content, never as markup.
//
// Unchanged elements are not written again: this would lose the user's selection, and a screen reader would repeat
// them.

import { pace } from "./clock.js";
import * as glance from "./glance.js";

export const find = (id) => document.getElementById(id);

/** Returns a field of a control. */
export function field(control, name) {
  return document.querySelector(`form[data-control=${control}]`).elements[name];
}

/** Sets the text of an element if it differs. */
export function say(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/** Creates an element with a text and a class. */
export function element(name, text = "", kind = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

/** The values that each element was last filled with, as JSON. */
const written = new WeakMap();

/** Fills an element with the children that `make` creates for each value, if the values have changed. */
export function fill(place, things, make) {
  const text = JSON.stringify(things);
  if (written.get(place) === text) return;
  written.set(place, text);
  place.replaceChildren(...things.flatMap(make));
}

/** Returns a value as text: an object without the punctuation of JSON. */
export function word(value) {
  if (value === null || typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.map(word).join(", ");
  return Object.entries(value).map(([name, inner]) => `${name} ${word(inner)}`).join(", ");
}

/** Creates a table row. */
function row(cells) {
  const made = element("tr");
  made.append(...cells.map((text) => element("td", text)));
  return made;
}

const named = ([name, value]) => [element("dt", name), element("dd", word(value))];

/** Sets the options of a field and keeps the selected one. */
export function offer(field, names, label = (name) => name) {
  const chosen = field.value;
  fill(field, names, (name) => {
    const option = element("option", label(name));
    option.value = name;
    return option;
  });
  if (field instanceof HTMLSelectElement && names.includes(chosen)) field.value = chosen;
}

/** Returns the dotted keys of nested settings with their values. */
export function dotted(values, prefix = "") {
  return Object.entries(values).flatMap(([key, value]) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? dotted(value, `${prefix}${key}.`) : [[prefix + key, value]]);
}

/** Shows the device's settings and answers. */
export function showDevice(device, wall) {
  const { platform, region, developer, behaviour } = device;
  say(find("name"), device.name);
  document.title = `${device.name} – tvsim`;
  const settings = dotted({ platform, region, developer, behaviour });
  fill(find("device"), [["profile", device.profile], ["app", device.bundleID], ...settings], named);
  offer(field("settings", "key"), settings.map(([key]) => key));
  for (const id of ["mode", "time-mode"]) say(find(id), pace(device.clock, wall));
  offer(find("apps"), device.permissions.map(({ bundleID }) => bundleID));
  fill(find("viewer"), Object.entries(device.viewer), named);
  offer(field("viewer", "key"), Object.keys(device.viewer));
}

/** Shows the integrations, and offers them in the controls. */
export function showIntegrations(integrations) {
  fill(find("integrations"), integrations.map((entry) => [entry.requestor, entry.mvpd, glance.integration(entry)]), row);
  const names = integrations.map(({ requestor, mvpd }) => `${requestor} ${mvpd}`);
  for (const control of ["integration", "resetIntegration"]) offer(field(control, "integration"), names);
}

/** Shows the providers, and offers them in the controls; signing in offers only boarded providers with subscribers. */
export function showProviders(providers) {
  fill(find("providers"), providers.map((provider) => {
    const people = provider.subscribers.map(({ name, entitlements }) =>
      (entitlements.length === 0 ? `${name} (no resource)` : name));
    return [provider.id, glance.provider(provider), people.join(", ") || "none"];
  }), row);
  const names = providers.map(({ id }) => id);
  for (const control of ["provider", "resetProvider"]) offer(field(control, "provider"), names);
  const usable = providers.filter(({ boarding, subscribers }) => boarding !== "none" && subscribers.length > 0);
  offer(field("signIn", "provider"), usable.map(({ id }) => id));
}

/** Shows the state at a glance, at the parts that set it. */
export function showGlance({ account, answers, integrations, people, settings, worlds }) {
  for (const [id, { text, isUnusual }] of [
    ["state-account", account], ["answering", answers], ["glance-integrations", integrations],
    ["glance-people", people], ["glance-settings", settings],
  ]) {
    say(find(id), text);
    find(id).classList.toggle("unusual", isUnusual ?? false);
  }
  say(find("tab-worlds").querySelector("small"), worlds.text);
}
