// A client of the admin API of the page's world. Paths are relative to the page, which selects the world.

import { proof, prove } from "./secret.js";

/** The timeout of a request, in milliseconds. */
const patience = 10_000;

/** The failure of a request, with the simulator's error message if it responded. */
export class Trouble extends Error {
  constructor(message, status) {
    super(message);
    /** Whether the world no longer exists. */
    this.isGone = status === 412;
    /** Whether the simulator has answered. */
    this.isAnswered = status !== undefined;
  }
}

/**
 * Sends a request and returns the content and headers of the response.
 * Unless `isMaking` is set, the request does not create the page's world again after its removal.
 */
async function ask(method, path, { body, isMaking = false } = {}) {
  const sent = proof();
  let response, text;
  try {
    // The page means its own world, also if that is the one without a name.
    const headers = { "Simulator-World": "-", ...(!isMaking && { "If-Match": "*" }), ...sent };
    response = await fetch(path, { method, body, headers, signal: AbortSignal.timeout(patience) });
    text = await response.text();
  } catch (error) {
    if (error.name !== "TimeoutError") throw new Trouble("The simulator cannot be reached.");
    throw new Trouble(
      method === "GET" ? "The request timed out."
        : "The request timed out. The simulator may still perform it.");
  }
  if (response.status === 401) {
    await prove(sent);
    return ask(method, path, { body, isMaking });
  }
  if (!response.ok) {
    throw new Trouble(refusal(text) ?? `The simulator responded with status ${response.status}.`, response.status);
  }
  return { content: text === "" ? null : JSON.parse(text), headers: response.headers };
}

function refusal(text) {
  try {
    const { message, suggestion } = JSON.parse(text).error;
    // A suggestion is either one similar name or a sentence.
    if (suggestion?.includes(" ")) return `${message}; ${suggestion}`;
    return message + (suggestion ? ` (did you mean '${suggestion}'?)` : "");
  } catch {
    return undefined;
  }
}

export const get = async (path) => (await ask("GET", path)).content;
/** Reads a part of the journal; `name` is that of the journal. */
export async function read(path) {
  const { content, headers } = await ask("GET", path);
  return { ...content, name: headers.get("Simulator-Journal") };
}
/** Sends a request, such as one that removes something. */
export const send = (method, path, body) => ask(method, path, { body });
/** Creates the world if it is missing, and returns its health. */
export const enter = async () => (await ask("GET", "health", { isMaking: true })).content;
/** Performs one command of the profile format, as text. */
export const perform = (event) => ask("POST", "commands", { body: event });
