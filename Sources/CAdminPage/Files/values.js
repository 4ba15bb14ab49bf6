// The values of the settings. The page never reads all of them: the settings of 500 TV providers differ in few values.
// It knows from one of each group which settings there are, and from the view those that are not as usual. All are
// pure.

import { holderOf } from "./changes.js";

/** Returns what has a setting, in words. */
export function owner({ group, requestor, mvpd, provider }) {
  if (group === "provider") return `Provider ${provider}`;
  return group === "integration" ? `MVPD ${mvpd} for ${requestor}` : group === "viewer" ? "Answers of the person"
    : "Device";
}

/** Returns what is known with further settings that were read: `shapes` by group, and `read` by what has them. */
export function learned({ shapes, read } = { shapes: {}, read: new Map() }, settings) {
  const more = Map.groupBy(settings, owner);
  const found = [...more.values()].map((rows) => [rows[0].group, rows]);
  return { shapes: { ...Object.fromEntries(found), ...shapes }, read: new Map([...read, ...more]) };
}

const byKey = (settings = []) => new Map(settings.map((setting) => [setting.key, setting]));

/** Returns what has settings, each with those that the view or a read of them tells. */
export function parties({ shapes, read }, { unusual, integrations, providers }) {
  const now = Map.groupBy(unusual, owner);
  const make = (group, names, listed) => {
    const name = owner({ group, ...names });
    return {
      group, names, listed, name, text: `setting ${name}`.toLowerCase(), shapes: shapes[group] ?? [],
      holder: holderOf({ group, ...names }, listed && group === "integration" ? [listed] : []),
      now: byKey(now.get(name)), read: byKey(read.get(name)),
    };
  };
  return [
    make("settings", {}), make("viewer", {}),
    ...integrations.map((one) => make("integration", { requestor: one.requestor, mvpd: one.mvpd }, one)),
    ...providers.map((one) => make("provider", { provider: one.id }, one)),
  ];
}

/** Returns the value of a setting that is as usual; `undefined` if only a read of it tells. */
function usual({ listed }, { key, schema }) {
  if ("default" in schema) return schema.default;
  // The list of the subscribers has another form.
  return key === "subscribers" ? undefined : key.split(".").reduce((inner, name) => inner?.[name], listed);
}

/** Returns a setting as it is now. It has no `value` as long as nothing tells it. */
export function setting(party, shape) {
  const { key } = shape;
  const found = party.now.get(key);
  if (found !== undefined) return { ...shape, ...found };
  const read = party.read.get(key);
  if (read !== undefined) return read.event === null ? read : { ...read, value: read.initial, event: null };
  const value = usual(party, shape);
  return { group: shape.group, ...party.names, key, description: shape.description, schema: shape.schema, value,
    initial: value, event: null };
}

const plain = (value) => (value !== null && typeof value === "object" ? JSON.stringify(value) : String(value ?? ""));

const texts = new WeakMap();

/** Returns the words of a setting of any party, in small letters. */
function about(shape) {
  if (!texts.has(shape)) texts.set(shape,
    `${shape.key} ${shape.description} ${plain(shape.schema.default)}`.toLowerCase());
  return texts.get(shape);
}

/** Whether the value of a setting, or the one of the profile, has a word. */
function says(party, shape, word) {
  const found = party.now.get(shape.key) ?? party.read.get(shape.key);
  const { value, initial } = found ?? { value: "default" in shape.schema ? "" : usual(party, shape) };
  return plain(value).toLowerCase().includes(word) || plain(initial).toLowerCase().includes(word);
}

/** Returns the words that a text searches. */
export const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Returns the settings that have all words of a text, as pairs of a party and a shape. */
export function search(all, text) {
  const wanted = wordsOf(text);
  return all.flatMap((party) => {
    const words = wanted.filter((word) => !party.text.includes(word));
    return party.shapes.filter((shape) => words.every((word) => about(shape).includes(word) || says(party, shape,
      word)))
      .map((shape) => [party, shape]);
  });
}
