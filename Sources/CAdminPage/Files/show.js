// Shows the state of the world. All values are written as text content, never as markup.
//
// Unchanged elements are not written again: this would lose the user's selection, and a screen reader would repeat
// them.

import { pace } from "./clock.js";

export const find = (id) => document.getElementById(id);

/** Returns the form of a control. */
export const control = (name) => document.querySelector(`form[data-control=${name}]`);

/** Returns a field of a control. */
export const field = (form, name) => control(form).elements[name];

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

/**
 * Sets the options of a field and keeps the selected one. `about` returns what a name means, which a list of many shows.
 */
export function offer(field, names, { label = (name) => name, about = () => "" } = {}) {
  const chosen = field.value;
  fill(field, names.map((name) => [name, about(name)]), ([name, meaning]) => {
    const option = element("option", label(name));
    option.value = name;
    option.title = meaning;
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

/** Shows the device's name, clock and apps, and offers who can sign in: boarded providers with subscribers. */
export function showDevice({ device, providers, wall }) {
  say(find("name"), device.name);
  document.title = `${device.name} – tvsim`;
  say(find("device"), `Profile ${device.profile}, app ${device.bundleID}`);
  for (const id of ["mode", "time-mode"]) say(find(id), pace(device.clock, wall));
  offer(find("apps"), device.permissions.map(({ bundleID }) => bundleID));
  const usable = providers.filter(({ boarding, subscribers }) => boarding !== "none" && subscribers.length > 0);
  offer(field("signIn", "provider"), usable.map(({ id }) => id));
}

/** Shows the state at a glance, at the parts that set it. */
export function showGlance({ account, answers, settings, worlds }) {
  for (const [id, { text, isUnusual }] of [["state-account", account], ["answering", answers]]) {
    say(find(id), text);
    find(id).classList.toggle("unusual", isUnusual ?? false);
  }
  say(find("tab-settings").querySelector("small"), settings.text);
  say(find("tab-worlds").querySelector("small"), worlds.text);
}
