// The page's copy of the world, read from the admin API. The journal comes with the stream of events.

import { get } from "./api.js";
import { settable } from "./choices.js";

/** The schemas of the settable keys by the version of the simulator; `null` while they are read. */
const described = new Map();

/**
 * Reads everything again; `known` is the result of the last read, or `null`.
 * The read does not create a missing world.
 */
export async function look(known) {
  const begunAt = performance.now();
  const health = await get("health");
  // The fault catalog does not change while the simulator's version is the same.
  const isSame = health.version === known?.health.version;
  const [device, screen, { integrations }, { providers }, { worlds }, { deadlines }, { settings: changed }, operations] = await Promise.all([
    get("device"), get("framework/interface"), get("integrations"), get("providers"), get("worlds"), get("deadlines"), get("settings?changed=true"),
    isSame ? known.operations : get("faults/catalog").then((all) => all.operations),
  ]);
  return {
    health, device, shown: screen.interface, integrations, providers, worlds, deadlines, changed, operations,
    schemas: described.get(health.version) ?? null, begunAt, readAt: performance.now(), wall: Date.now(),
  };
}

/**
 * Reads the schemas of the settable keys once, after the page shows the world: they are the largest document, and only
 * the settings need it. Returns whether they are new.
 */
export async function describe({ health: { version } }) {
  if (described.has(version)) return false;
  described.set(version, null);
  try {
    described.set(version, settable(await get("openapi.json")));
    return true;
  } catch (error) {
    described.delete(version);
    throw error;
  }
}
