// What the test runners have in common: a world for each test, and the evidence of a failed one.
'use strict';

const {rmSync} = require('node:fs');
const {spawnSync} = require('node:child_process');
const {randomUUID} = require('node:crypto');
const path = require('node:path');
const {FILES} = require('./evidence');
const {environment, findProgram} = require('./program');
const {Server} = require('./server');
const {TvsimError} = require('./errors');
const {Situation} = require('./situations');

const RUN = randomUUID();
const KEPT = ['failed', 'all', 'none'];

/** Whose evidence is kept, and in which folder. */
function settings() {
  const keep = process.env.TVSIM_KEEP || 'failed';
  if (!KEPT.includes(keep)) {
    throw new TvsimError(`invalid value '${keep}' of TVSIM_KEEP: expected ${KEPT.join(', ')}`);
  }
  return {keep, folder: process.env.TVSIM_EVIDENCE || path.join('.tvsim', 'failed')};
}

/** The tests of one process, which share a server: that of TVSIM_URL, else one that is started for the first test. */
class Tests {
  #server;
  #names = new Map();

  server() {
    this.#server ??= process.env.TVSIM_URL ? Server.connect() : Server.start();
    return this.#server;
  }

  /** Ends the server. A further test starts another one. */
  async close() {
    const server = await this.#server?.catch(() => undefined);
    this.#server = undefined;
    this.#names.clear();
    await server?.close();
  }

  /** Creates the world of a test. */
  async world(test, {profile, situation} = {}) {
    const server = await this.server();
    const world = await server.world({name: this.#name(test, server), profile, situation});
    const {folder} = settings();
    for (const name of FILES) rmSync(path.join(folder, world.name, name), {force: true});
    return world;
  }

  /**
   * Returns a name of a world. On a server of its own, a test always has the same name, and so the same identifiers. On
   * another server two runs must not have the same names.
   */
  #name(test, server) {
    const count = (this.#names.get(test) ?? 0) + 1;
    this.#names.set(test, count);
    const text = test.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 40);
    const key = `${test} ${count}${server.isOwn ? '' : ` ${RUN}`}`;
    return `${text || 'test'}-${checksum(key)}`;
  }

  /** Runs a test in a world. If it fails, its error has the evidence too. */
  async run(test, options, body) {
    const world = await this.world(test, options);
    try {
      await body(world);
    } catch (error) {
      const failure = withText(error, await evidenceOf(world));
      await end(world, 'failed', test).catch(() => undefined);
      throw failure;
    }
    if (world.isRemoved) return;
    const {keep, folder} = settings();
    if (keep === 'all') (await world.evidence()).write(path.join(folder, world.name));
    await end(world, 'passed', test);
  }
}

/** Removes a world. The server keeps the evidence of one whose test did not pass, for `exec --keep-on-failure`. */
async function end(world, status, test) {
  if (world.isRemoved) return;
  await world.outcome(status, test);
  await world.remove();
}

/** Returns what the report of a failed test shows of its world, and writes the files. */
async function evidenceOf(world) {
  if (world.isRemoved) return '';
  try {
    const evidence = await world.evidence();
    const {keep, folder} = settings();
    const sections = evidence.sections();
    if (keep !== 'none') {
      const place = evidence.write(path.join(folder, world.name));
      sections.push(['tvsim evidence', path.relative(process.cwd(), place)]);
    }
    return sections.map(([title, text]) => `--- ${title} ---\n${text}\n`).join('\n');
  } catch (error) {
    return `--- tvsim evidence ---\nThe evidence is incomplete: ${error.message}\n`;
  }
}

/** Adds a text to the message of an error. Runners print the message or the stack, which begins with it. */
function withText(error, text) {
  if (!text) return error;
  if (error === null || typeof error !== 'object' || typeof error.message !== 'string') {
    return new Error(`${String(error)}\n\n${text}`, {cause: error});
  }
  const before = error.message;
  const stack = typeof error.stack === 'string' ? error.stack : '';
  const after = `${before}\n\n${text}`;
  try {
    error.message = after;
    error.stack = stack.includes(before) ? stack.replace(before, () => after) : `${after}\n${stack}`;
    return error;
  } catch {
    return new Error(after, {cause: error});
  }
}

/** CRC-32, which keeps similar tests apart. */
function checksum(text) {
  let value = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ((value ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
}

/**
 * Returns the situations of some axes, or those of the `matrix` of a profile. Tests are declared without waiting, so this
 * asks the server in another process.
 */
function matrix(axes, {profile} = {}) {
  const question = [path.join(__dirname, 'ask.js'), JSON.stringify(axes)];
  // A server of its own must not use the user's device, nor count as a visit of the tests.
  const {TVSIM_COVERAGE, ...own} = environment();
  const done = process.env.TVSIM_URL
    ? spawnSync(process.execPath, question, {encoding: 'utf8'})
    : spawnSync(
      findProgram(), ['exec', '--fresh', '--', process.execPath, ...question], {encoding: 'utf8', env: own});
  if (done.status !== 0) throw new TvsimError(done.stderr.trim() || `the situations are unknown: ${done.error}`);
  return JSON.parse(done.stdout).map((name) => new Situation(name, typeof axes === 'string' ? axes : profile));
}

/** Returns `inWorld` of a runner. `nameOf` returns the full name of the running test from the arguments of its function. */
function inWorldOf(tests, nameOf) {
  return (...parameters) => {
    const body = parameters.pop();
    const [options = {}] = parameters;
    if (typeof body !== 'function') {
      throw new TvsimError('inWorld has no function', {suggestion: 'write inWorld(async (world) => { … })'});
    }
    // jest calls a function with a parameter as one that ends with a callback, so this one has none.
    return (...given) => tests.run(nameOf(...given), options, (world) => body(world, ...given));
  };
}

module.exports = {Tests, end, inWorldOf, matrix, withText};
