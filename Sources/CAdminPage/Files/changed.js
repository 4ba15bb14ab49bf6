// The settings that differ from their defaults, from the schemas of the commands and the present values.

import { perform } from "./api.js";
import { schemaAt, yaml } from "./choices.js";
import { changed as change, typed } from "./words.js";
import { element, fill, find, say } from "./show.js";

/** Returns the keys of a schema, those of nested objects too, that have a default. */
function defaults(schema, prefix = "") {
  return Object.entries(schema.properties ?? {}).flatMap(([key, form]) =>
    form.default !== undefined ? [[prefix + key, form]] : form.properties ? defaults(form, `${prefix}${key}.`) : []);
}

const at = (values, key) => key.split(".").reduce((inner, name) => inner?.[name], values);

/** Returns the settings of the world that differ from their defaults. The function is pure. */
export function differing({ device, integrations, providers, schemas }) {
  const holders = [
    ...integrations.map((one) => ["integration", `${one.mvpd} for ${one.requestor}`, one, { requestor: one.requestor, mvpd: one.mvpd }]),
    ...providers.map((one) => ["provider", one.id, one, { id: one.id }]),
    ["settings", "Device", device, null], ["viewer", "Answers", device.viewer, null],
  ];
  return holders.flatMap(([control, holder, values, name]) => defaults(schemas[control])
    .filter(([key]) => at(values, key) !== undefined && yaml(at(values, key)) !== yaml(schemaAt(schemas[control], key).default))
    .map(([key, { default: usual, description }]) => ({ control, holder, name, key, value: at(values, key), usual, description })));
}

/** Returns the command that sets one key, as YAML. */
const event = ({ control, name, key }, value) =>
  (name === null ? typed([control, ...key.split(".")], yaml(value)) : change(control, name, key, yaml(value)));

/** Creates the line of a changed setting: a switch if it has two values, and the way back otherwise. */
function line(setting) {
  const { holder, key, value, usual, description } = setting;
  const item = element("li");
  const words = element("span", `${holder}: `);
  words.append(element("code", `${key} ${yaml(value)}`), element("small", `Default: ${yaml(usual)}. ${description ?? ""}`));
  const made = element("button", typeof value === "boolean" ? key : "Use the default", "quiet");
  made.type = "button";
  if (typeof value === "boolean") {
    made.setAttribute("role", "switch");
    made.setAttribute("aria-checked", String(value));
  }
  made.setAttribute("aria-label", typeof value === "boolean" ? `${holder} ${key}` : `Use the default of ${holder} ${key}`);
  made.dataset.event = event(setting, usual);
  item.append(words, " ", made);
  return [item];
}

/** Shows the changed settings, once the schemas are read. */
export function showChanged(known) {
  if (known.schemas === null) return;
  const hadFocus = find("changed").contains(document.activeElement);
  const all = differing(known);
  fill(find("changed"), all, line);
  say(find("changed-count"), String(all.length));
  say(find("tab-settings").querySelector("small"), all.length === 0 ? "" : `${all.length} changed`);
  if (hadFocus && document.activeElement === document.body) find("changed-title").focus();
}

/** Connects the buttons: `look` reads the world again, and `tell` shows an error. */
export function wireChanged(look, tell) {
  find("changed").addEventListener("click", ({ target }) => {
    const { event: sent } = target.dataset;
    if (sent !== undefined) perform(sent).then(look, tell);
  });
}
