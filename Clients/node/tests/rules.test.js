// The vendors' rules in each test runner. jest, vitest and Playwright are stand-ins.
'use strict';

const assert = require('node:assert');
const {spawnSync} = require('node:child_process');
const {cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} = require('node:fs');
const {tmpdir} = require('node:os');
const path = require('node:path');
const {after, test} = require('node:test');

const folder = mkdtempSync(path.join(tmpdir(), 'tvsim-rules-'));
after(() => rmSync(folder, {recursive: true}));
mkdirSync(path.join(folder, 'node_modules'));
symlinkSync(path.resolve(__dirname, '../tvsim'), path.join(folder, 'node_modules/tvsim'));
cpSync(path.join(__dirname, 'stand-ins'), path.join(folder, 'node_modules'), {recursive: true});

/** Runs a command in the folder of a user, and returns its output with the names of the evidence that it keeps. */
function run(command, variables = {}) {
  const {NODE_PATH, NODE_TEST_CONTEXT, TVSIM_RULES, TVSIM_URL, ...rest} = process.env;
  const env = {...rest, NODE_OPTIONS: '--preserve-symlinks', ...variables};
  rmSync(path.join(folder, '.tvsim'), {recursive: true, force: true});
  const {stdout, stderr} = spawnSync('/bin/sh', ['-c', command], {cwd: folder, env, encoding: 'utf8'});
  const place = path.join(folder, '.tvsim/failed');
  const kept = spawnSync('ls', [place], {encoding: 'utf8'}).stdout.split('\n').filter(Boolean);
  return {output: stdout + stderr, kept: kept.map((name) => name.replace(/-[0-9a-f]{8}$/, ''))};
}

const TESTS = `
const ask = (world) => fetch(world.url + '/api/v2/REF30/configuration');
const waive = {bearer: 'this test sends no token on purpose'};
test('breaks', inWorld(ask));
test('asks nothing', inWorld(async (world) => { await world.permission.deny(); }));
test('waives', inWorld({waive}, ask));
test('waives in the middle', inWorld(async (world) => {
  await world.waive('bearer', waive.bearer);
  await ask(world);
}));
`;
const required = (runner) => `
const test = globalThis.test ?? require('node:test').test;
const {inWorld} = require('tvsim/${runner}');
${TESTS}`;

for (const [runner, file, text, command] of [
  ['node', 'case.test.js', required('node'), 'node --test case.test.js'],
  ['jest', 'case.test.js', required('jest'), 'node node_modules/jest-stand-in.js case.test.js'],
  [
    'vitest', 'case.mjs', `import {test} from 'vitest';\nimport {inWorld} from 'tvsim/vitest';\n${TESTS}`,
    'node node_modules/vitest/run.mjs case.mjs',
  ],
]) {
  test(`${runner}: a test fails that passed and broke a rule, its evidence is kept, and a line has the sum`, () => {
    writeFileSync(path.join(folder, file), text);
    const without = run(command);
    assert.match(without.output, /pass 4/);
    assert.doesNotMatch(without.output, /tvsim rules:/);
    const {output, kept} = run(command, {TVSIM_RULES: 'mandatory'});
    for (const part of [/pass 3/, /fail 1/, /bearer/, /--- tvsim evidence ---/, /tvsim rules: .* held/]) {
      assert.match(output, part);
    }
    assert.deepStrictEqual(kept, ['breaks']);
    assert.match(run(command, {TVSIM_RULES: 'all'}).output, /fail 4/, 'a wrong severity is not ignored');
  });
}

test('a test that fails by itself counts in the line too', () => {
  writeFileSync(path.join(folder, 'alone.test.js'), `
    const {test} = require('node:test');
    const {inWorld} = require('tvsim/node');
    test('fails', inWorld(async (world) => {
      await fetch(world.url + '/api/v2/REF30/configuration');
      throw new Error('no');
    }));
  `);
  assert.match(run('node --test alone.test.js', {TVSIM_RULES: 'mandatory'}).output, /tvsim rules: .*, 1 broken/);
});

test('Playwright: the same, and tvsimWaive is an option', () => {
  writeFileSync(path.join(folder, 'case.js'), `
    const {test} = require('tvsim/playwright');
    const body = async ({tvsim}) => { await fetch(tvsim.url + '/api/v2/REF30/configuration'); };
    test('breaks', body);
    test.use({tvsimWaive: {bearer: 'on purpose'}});
    test('waives', body);
  `);
  const command = 'node node_modules/@playwright/test/run.js case.js';
  assert.match(run(command).output, /pass: breaks\n[^]*pass: waives\n/);
  const {output} = run(command, {TVSIM_RULES: 'mandatory'});
  assert.match(output, /fail: breaks: [^]*bearer/);
  assert.match(output, /attached to breaks: tvsim, tvsim report\.txt/);
  assert.match(output, /pass: waives\n/);
  assert.match(output, /tvsim rules: .* held/);
});

test('a waiver of an unknown rule is an error, and leaves no world', () => {
  writeFileSync(path.join(folder, 'unknown.test.js'), `
    const {test} = require('node:test');
    const {inWorld, server} = require('tvsim/node');
    test('waives', inWorld({waive: {bearr: 'on purpose'}}, () => {}));
    test('lists', async () => console.log(await (await fetch((await server()).url + '/_sim/v1/worlds')).text()));
  `);
  const {output} = run('node --test unknown.test.js');
  assert.match(output, /did you mean 'bearer'\?/);
  assert.match(output, /"worlds":\s*\[\s*\]/);
});
