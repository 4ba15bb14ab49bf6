// What the report of a failed test has, and which files are kept.
'use strict';

const {existsSync, mkdirSync, readFileSync, rmSync, rmdirSync, writeFileSync} = require('node:fs');
const {spawnSync} = require('node:child_process');
const path = require('node:path');
const {stripVTControlCharacters} = require('node:util');
const {Evidence, FILES, unpacked} = require('./evidence');
const {TvsimError} = require('./errors');

const KEPT = ['failed', 'all', 'none'];

/** A file in each folder of evidence that a runner wrote. It has the name of the folder, so a copy is not marked. */
const MARK = '.tvsim-evidence';

/** Whose evidence is kept, and in which folder, and from which severity a broken rule fails a test. */
function settings() {
  const keep = process.env.TVSIM_KEEP || 'failed';
  if (!KEPT.includes(keep)) {
    throw new TvsimError(`invalid value '${keep}' of TVSIM_KEEP: expected ${KEPT.join(', ')}`);
  }
  return {
    keep, folder: process.env.TVSIM_EVIDENCE || path.join('.tvsim', 'failed'), failOn: process.env.TVSIM_RULES,
  };
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

/**
 * Tells the server that a test has failed, returns what the report shows of its world, writes the files, and removes the
 * world. The server keeps the evidence, for `exec --keep-on-failure`.
 */
async function evidenceOf({test, file, line, world}, message) {
  if (world.isRemoved) return '';
  try {
    await world.outcome('failed', test, {message, file, line});
    return kept(await world.evidence());
  } catch (error) {
    return incomplete(error);
  } finally {
    await world.remove().catch(() => undefined);
  }
}

/**
 * Does the same before it returns: another process asks the server. The open requests of the world end with it, so none
 * keeps this process alive.
 */
function evidenceAtOnce({test, file, world}, message) {
  if (world.isRemoved) return '';
  world.isRemoved = true;
  const asked = JSON.stringify([world.server.url, world.name, test, {message, file}]);
  const question = [path.join(__dirname, 'ask.js'), 'end', asked];
  const authority = world.server.certificateAuthority;
  const env = {...process.env, ...(authority === undefined ? {} : {TVSIM_CA: authority})};
  const done = spawnSync(process.execPath, question, {env, maxBuffer: 1 << 28, timeout: 30_000});
  try {
    if (done.status !== 0) throw new TvsimError(String(done.stderr ?? '').trim() || `the server was not asked: ${done.error}`);
    return kept(new Evidence(world.name, world.url, unpacked(done.stdout)));
  } catch (error) {
    return incomplete(error);
  }
}

/** Writes the files of the evidence of a failed test, and returns what its report shows. */
function kept(evidence) {
  const text = evidence.text();
  if (settings().keep === 'none') return text;
  return `${text}\n--- tvsim evidence ---\n${path.relative(process.cwd(), write(evidence))}\n`;
}

function incomplete(error) {
  return `--- tvsim evidence ---\nThe evidence is incomplete: ${error.message}\n`;
}

/** Returns what an assertion said, without the colours of a terminal. */
function messageOf(error) {
  return stripVTControlCharacters(String(error?.message ?? error));
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

module.exports = {MARK, evidenceAtOnce, evidenceOf, forget, messageOf, settings, withText, write};
