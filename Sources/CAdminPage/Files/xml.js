// The text of an XML document as lines, each with the path of its element. All functions are pure.

/** Returns the local name of an element with its number among those of the same name, if there are several. */
function step(element) {
  const same = [...element.parentNode.children ?? []].filter(({ localName }) => localName === element.localName);
  return same.length > 1 ? `${element.localName}[${same.indexOf(element) + 1}]` : element.localName;
}

const part = (kind, text) => ({ kind, text });

function start(element, end) {
  const attributes = [...element.attributes].flatMap(({ name, value }) =>
    [part("", ` ${name}=`), part("v", `"${value}"`)]);
  return [part("", "<"), part("e", element.nodeName), ...attributes, part("", end)];
}

/** Adds the lines of an element. */
function add(lines, element, depth, above) {
  const path = `${above}/${step(element)}`;
  const inner = [...element.childNodes].filter((node) => node.nodeType === 1 || node.textContent.trim() !== "");
  const close = [part("", "</"), part("e", element.nodeName), part("", ">")];
  const line = (parts) => lines.push({ depth, parts, path });
  if (inner.length === 0) line(start(element, "/>"));
  else if (inner.every(({ nodeType }) => nodeType !== 1)) line([...start(element, ">"), part("", element.textContent.trim()), ...close]);
  else {
    line(start(element, ">"));
    for (const node of inner) {
      if (node.nodeType === 1) add(lines, node, depth + 1, path);
      else lines.push({ depth: depth + 1, parts: [part("", node.textContent.trim())], path });
    }
    line(close);
  }
}

/** Returns a document; `null` if the text is not well-formed. */
function parsed(text) {
  const document = new DOMParser().parseFromString(text, "application/xml");
  return document.querySelector("parsererror") === null ? document : null;
}

/** Returns the lines of a document, indented; `null` if it is not well-formed. */
export function lines(text) {
  const document = parsed(text);
  if (document === null) return null;
  const all = [];
  add(all, document.documentElement, 0, "");
  return all;
}

/** Returns an element as a node of a tree: its name, its attributes and its text, its path, and its children. */
function node(element, above) {
  const path = `${above}/${step(element)}`;
  const attributes = [...element.attributes].filter(({ name }) => !name.startsWith("xmlns")).map(({ name, value }) => `${name} ${value}`);
  const inner = [...element.children].map((child) => node(child, path));
  return { name: element.localName, value: [...attributes, ...(inner.length > 0 ? [] : [element.textContent.trim()])].join(", "), path, inner };
}

/** Returns a document as a tree; `null` if it is not well-formed. */
export const tree = (text) => {
  const document = parsed(text);
  return document && node(document.documentElement, "");
};

/** Returns the number of the line of an element by its path; -1 if there is none. An attribute stands in its element's line. */
export const lineOf = (all, path) => (path === undefined ? -1 : all.findIndex((line) => line.path === path.replace(/\/@.*$/, "")));
