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
  const [{ interface: shown, ...view }, whole] = await Promise.all([get("view"), isWhole ? get("settings") : null]);
  const [readAt, wall, { version }] = [performance.now(), Date.now(), view.health];
  // The fault catalog does not change while the simulator's version is the same.
  const catalog = version === known?.health.version ? known.catalog : await get("faults/catalog");
  if (whole !== null) described.set(version, whole.settings);
  return { ...view, shown, catalog, settings: described.get(version) ?? null, areNew: whole !== null, begunAt, readAt, wall };
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
