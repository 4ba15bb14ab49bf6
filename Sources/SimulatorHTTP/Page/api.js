// The admin API of the world to which this page belongs: its paths are below the page's own.

/** How long an answer may take. */
const patience = 10_000;

/** What did not come to be, in the simulator's own words where it answered. */
export class Trouble extends Error {
  constructor(message, status) {
    super(message);
    /** Whether the world is no longer there. */
    this.isGone = status === 412;
  }
}

/** Asks, and returns what is answered. An open page does not bring a world back that was removed, unless told so. */
async function ask(method, path, { body, isMaking = false } = {}) {
  let response, text;
  try {
    const headers = isMaking ? {} : { "If-Match": "*" };
    response = await fetch(path, { method, body, headers, signal: AbortSignal.timeout(patience) });
    text = await response.text();
  } catch (error) {
    if (error.name !== "TimeoutError") throw new Trouble("The simulator cannot be reached.");
    throw new Trouble(
      method === "GET" ? "The simulator does not answer."
        : "The simulator did not answer in time: it may still do this.");
  }
  if (!response.ok) throw new Trouble(refusal(text) ?? `The simulator answered ${response.status}.`, response.status);
  return { content: text === "" ? null : JSON.parse(text), headers: response.headers };
}

function refusal(text) {
  try {
    const { message, suggestion } = JSON.parse(text).error;
    // It is what may have been meant, or words that help.
    if (suggestion?.includes(" ")) return `${message}; ${suggestion}`;
    return message + (suggestion ? ` (did you mean '${suggestion}'?)` : "");
  } catch {
    return undefined;
  }
}

export const get = async (path) => (await ask("GET", path)).content;
export const remove = (path) => ask("DELETE", path);
/** Makes the world where it is not there. */
export const enter = async () => (await ask("GET", "health", { isMaking: true })).content;
/** Changes the world by one command of the profile format, as text. */
export const perform = (event) => ask("POST", "commands", { body: event });

/** The decisions after a number, and the name of the journal that they are of. */
export async function decisions(after, limit) {
  const { content, headers } = await ask("GET", `journal?after=${after}&limit=${limit}`);
  return { ...content, name: headers.get("Simulator-Journal") };
}
