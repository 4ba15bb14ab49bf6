// The stream of events of the page's world. A hidden page has no stream: a browser opens few connections to one server,
// which all its pages share.

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
    source?.close();
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
    const query = new URLSearchParams({ flows: true, ...(last && { lastEventID: last }), ...(held === null && { timeout: "1s" }) });
    source = new EventSource(`journal/events?${query}`);
    source.addEventListener("open", () => told.opened(held !== null));
    source.addEventListener("error", ({ target }) => {
      if (target !== source) return;
      if (held !== null) told.lost();
      // The browser itself opens a stream again that has ended, but not after a refusal.
      if (held === null || target.readyState === EventSource.CLOSED) later();
    });
    for (const name of ["journal", "entry", "flow", "question", "state", "missing"]) {
      source.addEventListener(name, (event) => {
        if (event.lastEventId) last = event.lastEventId;
        told[name](JSON.parse(event.data));
      });
    }
  }

  document.addEventListener("visibilitychange", () => (isHidden() ? close() : open()));
  open();
}
