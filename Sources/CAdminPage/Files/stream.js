// The stream of events of the page's world. A hidden page has no stream: a browser opens few connections to one server,
// which all its pages share.

import { proof } from "./api.js";

/** The number of pages of one server that keep their stream open; the streams of others begin anew each second. */
const most = 3;
/** The pause before the stream is opened again, in milliseconds. */
const pause = 1000;

const isHidden = () => document.visibilityState === "hidden";

/** Waits until the page holds one of the locks for open streams. Returns a function that frees it, or `null`. */
async function take() {
  // Browsers have no locks on a page without a secure context, such as one at the address of another machine.
  if (!navigator.locks) return () => {};
  for (let number = 0; number < most; number += 1) {
    const free = await new Promise((settle) => {
      const hold = (lock) => {
        if (lock === null) return settle(null);
        return new Promise((end) => settle(end));
      };
      navigator.locks.request(`tvsim stream ${number}`, { ifAvailable: true }, hold);
    });
    if (free !== null) return free;
  }
  return null;
}

/**
 * Reads server-sent events until the stream ends, and calls `take` with the name, the identifier and the data of each.
 * `EventSource` would do the same, but sends no header of ours.
 */
async function read(response, take) {
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    // The connection may break, and a hidden page ends the stream itself.
    const { done, value } = await reader.read().catch(() => ({ done: true }));
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split("\n").map((line) => /^([a-z]*): ?(.*)$/.exec(line)?.slice(1)
        ?? [line, ""]));
      if (fields.data !== undefined) take(fields.event, fields.id ?? "", fields.data);
    }
  }
}

/**
 * Follows the world until the page is closed.
 *
 * `told` has a function for each event: `journal`, `entry`, `flow`, `question`, `state` and `missing`, with its data.
 * `opened` is called when the server has answered, and `lost` when the stream has ended unexpectedly. `after` is the
 * identifier of the last event that the page knows; empty if none.
 */
export function follow(told, after) {
  let source = null;
  let free = null;
  /** The identifier of the last event, after which the next stream continues. */
  let last = after;

  function close() {
    source?.abort();
    free?.();
    source = free = null;
  }

  function later() {
    close();
    setTimeout(open, pause);
  }

  async function open() {
    if (source !== null || isHidden()) return;
    const held = await take();
    if (source !== null || isHidden()) return held?.();
    free = held;
    const query = new URLSearchParams({ flows: true, ...(last && { lastEventID: last }), ...(held === null
      && { timeout: "1s" }) });
    const own = source = new AbortController();
    const response = await fetch(`journal/events?${query}`, { headers: proof(), signal: own.signal }).catch(() => null);
    if (own !== source) return;
    if (response?.ok) {
      told.opened(held !== null);
      await read(response, (name, id, data) => {
        if (own !== source) return;
        if (id) last = id;
        told[name]?.(JSON.parse(data));
      });
      if (own !== source) return;
    }
    if (held !== null) told.lost();
    later();
  }

  document.addEventListener("visibilitychange", () => (isHidden() ? close() : open()));
  open();
}
