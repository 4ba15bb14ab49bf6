// The admin API of the world to which this page belongs: its paths are below the page's own.

/** Asks, and returns what is answered; a refusal is thrown in the simulator's own words. */
async function ask(method, path, body) {
  let response;
  try {
    response = await fetch(path, { method, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Error("The simulator cannot be reached.");
  }
  const text = await response.text();
  if (!response.ok) throw new Error(refusal(text) ?? `The simulator answered ${response.status}.`);
  return text === "" ? null : JSON.parse(text);
}

function refusal(text) {
  try {
    const { message, suggestion } = JSON.parse(text).error;
    return message + (suggestion ? ` (did you mean '${suggestion}'?)` : "");
  } catch {
    return undefined;
  }
}

export const get = (path) => ask("GET", path);
export const remove = (path) => ask("DELETE", path);
/** Changes the world by one command of the profile format. */
export const perform = (event) => ask("POST", "commands", event);
