// The world as the page knows it: all that the admin API says of it, at one time.

import { decisions, enter, get } from "./api.js";
import { learned, untold } from "./journal.js";

/** How many decisions are asked for at once. */
const portion = 10_000;

/** Looks at everything anew; `known`: what the last look saw, `null` before the first, which makes the world. */
export async function look(known) {
  const health = known === null ? await enter() : await get("health");
  // What a simulator of one version knows does not change.
  const isSame = health.version === known?.health.version;
  const [device, { integrations }, { providers }, journal, operations, keys] = await Promise.all([
    get("device"), get("integrations"), get("providers"), follow(known?.journal ?? untold),
    isSame ? known.operations : get("faults/catalog").then((all) => all.operations),
    isSame ? known.keys : get("openapi.json").then(settable),
  ]);
  return { health, device, integrations, providers, journal, operations, keys };
}

/** The keys that the commands `integration` and `provider` change to a value that fits into a line. */
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
