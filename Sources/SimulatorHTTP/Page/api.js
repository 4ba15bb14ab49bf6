// The admin API of the world to which this page belongs: its paths are below the page's own.

/** How long an answer may take, beyond what it was asked to wait. */
const patience = 10_000;

/** Asks, and returns what is answered; a refusal is thrown in the simulator's own words. */
async function ask(method, path, { body, wait = 0 } = {}) {
  let response;
  try {
    response = await fetch(path, { method, body, signal: AbortSignal.timeout(wait + patience) });
  } catch (error) {
    throw new Error(
      error.name === "TimeoutError" ? "The simulator does not answer." : "The simulator cannot be reached.");
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

export const get = (path, wait) => ask("GET", path, { wait });
export const remove = (path) => ask("DELETE", path);
/** Changes the world by one command of the profile format, as text. */
export const perform = (event) => ask("POST", "commands", { body: event });
