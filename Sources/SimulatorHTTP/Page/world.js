// The world as the page knows it: all that the admin API says of it, at one time.

import { decisions, enter, get } from "./api.js";
import { learned, untold } from "./journal.js";

/** How many decisions are asked for at once. */
const portion = 10_000;

/** Looks at everything anew; `known`: what the last look saw, `null` before the first, which makes the world. */
export async function look(known) {
  const health = known === null ? await enter() : await get("health");
  const [device, { integrations }, { providers }, journal, operations] = await Promise.all([
    get("device"), get("integrations"), get("providers"), follow(known?.journal ?? untold),
    // A simulator of one version knows the same trouble always.
    health.version === known?.health.version ? known.operations : get("faults/catalog").then((all) => all.operations),
  ]);
  return { health, device, integrations, providers, journal, operations };
}

async function follow(known) {
  let journal = known;
  do journal = learned(journal, await decisions(journal.last, portion)); while (!journal.isWhole);
  return journal;
}
