// The values that a setting can have, by its JSON Schema. All functions are pure.

/** Returns a value as YAML: a plain word if YAML reads the word as this text, otherwise JSON, which YAML includes. */
export function yaml(value, indent) {
  const isPlain = typeof value === "string" && /^([A-Za-z][\w-]*|[0-9]+(ms|[smhdw]))$/.test(value)
    && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value);
  return isPlain ? value : JSON.stringify(value, sorted, indent);
}

/** Sorts the keys of an object, so that equal values have one text. */
const sorted = (_, value) => (value !== null && typeof value === "object" && !Array.isArray(value)
  ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value);

/** Returns the objects with the members of a schema that name a provider, a subscriber of it, or any subscriber. */
function named({ properties }, providers) {
  const people = (some) => some.flatMap(({ subscribers }) => subscribers.map(({ name }) => name));
  if (properties.choose && properties.as) {
    return providers.flatMap((provider) =>
      [{ choose: provider.id }, ...people([provider]).map((as) => ({ choose: provider.id, as }))]);
  }
  if (properties.choose) return providers.map(({ id }) => ({ choose: id }));
  if (properties.as) return people(providers).map((as) => ({ as }));
  return [];
}

function values(schema, providers) {
  if (schema.anyOf) return schema.anyOf.flatMap((form) => values(form, providers));
  if (schema.enum) return schema.enum;
  if ("const" in schema) return [schema.const];
  const types = [schema.type].flat();
  return [
    ...(types.includes("boolean") ? [true, false] : []), ...(types.includes("null") ? [null] : []),
    ...(types.includes("object") && schema.properties ? named(schema, providers) : []),
  ];
}

/** Returns whether a schema has values that are not among the choices, such as a text or a duration. */
function isOpen(schema) {
  if (schema.anyOf) return schema.anyOf.some(isOpen);
  return !schema.enum && !("const" in schema) && [schema.type].flat().some((type) => !["boolean",
    "null"].includes(type));
}

/** Returns whether a schema has values of several lines: objects, and lists of anything but words. */
export const isLarge = (schema) => (schema.anyOf ?? [schema]).some((form) =>
  [form.type].flat().includes("object") || ([form.type].flat().includes("array") && isLarge(form.items ?? {})));

/** The choice that lets the user type the value. */
export const other = "other…";

/** Returns what a select offers for a value of a schema: YAML texts, and `other` if further values are possible. */
export function choices(schema, providers) {
  const offered = [...new Set(values(schema ?? {}, providers).map((value) => yaml(value)))];
  return isOpen(schema ?? {}) ? [...offered, other] : offered;
}

/** Returns the label of a choice: an object without the punctuation of JSON. */
export function label(choice) {
  if (!choice.startsWith("{")) return choice;
  const { choose, ...others } = JSON.parse(choice);
  return Object.entries({ ...(choose !== undefined && { choose }), ...others }).map(([name, value]) =>
    `${name} ${value}`).join(", ");
}
