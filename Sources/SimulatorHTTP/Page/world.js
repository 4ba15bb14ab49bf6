// The page's copy of the world, read from the admin API.

import { decisions, enter, get } from "./api.js";
import { learned, untold } from "./journal.js";

/** The number of journal entries in one request. */
const portion = 10_000;

/**
 * Reads everything again.
 * `known` is the result of the last read. It is `null` for the first read, which creates a missing world.
 */
export async function look(known) {
  const health = known === null ? await enter() : await get("health");
  // The fault catalog and the API's document do not change while the simulator's version is the same.
  const isSame = health.version === known?.health.version;
  const [device, { integrations }, { providers }, journal, operations, keys] = await Promise.all([
    get("device"), get("integrations"), get("providers"), follow(known?.journal ?? untold),
    isSame ? known.operations : get("faults/catalog").then((all) => all.operations),
    isSame ? known.keys : get("openapi.json").then(settable),
  ]);
  return { health, device, integrations, providers, journal, operations, keys };
}

/** Returns the keys of the commands `integration` and `provider` whose values fit in one line. */
function settable(document) {
  const commands = document.paths["/_sim/v1/commands"].post.requestBody.content["application/json"].schema.anyOf;
  return Object.fromEntries(["integration", "provider"].map((name) => {
    const command = commands.find(({ properties }) => properties?.[name]).properties[name];
    const fields = Object.entries(command.properties.set.properties);
    return [name, fields.filter(([, schema]) => isSimple(schema)).map(([key]) => key)];
  }));
}

const isSimple = (schema) => (schema.anyOf ?? [schema]).every((form) => form.enum !== undefined
  || ["string", "integer", "boolean", "null"].includes(form.type)
  || (form.type === "array" && isSimple(form.items)));

async function follow(known) {
  let journal = known;
  do journal = learned(journal, await decisions(journal.last, portion)); while (!journal.isWhole);
  return journal;
}
