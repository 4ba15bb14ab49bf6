// The address of the page: the view, the filter, the open flow and its message. A link shows the same again.

/** Returns a value of the address; `null` if it has none of this name. */
export const named = (name) => new URLSearchParams(location.search).get(name);

/** Whether the address says what to show. */
export const isTold = () => location.search !== "";

/** The names of the values, in their order in the address. */
const names = ["view", "text", "verdict", "lane", "kind", "by", "flow", "message"];

/** Writes values into the address; an empty one is left out. */
export function write(values) {
  const all = { ...Object.fromEntries(new URLSearchParams(location.search)), ...values };
  const text = new URLSearchParams(names.filter((name) => all[name]).map((name) => [name, all[name]])).toString();
  history.replaceState(null, "", text === "" ? location.pathname : `?${text}`);
}
