// The settings that differ from the world's profile, as the server lists them.

import { perform } from "./api.js";
import { yaml } from "./choices.js";
import { element, fill, find, say } from "./show.js";

const holders = { settings: () => "Device", viewer: () => "Answers", provider: ({ provider }) => provider,
  integration: ({ mvpd, requestor }) => `${mvpd} for ${requestor}` };

/** Returns what the page calls the holder of a setting. */
const holder = (setting) => holders[setting.group](setting);

/** Creates the line of a changed setting: a switch if it has two values, and the way back otherwise. */
function line(setting) {
  const { key, value, initial, description, event } = setting;
  const item = element("li");
  const words = element("span", `${holder(setting)}: `);
  words.append(element("code", `${key} ${yaml(value)}`), element("small", `In the profile: ${yaml(initial)}. ${description}`));
  const isSwitch = typeof value === "boolean";
  const made = element("button", isSwitch ? key : "Change back", "quiet");
  made.type = "button";
  if (isSwitch) {
    made.setAttribute("role", "switch");
    made.setAttribute("aria-checked", String(value));
  }
  made.setAttribute("aria-label", isSwitch ? `${holder(setting)} ${key}` : `Change back: ${holder(setting)} ${key}`);
  made.dataset.event = JSON.stringify(event);
  item.append(words, " ", made);
  return [item];
}

/** Shows the changed settings. */
export function showChanged({ changed }) {
  const hadFocus = find("changed").contains(document.activeElement);
  fill(find("changed"), changed, line);
  say(find("changed-count"), String(changed.length));
  say(find("tab-settings").querySelector("small"), changed.length === 0 ? "" : `${changed.length} changed`);
  if (hadFocus && document.activeElement === document.body) find("changed-title").focus();
}

/** Connects the buttons: `look` reads the world again, and `tell` shows an error. */
export function wireChanged(look, tell) {
  find("changed").addEventListener("click", ({ target }) => {
    const { event } = target.dataset;
    if (event !== undefined) perform(event).then(look, tell);
  });
}
