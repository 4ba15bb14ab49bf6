// The address of the page: the view, the filter, the open flow and its message. A link shows the same again.

/** Returns a value of the address; `null` if it has none of this name. */
export const named = (name) => new URLSearchParams(location.search).get(name);

/** Whether the address says what to show. */
export const isTold = () => location.search !== "";

/** Writes values into the address; an empty one is left out. */
export function write(values) {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    if (value === "") query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  history.replaceState(null, "", text === "" ? location.pathname : `?${text}`);
}
