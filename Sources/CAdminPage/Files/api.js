// A client of the admin API of the page's world. Paths are relative to the page, which selects the world.

/** The timeout of a request, in milliseconds. */
const patience = 30_000;

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

// MARK: The secret

/**
 * The key in the storage of the tab. A person enters the secret once, and the page keeps it as long as the tab is open.
 */
const key = "admin token";
const header = "Tvsim-Admin-Token";

/** Returns the header with the secret; an object without members as long as the server has asked for none. */
export function proof() {
  const known = sessionStorage.getItem(key);
  return known === null ? {} : { [header]: known };
}

/** Asks the person for the secret: a function of whether one was refused, which returns a promise of a text. */
let question = () => new Promise(() => {});

/** Sets how the page asks for the secret. */
export const askSecretWith = (ask) => { question = ask; };

/** The question in progress; `null` if none. */
let asking = null;

/** Waits until the person has entered another secret than the one that the server has refused. */
function prove(refused) {
  // Another request has asked for it meanwhile.
  if (asking === null && (proof()[header] ?? null) !== (refused[header] ?? null)) return Promise.resolve();
  asking ??= question(refused[header] !== undefined).then((text) => {
    sessionStorage.setItem(key, text);
    asking = null;
  });
  return asking;
}

// MARK: Requests

/**
 * Sends a request and returns the content and headers of the response. Unless `isMaking` is set, the request does not
 * create the page's world again after its removal.
 */
async function send(method, path, { body, isMaking = false, prefer } = {}) {
  const sent = proof();
  let response, text;
  try {
    // The page means its own world, also if that is the one without a name.
    const headers = {
      "Simulator-World": "-", ...(!isMaking && { "If-Match": "*" }), ...(prefer && { Prefer: prefer }), ...sent,
    };
    response = await fetch(path, { method, body, headers, signal: AbortSignal.timeout(patience) });
    text = await response.text();
  } catch (error) {
    if (error.name !== "TimeoutError") throw new Trouble("The simulator cannot be reached.");
    throw new Trouble(
      method === "GET" ? "The request timed out." : "The request timed out. The simulator may still perform it.");
  }
  if (response.status === 401) {
    await prove(sent);
    return send(method, path, { body, isMaking, prefer });
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

export const get = async (path) => (await send("GET", path)).content;

/** Reads a part of the journal; `name` is that of the journal. */
export async function read(path) {
  const { content, headers } = await send("GET", path);
  return { ...content, name: headers.get("Simulator-Journal") };
}

/** Sends a request, such as one that removes something, and returns the answer. */
export const request = async (method, path, body) => (await send(method, path, { body })).content;

/** Creates the world if it is missing, and returns its health. */
export const enter = async () => (await send("GET", "health", { isMaking: true })).content;

/** Performs a command of the profile format, as text. Returns what it changed in the view of the world. */
export async function perform(event) {
  const { content } = await send("POST", "commands", { body: event, prefer: "return=representation; of=view" });
  return content;
}

/** Saves a file of the admin API: a browser sends no header of ours when it follows a link. */
export async function save(link) {
  const response = await fetch(link.href, { headers: proof() });
  if (!response.ok) throw new Error(`The simulator responded with status ${response.status}.`);
  const made = document.createElement("a");
  made.href = URL.createObjectURL(await response.blob());
  made.download = link.download || link.pathname.split("/").at(-1);
  made.click();
  // The browser has read the address when the click has been handled.
  setTimeout(() => URL.revokeObjectURL(made.href));
}
