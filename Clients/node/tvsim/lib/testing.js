// What the test runners have in common: a world for each test, and the evidence of a failed one.
'use strict';

const {existsSync, mkdirSync, readFileSync, rmSync, rmdirSync, writeFileSync} = require('node:fs');
const {spawnSync} = require('node:child_process');
const {randomUUID} = require('node:crypto');
const path = require('node:path');
const {Evidence, FILES, unpacked} = require('./evidence');
const {environment, findProgram} = require('./program');
const {Server} = require('./server');
const {TvsimError} = require('./errors');
const {Situation} = require('./situations');

const RUN = randomUUID();
const KEPT = ['failed', 'all', 'none'];

/** A file in each folder of evidence that a runner wrote. It has the name of the folder, so a copy is not marked. */
const MARK = '.tvsim-evidence';

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
  #running = new Set();

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

  /** Creates the world of a test, `{file, name}`. */
  async world(test, {profile, situation} = {}) {
    const server = await this.server();
    const world = await server.world({name: this.#name(test, server), profile, situation});
    forget(path.join(settings().folder, world.name));
    return world;
  }

  /**
   * Returns a name of a world. On a server of its own, a test always has the same name, and so the same identifiers. On
   * another server two runs must not have the same names. Two files may have tests of one name.
   */
  #name(test, server) {
    const full = fullName(test);
    const count = (this.#names.get(full) ?? 0) + 1;
    this.#names.set(full, count);
    const text = test.name.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 40);
    const key = `${full} ${count}${server.isOwn ? '' : ` ${RUN}`}`;
    return `${text || 'test'}-${checksum(key)}`;
  }

  /** Runs a test in a world. If it fails, its error has the evidence too. */
  async run(test, options, body) {
    const world = await this.world(test, options);
    const running = {test: fullName(test), world, isOver: false};
    this.#running.add(running);
    const stopWatching = this.#watch(running, test.context);
    try {
      await body(world);
    } catch (error) {
      // What a test does after its time is up concerns nobody any more.
      if (running.isOver) return;
      const failure = withText(error, await evidenceOf(world));
      await end(world, 'failed', running.test).catch(() => undefined);
      throw failure;
    } finally {
      this.#running.delete(running);
      stopWatching();
    }
    if (world.isRemoved) return;
    if (settings().keep === 'all') write(await world.evidence());
    await end(world, 'passed', running.test);
  }

  /** Keeps the evidence of a test whose time is up while its function goes on, before node:test reports it. */
  #watch(running, context) {
    const stop = () => {
      running.isOver = true;
      const text = evidenceAtOnce(running.world, running.test);
      if (context.error && withText(context.error, text) === context.error) return;
      context.diagnostic?.(text);
    };
    const signal = context?.signal;
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, {once: true});
    return () => signal?.removeEventListener('abort', stop);
  }

  /** Fails with the evidence of each test of a name that still runs after its end, in jest and vitest. */
  async finish(test) {
    const late = [...this.#running].filter((each) => each.test === fullName(test) && !each.isOver);
    const texts = [];
    for (const running of late) {
      running.isOver = true;
      texts.push(await evidenceOf(running.world));
      await end(running.world, 'failed', running.test).catch(() => undefined);
    }
    if (texts.length) throw new TvsimError(`the test did not end in its time\n\n${texts.join('\n')}`);
  }
}

/** Returns the file of a test with its name. The file is relative, so that each machine has the same names of worlds. */
function fullName({file, name}) {
  return file ? `${path.relative(process.cwd(), file)}: ${name}` : name;
}

/** Writes evidence into a folder of its world, with the mark by which a later run recognizes it, and returns the folder. */
function write(evidence) {
  const folder = path.join(settings().folder, evidence.world);
  mkdirSync(folder, {recursive: true});
  writeFileSync(path.join(folder, MARK), evidence.world);
  return evidence.write(folder);
}

/** Removes the evidence of an earlier run of a test, and nothing else. */
function forget(folder) {
  const mark = path.join(folder, MARK);
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== path.basename(folder)) return;
  for (const name of [...FILES, MARK]) rmSync(path.join(folder, name), {force: true});
  try {
    rmdirSync(folder);
  } catch (error) {
    // Files of somebody else stay.
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
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
    return kept(await world.evidence());
  } catch (error) {
    return incomplete(error);
  }
}

/**
 * Does the same, and removes the world, before it returns: another process asks the server. The open requests of the world
 * end with it, so none keeps this process alive.
 */
function evidenceAtOnce(world, test) {
  if (world.isRemoved) return '';
  world.isRemoved = true;
  const question = [path.join(__dirname, 'ask.js'), 'end', JSON.stringify([world.server.url, world.name, test])];
  const done = spawnSync(process.execPath, question, {maxBuffer: 1 << 28, timeout: 30_000});
  try {
    if (done.status !== 0) throw new TvsimError(String(done.stderr ?? '').trim() || `the server was not asked: ${done.error}`);
    return kept(new Evidence(world.name, world.url, unpacked(done.stdout)));
  } catch (error) {
    return incomplete(error);
  }
}

/** Writes the files of the evidence of a failed test, and returns what its report shows. */
function kept(evidence) {
  const sections = evidence.sections();
  if (settings().keep !== 'none') {
    sections.push(['tvsim evidence', path.relative(process.cwd(), write(evidence))]);
  }
  return sections.map(([title, text]) => `--- ${title} ---\n${text}\n`).join('\n');
}

function incomplete(error) {
  return `--- tvsim evidence ---\nThe evidence is incomplete: ${error.message}\n`;
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
  const question = [path.join(__dirname, 'ask.js'), 'situations', JSON.stringify(axes)];
  // A server of its own must not use the user's device, nor count as a visit of the tests.
  const {TVSIM_COVERAGE, ...own} = environment();
  const done = process.env.TVSIM_URL
    ? spawnSync(process.execPath, question, {encoding: 'utf8'})
    : spawnSync(
      findProgram(), ['exec', '--fresh', '--', process.execPath, ...question], {encoding: 'utf8', env: own});
  if (done.status !== 0) throw new TvsimError(done.stderr.trim() || `the situations are unknown: ${done.error}`);
  return JSON.parse(done.stdout).map((name) => new Situation(name, typeof axes === 'string' ? axes : profile));
}

/**
 * Returns `inWorld` of a runner. `testOf` returns the running test from the arguments of its function: `{file, name}`, and the
 * `context` of node:test.
 */
function inWorldOf(tests, testOf) {
  return (...parameters) => {
    const body = parameters.pop();
    const [options = {}] = parameters;
    if (typeof body !== 'function') {
      throw new TvsimError('inWorld has no function', {suggestion: 'write inWorld(async (world) => { … })'});
    }
    // jest calls a function with a parameter as one that ends with a callback, so this one has none.
    return (...given) => tests.run(testOf(...given), options, (world) => body(world, ...given));
  };
}

module.exports = {MARK, Tests, end, inWorldOf, matrix, withText};
