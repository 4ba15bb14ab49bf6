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
  else if (inner.every(({ nodeType }) => nodeType !== 1)) line([...start(element, ">"),
    part("", element.textContent.trim()), ...close]);
  else {
    line(start(element, ">"));
    for (const node of inner) {
      if (node.nodeType === 1) add(lines, node, depth + 1, path);
      else lines.push({ depth: depth + 1, parts: [part("", node.textContent.trim())], path });
    }
    line(close);
  }
}

/** Returns the lines of a document, indented; `null` if it is not well-formed. */
export function lines(text) {
  const document = new DOMParser().parseFromString(text, "application/xml");
  if (document.querySelector("parsererror") !== null) return null;
  const all = [];
  add(all, document.documentElement, 0, "");
  return all;
}

/**
 * Returns the number of the line of an element by its path; -1 if there is none. An attribute stands in its element's
 * line.
 */
export const lineOf = (all, path) => (path === undefined ? -1 : all.findIndex((line) =>
  line.path === path.replace(/\/@.*$/, "")));
