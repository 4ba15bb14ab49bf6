// The page's copy of the world, read from the admin API. The journal comes with the stream of events.

import { get } from "./api.js";

/** All settings with their schemas by the version of the simulator; `null` while they are read for the first time. */
const described = new Map();

/**
 * Reads everything again; `known` is the result of the last read, or `null`. All settings are read if `isWhole` is set.
 * The read does not create a missing world.
 */
export async function look(known, isWhole) {
  const begunAt = performance.now();
  const health = await get("health");
  // The fault catalog does not change while the simulator's version is the same.
  const isSame = health.version === known?.health.version;
  const [device, screen, { integrations }, { providers }, { worlds }, { deadlines }, { settings: unusual }, whole, catalog] = await Promise.all([
    get("device"), get("framework/interface"), get("integrations"), get("providers"), get("worlds"), get("deadlines"),
    get("settings?unusual=true"), isWhole ? get("settings") : null, isSame ? known.catalog : get("faults/catalog"),
  ]);
  if (whole !== null) described.set(health.version, whole.settings);
  return {
    health, device, shown: screen.interface, integrations, providers, worlds, deadlines, unusual, catalog,
    settings: described.get(health.version) ?? null, areNew: whole !== null, begunAt, readAt: performance.now(), wall: Date.now(),
  };
}

/**
 * Reads all settings once, after the page shows the world: only their table needs their present values. Returns whether
 * they are new.
 */
export async function describe({ health: { version } }) {
  if (described.has(version)) return false;
  described.set(version, null);
  try {
    described.set(version, (await get("settings")).settings);
    return true;
  } catch (error) {
    described.delete(version);
    throw error;
  }
}
