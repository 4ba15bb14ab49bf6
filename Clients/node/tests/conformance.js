// Performs the calls of Clients/conformance.json with this client, and prints what each returns.
'use strict';

const {readFileSync} = require('node:fs');
const {Server, TvsimError, Situation} = require('tvsim');

/** Returns an argument with what it refers to. */
function filled(value, world, kept) {
  if (typeof value === 'string' && value.startsWith('$')) {
    return value.slice(1).split('.').reduce((found, member) => found[member], kept);
  }
  if (typeof value === 'string') return value.replace('{url}', world.url).replace('{name}', world.name);
  if (Array.isArray(value)) return value.map((each) => filled(each, world, kept));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, world, kept)]));
}

/** Returns a result as JSON has it. */
function plain(value) {
  if (value === undefined || value instanceof Uint8Array) return null;
  if (value instanceof Date) return value.toISOString().replace('.000Z', 'Z');
  if (value instanceof Situation) return value.name;
  if (Array.isArray(value)) return value.map(plain);
  if (value !== null && value.files) return Object.keys(value.files).sort();
  if (value !== null && typeof value.waitsForUser === 'boolean') return {waitsForUser: value.waitsForUser};
  if (value !== null && value.target) {
    return {number: value.number, method: value.method, path: value.path, status: value.status};
  }
  return value;
}

async function perform(step, server, world, kept) {
  const [method, name] = step.call.split('.').reverse();
  const owner = name === undefined ? world : {server, ...kept}[name] ?? world[name];
  const given = filled(step.arguments ?? [], world, kept);
  const options = filled(step.options, world, kept);
  if (step.call === 'server.world') return server.world({name: given[0], ...options});
  if (options?.timeout) options.timeout *= 1000;
  const inside = step.inside ? [() => perform(step.inside, server, world, kept)] : [];
  let result;
  let error;
  for (let time = 0; time < (step.times ?? 1); time += 1) {
    error = undefined;
    result = await owner[method](...given, ...(options ? [options] : []), ...inside).catch((found) => { error = found; });
  }
  if (error) throw error;
  if (step.keep) kept[step.keep] = result;
  return plain(result);
}

async function main(path) {
  const server = await Server.connect();
  for (const {case: name, profile, situation, steps} of JSON.parse(readFileSync(path, 'utf8')).cases) {
    const world = await server.world({profile, situation});
    const kept = {};
    for (const step of steps) {
      let outcome;
      try {
        outcome = ['returned', await perform(step, server, world, kept)];
      } catch (error) {
        if (!(error instanceof TvsimError)) throw error;
        outcome = [error.name, error.message];
      }
      console.log(JSON.stringify([name, step.call, ...outcome]));
    }
  }
}

main(process.argv[2]);
