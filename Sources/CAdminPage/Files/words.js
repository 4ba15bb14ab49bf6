// Formats a command: YAML for the simulator, a shell command for a terminal, and a statement for Swift.

/** Returns an event of chosen values, as JSON. */
export const chosen = (event) => (typeof event === "string" ? event : JSON.stringify(event));

/** Returns an event as YAML that contains the typed text unchanged. */
export function typed(path, text) {
  const keys = path.map((key, depth) => `${"  ".repeat(depth)}${key}:`).join("\n");
  // A plain value follows its key. Any other value gets its own line, where YAML reads it as it would read it alone.
  const isPlain = /^[[{]/.test(text) || (/^[\w.+"']/.test(text) && !/:(\s|$)/.test(text));
  const indent = `\n${"  ".repeat(path.length)}`;
  return keys + (isPlain ? " " : indent) + text.replaceAll("\n", indent);
}

/**
 * Whether a typed text is a YAML document marker. The command line reads it as a marker, but inside an event it would
 * be text.
 */
export const isMarker = (text) => /^(---|\.\.\.)(\s|$)/.test(text);

/** Returns an event that sets one dotted key of a named object to a typed YAML value. */
export function changed(what, name, key, text) {
  const members = Object.entries(name).map(([member, value]) => `  ${member}: ${JSON.stringify(value)}\n`);
  return typed([what, "set", ...key.split(".")], text).replace("\n", () => `\n${members.join("")}`);
}

/** Returns a JSON object. Texts of digits become numbers of any length, all others become strings. */
export function counted(members) {
  const written = Object.entries(members).map(([name, text]) =>
    `${JSON.stringify(name)}:${/^(0|[1-9][0-9]*)$/.test(text) ? text : JSON.stringify(text)}`);
  return `{${written.join(",")}}`;
}

/** Returns the members that are not empty. */
export function filled(members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== "" && value !== undefined));
}

/** Quotes an argument for a POSIX shell. */
export function quoted(word) {
  return /^[A-Za-z0-9_.,:/=+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

const absolute = (path) => quoted(new URL(path, document.baseURI).href);
const trust = (authority) => (authority ? ` --cacert ${quoted(authority)}` : "");

/** Returns a curl command that keeps what an address has in a file. */
export const curlTo = (file, url, authority) => `curl${trust(authority)} --output ${file} ${quoted(url)}`;

/**
 * Returns a curl command that sends a body, by default an event, which works for every world.
 * `authority` is the file of the certificate authority if the server uses TLS.
 */
export const curl = (body, authority, path = "commands") =>
  `curl${trust(authority)} --data-binary ${quoted(body)} ${absolute(path)}`;

/** Returns a curl command for a request without a body. */
export const curlCall = ([method, path], authority) =>
  `curl${trust(authority)} --request ${method} ${absolute(path)}`;

/** Returns a `tvsim` command; `null` if none exists or the command line cannot open the world's device. */
export function shell(words, { device }) {
  if (words === null || device === null) return null;
  const { path, args, options } = words;
  // The device is always named, because the reader's default device may be another one.
  const named = options === undefined ? [] : Object.entries({ ...filled(options), "--device": device })
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
    .flatMap(([name, value]) => (value.startsWith("-") ? [`${name}=${value}`] : [name, value]));
  const isHyphenated = args.some((word) => word.startsWith("-"));
  const all = isHyphenated ? [...path, ...named, "--", ...args] : [...path, ...args, ...named];
  return ["tvsim", ...all].map(quoted).join(" ");
}

/** Returns the Swift statement for a test. */
export const swift = (event) => `try simulator.perform(${literal(event)})`;

/** Returns a text as a string literal of Swift. */
export function literal(text) {
  const escaped = text.replace(/[\\"]/g, "\\$&").replace(/[\u0000-\u001f]/g, (character) =>
    character === "\n" ? "\\n" : `\\u{${character.charCodeAt(0).toString(16)}}`);
  if (escaped === text || text.includes("\n")) return `"${escaped}"`;
  // A raw string is easier to read. Its delimiter must not occur in the text, as an end or as an escape.
  let fence = "#";
  while (text.includes(`"${fence}`) || text.includes(`\\${fence}`)) fence += "#";
  return `${fence}"${text}"${fence}`;
}
