// Shows the state of the world. All values are written as text content, never as markup.
//
// Unchanged elements are not written again: this would lose the user's selection, and a screen reader would repeat
// them.

import { chosen, texts } from "./journal.js";

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
function fill(place, things, make) {
  const text = JSON.stringify(things);
  if (written.get(place) === text) return;
  written.set(place, text);
  place.replaceChildren(...things.flatMap(make));
}

const word = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/** Creates a table row. */
function row(cells) {
  const made = element("tr");
  made.append(...cells.map((text) => element("td", text)));
  return made;
}

const named = ([name, value]) => [element("dt", name), element("dd", word(value))];

/** Sets the options of a field and keeps the selected one. */
export function offer(field, names) {
  const chosen = field.value;
  fill(field, names, (name) => {
    const option = element("option", name);
    option.value = name;
    return option;
  });
  if (field instanceof HTMLSelectElement && names.includes(chosen)) field.value = chosen;
}

/** Returns the dotted keys of nested settings with their values. */
function dotted(values, prefix = "") {
  return Object.entries(values).flatMap(([key, value]) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? dotted(value, `${prefix}${key}.`) : [[prefix + key, value]]);
}

/** Returns a sentence that says who is signed in and until when. */
function signedIn(account) {
  if (account === undefined) return "No user is signed in.";
  const { subscriber, provider, expired, expires } = account;
  const end = expires === "never" ? "without expiry" : `${expired ? "expired" : "until"} ${expires}`;
  return `${subscriber} is signed in with ${provider}, ${end}.`;
}

function fault({ at, error, after, times }) {
  const often = times === undefined ? "until cleared" : `times ${times}`;
  return element("li", `${at} ${error}${after ? `, after ${after}` : ""}, ${often}`);
}

/** Shows the device as the admin API describes it. */
export function showDevice(device) {
  const { platform, region, developer, behaviour } = device;
  const settings = dotted({ platform, region, developer, behaviour });
  say(find("name"), device.name);
  document.title = `${device.name} – tvsim`;
  fill(find("device"), [["profile", device.profile], ["app", device.bundleID]], named);
  fill(find("settings"), settings, named);
  offer(field("settings", "key"), settings.map(([key]) => key));

  say(find("now"), device.clock.now);
  say(find("mode"), device.clock.mode);

  fill(find("permissions"), device.permissions.map(({ bundleID, access }) => [bundleID, access]), row);
  offer(find("apps"), device.permissions.map(({ bundleID }) => bundleID));
  say(find("account"), signedIn(device.account));

  const answers = Object.entries(device.viewer);
  fill(find("viewer"), answers.map(([question, answer]) => [question, word(answer)]), row);
  offer(field("viewer", "key"), answers.map(([question]) => question));
  fill(find("faults"), device.faults, fault);
}

/** Shows the integrations, and offers them in the controls. */
export function showIntegrations(integrations) {
  fill(find("integrations"), integrations.map((entry) => {
    const { requestor, mvpd, provider, boardingStatus, enabled, singleSignOn, degradation } = entry;
    const state = [
      provider === mvpd ? "" : provider ?? "no provider at Apple", boardingStatus ?? "not boarded",
      enabled ? "" : "not enabled", singleSignOn ? "" : "no single sign-on", degradation === "none" ? "" : degradation,
    ];
    return [requestor, mvpd, state.filter(Boolean).join(", ")];
  }), row);
  const names = integrations.map(({ requestor, mvpd }) => `${requestor} ${mvpd}`);
  for (const control of ["integration", "resetIntegration"]) offer(field(control, "integration"), names);
}

/** Shows the providers, and offers them in the controls; signing in offers only boarded providers with subscribers. */
export function showProviders(providers) {
  fill(find("providers"), providers.map(({ id, displayName, boarding, schemes, defect, homeNetwork }) => {
    const state = [
      displayName === id ? "" : `“${displayName}”`, boarding, schemes.join(" and "),
      defect === "none" ? "" : `defect ${defect}`, homeNetwork === undefined ? "" : `at home: ${homeNetwork}`,
    ];
    return [id, state.filter(Boolean).join(", ")];
  }), row);
  const names = providers.map(({ id }) => id);
  for (const control of ["provider", "resetProvider"]) offer(field(control, "provider"), names);
  const usable = providers.filter(({ boarding, subscribers }) => boarding !== "none" && subscribers.length > 0);
  offer(field("signIn", "provider"), usable.map(({ id }) => id));
}

/** Shows the lines of the journal that contain a text, the newest at the top. */
export function showJournal({ entries, name }, text) {
  const { lines, told } = chosen(entries, text);
  say(find("untold"), told);
  const place = document.querySelector("#journal tbody");
  // Journal name and number identify a line. The lines are in order, so remaining lines are not moved.
  const wanted = new Map(lines.map((entry) => [`${name} ${entry.number}`, entry]));
  for (const line of [...place.rows]) if (!wanted.has(line.dataset.number)) line.remove();
  let next = place.rows[0] ?? null;
  for (const [number, entry] of wanted) {
    if (next?.dataset.number === number) {
      next = next.nextElementSibling;
      continue;
    }
    const line = row(texts(entry));
    line.dataset.number = number;
    place.insertBefore(line, next);
  }
}
