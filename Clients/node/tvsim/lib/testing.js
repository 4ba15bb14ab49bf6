// What the test runners have in common: a world for each test, and the rules about the app.
'use strict';

const {spawnSync} = require('node:child_process');
const {randomUUID} = require('node:crypto');
const path = require('node:path');
const {TvsimError} = require('./errors');
const {environment, findProgram} = require('./program');
const {evidenceAtOnce, evidenceOf, forget, messageOf, settings, withText, write} = require('./report');
const {Server} = require('./server');
const {Situation} = require('./situations');

const RUN = randomUUID();

/** Why a test fails that goes on after its end. */
const LATE = 'the test did not end in its time';

/** The tests of one process, which share a server: that of TVSIM_URL, else one that is started for the first test. */
class Tests {
  #server;
  #names = new Map();
  #running = new Set();

  server() {
    this.#server ??= process.env.TVSIM_URL ? Server.connect() : Server.start();
    return this.#server;
  }

  /** Ends the server, after a line about the rules if tests are judged. A further test starts another one. */
  async close() {
    const server = await this.#server?.catch(() => undefined);
    this.#server = undefined;
    this.#names.clear();
    if (server !== undefined && settings().failOn) process.stderr.write(`tvsim rules: ${await summary(server)}\n`);
    await server?.close();
  }

  /** Creates the world of a test, `{file, name}`. */
  async world(test, {profile, situation, waive = {}} = {}) {
    const server = await this.server();
    const world = await server.world({name: this.#name(test, server), profile, situation});
    forget(path.join(settings().folder, world.name));
    try {
      for (const [rule, reason] of Object.entries(waive)) await world.waive(rule, reason);
    } catch (error) {
      await world.remove().catch(() => undefined);
      throw error;
    }
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
    const running = {test: fullName(test), file: fileOf(test), world, isOver: false};
    this.#running.add(running);
    const stopWatching = this.#watch(running, test.context);
    try {
      await body(world);
      await judge(world);
    } catch (error) {
      // What a test does after its time is up concerns nobody any more.
      if (running.isOver) return;
      throw withText(error, await evidenceOf({...running, line: lineOf(error, test)}, messageOf(error)));
    } finally {
      this.#running.delete(running);
      stopWatching();
    }
    if (world.isRemoved) return;
    await world.outcome('passed', running.test, {file: running.file});
    if (settings().keep === 'all') write(await world.evidence());
    await world.remove();
  }

  /** Keeps the evidence of a test whose time is up while its function goes on, before node:test reports it. */
  #watch(running, context) {
    const stop = () => {
      running.isOver = true;
      const text = evidenceAtOnce(running, context.error?.message ?? LATE);
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
      texts.push(await evidenceOf(running, LATE));
    }
    if (texts.length) throw new TvsimError(`${LATE}\n\n${texts.join('\n')}`);
  }
}

/** Returns the file of a test. It is relative, so that each machine has the same names of worlds. */
function fileOf({file}) {
  return file && path.relative(process.cwd(), file);
}

/** Returns the line of a test's file at which an error was thrown; `undefined` if its stack does not say it. */
function lineOf(error, {file}) {
  // The message, which comes first, may name a file too.
  const frame = file && String(error?.stack ?? '').split('\n')
    .find((line) => /^\s+at /.test(line) && line.includes(`${file}:`));
  return Number(frame?.slice(frame.indexOf(`${file}:`) + file.length).match(/^:(\d+)/)?.[1]) || undefined;
}

/** Returns the file of a test with its name. */
function fullName(test) {
  return test.file ? `${fileOf(test)}: ${test.name}` : test.name;
}

/** Throws if the app has broken a rule of the severity in TVSIM_RULES, or above, in a world that is still there. */
async function judge(world) {
  const {failOn} = settings();
  if (!failOn || world.isRemoved) return;
  const {failure} = await world.rules({failOn});
  if (failure !== undefined) throw new Error(failure);
}

/** Returns the line about the rules of all worlds of a server. */
async function summary(server) {
  try {
    return (await server.rules()).summary;
  } catch (error) {
    return `not judged: ${error.message}`;
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

module.exports = {Tests, fileOf, inWorldOf, judge, matrix};
