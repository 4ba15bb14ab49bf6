// A command in writing: YAML for the simulator, a shell's words for a terminal, a string for Swift.

/** An event as text: JSON of what was chosen. */
export const chosen = (event) => (typeof event === "string" ? event : JSON.stringify(event));

/** An event as text: YAML, in which what was typed stands as it was typed. */
export function typed(path, text) {
  const keys = path.map((key, depth) => `${"  ".repeat(depth)}${key}:`).join("\n");
  // Beside its key stands what is one value there; on a line of its own every value is what it is alone.
  const isPlain = /^[[{]/.test(text) || (/^[\w.+"']/.test(text) && !/:(\s|$)/.test(text));
  return keys + (isPlain ? " " : `\n${"  ".repeat(path.length)}`) + text;
}

/** Whether what was typed begins or ends a document of YAML, as a command reads it: inside of an event it would be text. */
export const isMarker = (text) => /^(---|\.\.\.)(\s|$)/.test(text);

/** A change of one key of something that has a name, in YAML as it was typed. */
export function changed(what, name, key, text) {
  const members = Object.entries(name).map(([member, value]) => `  ${member}: ${JSON.stringify(value)}\n`);
  return typed([what, "set", key], text).replace("\n", () => `\n${members.join("")}`);
}

/** JSON of an object whose members may be numbers: digits as they were typed, however many, and all else as text. */
export function counted(members) {
  const written = Object.entries(members).map(([name, text]) =>
    `${JSON.stringify(name)}:${/^(0|[1-9][0-9]*)$/.test(text) ? text : JSON.stringify(text)}`);
  return `{${written.join(",")}}`;
}

/** The members that were filled in. */
export function filled(members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== "" && value !== undefined));
}

/** Quotes a word so that a shell takes it as it stands. */
function quoted(word) {
  return /^[A-Za-z0-9_.,:/=+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The command for curl, which reaches every world; `authority`: the file by which it believes a server that speaks TLS. */
export function curl(event, authority) {
  const place = new URL("commands", document.baseURI);
  const belief = authority ? ` --cacert ${quoted(authority)}` : "";
  return `curl${belief} --data-binary ${quoted(event)} ${quoted(place.href)}`;
}

/** The command for a terminal: the command line's where that has one and reaches the world's device, else curl's. */
export function shell(words, event, { device, certificateAuthority }) {
  if (words === null || device === null) return curl(event, certificateAuthority);
  const { path, args, options } = words;
  // Named always: who reads this may have another device in mind.
  const named = Object.entries({ ...filled(options), "--device": device })
    .flatMap(([name, value]) => (value.startsWith("-") ? [`${name}=${value}`] : [name, value]));
  const isHyphenated = args.some((word) => word.startsWith("-"));
  const all = isHyphenated ? [...path, ...named, "--", ...args] : [...path, ...args, ...named];
  return ["tvsim", ...all].map(quoted).join(" ");
}

/** The command for a test in Swift. */
export function swift(event) {
  const escaped = event.replace(/[\\"]/g, "\\$&").replace(/[\u0000-\u001f]/g, (character) =>
    character === "\n" ? "\\n" : `\\u{${character.charCodeAt(0).toString(16)}}`);
  if (escaped === event || event.includes("\n")) return `try simulator.perform("${escaped}")`;
  // A raw string is read more easily; its fence must not occur in it, neither as an end nor as an escape.
  let fence = "#";
  while (event.includes(`"${fence}`) || event.includes(`\\${fence}`)) fence += "#";
  return `try simulator.perform(${fence}"${event}"${fence})`;
}
