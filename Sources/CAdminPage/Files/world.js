// The page's copy of the world, read from the admin API. The journal comes with the stream of events.

import { get } from "./api.js";
import { settable } from "./choices.js";

/**
 * Reads everything again; `known` is the result of the last read, or `null`.
 * The read does not create a missing world.
 */
export async function look(known) {
  const health = await get("health");
  // The fault catalog and the API's document do not change while the simulator's version is the same.
  const isSame = health.version === known?.health.version;
  const [device, screen, { integrations }, { providers }, { worlds }, operations, schemas] = await Promise.all([
    get("device"), get("framework/interface"), get("integrations"), get("providers"), get("worlds"),
    isSame ? known.operations : get("faults/catalog").then((all) => all.operations),
    isSame ? known.schemas : get("openapi.json").then(settable),
  ]);
  return {
    health, device, shown: screen.interface, integrations, providers, worlds, operations, schemas,
    readAt: performance.now(), wall: Date.now(),
  };
}
