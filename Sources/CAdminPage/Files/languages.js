// A command in other languages: as a statement for a test in Python or JavaScript, and as a step of a profile.

/** Returns a plain scalar of YAML, or a value in JSON, as a value; `undefined` if only a reader of YAML knows it. */
function scalar(text) {
  try {
    return JSON.parse(text);
  } catch {
    const isWord = /^([A-Za-z][\w-]*|\+?[0-9]+(ms|[smhdw]))$/.test(text)
      && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
    return isWord ? text : undefined;
  }
}

/**
 * Returns the value of an event: a text in JSON, a word, or nested keys of YAML as `typed` and `changed` write them.
 * It is `undefined` if only a reader of YAML knows it.
 */
export function value(event) {
  if (!event.includes("\n") && !/^\w+: /.test(event)) return scalar(event);
  const root = {};
  const open = [root];
  const lines = event.split("\n");
  for (const [number, line] of lines.entries()) {
    let [, indent, key, text] = /^( *)(\w+):(?: (.*))?$/.exec(line) ?? [];
    const holder = open[indent?.length / 2];
    if (holder === undefined) return undefined;
    // A value in JSON goes on to the end.
    if (/^[[{]/.test(text ?? "")) text = [text, ...lines.splice(number + 1)].join("\n");
    const found = text === undefined ? {} : scalar(text);
    if (found === undefined) return undefined;
    holder[key] = found;
    open.length = indent.length / 2 + 1;
    if (text === undefined) open.push(found);
  }
  return root;
}

/** Returns a value as a literal of Python. */
function literal(value) {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object") {
    return `{${Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${literal(inner)}`).join(", ")}}`;
  }
  return JSON.stringify(value);
}

/** Returns the statement for a test in Python; `null` if there is none. */
export function python(event) {
  const found = value(event);
  return found === undefined ? null : `tvsim.perform(${literal(found)})`;
}

/** Returns the statement for a test in JavaScript; `null` if there is none. */
export function node(event) {
  const found = value(event);
  return found === undefined ? null : `await world.perform(${JSON.stringify(found)});`;
}

/** Returns a step of a profile's flow, in YAML. */
export function step(event) {
  const found = value(event);
  if (found === undefined) return `- ${event.replaceAll("\n", "\n  ")}`;
  if (typeof found === "string") return `- ${found}`;
  const [[name, inner]] = Object.entries(found);
  return `- ${name}: ${JSON.stringify(inner)}`;
}
