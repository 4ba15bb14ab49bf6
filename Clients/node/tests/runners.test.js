// A world for each test, and the report of a failed one, in each test runner. jest, vitest and Playwright are stand-ins.
'use strict';

const assert = require('node:assert');
const {spawnSync} = require('node:child_process');
const {cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync} =
  require('node:fs');
const {tmpdir} = require('node:os');
const path = require('node:path');
const {after, test} = require('node:test');
const evidence = require('../tvsim/lib/evidence');
const {MARK} = require('../tvsim/lib/report');

const REPOSITORY = path.resolve(__dirname, '../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'tvsim-runners-'));
after(() => rmSync(folder, {recursive: true}));
mkdirSync(path.join(folder, 'node_modules'));
symlinkSync(path.join(REPOSITORY, 'Clients/node/tvsim'), path.join(folder, 'node_modules/tvsim'));
cpSync(path.join(__dirname, 'stand-ins'), path.join(folder, 'node_modules'), {recursive: true});

/** Runs a command in the folder of a user, which has the package and the stand-ins in node_modules. */
function run(command, variables = {}) {
  const {NODE_PATH, NODE_TEST_CONTEXT, TVSIM_URL, ...rest} = process.env;
  const env = {...rest, NODE_OPTIONS: '--preserve-symlinks', ...variables};
  const done = spawnSync('/bin/sh', ['-c', command], {cwd: folder, env, encoding: 'utf8'});
  return {status: done.status, output: done.stdout + done.stderr};
}

const FAILING = (runner) => `
const assert = require('node:assert');
const test = globalThis.test ?? require('node:test').test;
const {inWorld, matrix} = require('tvsim/${runner}');
test('is denied', inWorld(async (world) => {
  await world.permission.deny();
  await fetch(world.url + '/api/v2/REF30/configuration');
  await world.framework.accessStatus();
  assert.strictEqual(await world.permission.get(), 'granted');
}));
test('passes', inWorld(async (world) => { await world.permission.deny(); }));
for (const situation of matrix({access: ['granted', 'denied']})) {
  test('in ' + situation, inWorld({situation}, async (world) => {
    assert.strictEqual(await world.permission.get(), situation.axes.access);
  }));
}
`;

/** The files of a folder of evidence. */
const FILES = [...evidence.FILES, MARK];

/** What the report of the failed test must have. */
const REPORT = [
  /'denied' !== 'granted'|- 'granted'|\+ 'denied'/, /case\.(?:test\.)?m?js[^]*is denied/,
  /is denied: failed \(case\.(?:test\.)?m?js:\d+\)/,
  /1  2026-01-01T00:00:00Z  Command: permission/, /GET \/api\/v2\/REF30\/configuration: 401/, /"setPermission"/,
  /The clock of this machine says 20\S+Z; the times above are the world's\./,
  /--- tvsim evidence ---\s+\.tvsim\/failed\/is-denied-[0-9a-f]{8}/,
];

for (const [runner, command] of [
  ['node', 'node --test case.test.js'], ['jest', 'node node_modules/jest-stand-in.js case.test.js'],
]) {
  test(`${runner}: the report of a failed test has what the simulator knows, and its files are kept`, () => {
    writeFileSync(path.join(folder, 'case.test.js'), FAILING(runner));
    const {status, output} = run(command);
    assert.strictEqual(status, 1, output);
    assert.match(output, /pass 3/);
    assert.match(output, /fail 1/);
    for (const part of REPORT) assert.match(output, part);
    const [kept, ...others] = readdirSync(path.join(folder, '.tvsim/failed'));
    assert.deepStrictEqual(others, []);
    assert.deepStrictEqual(readdirSync(path.join(folder, '.tvsim/failed', kept)).sort(), [...FILES].sort());
    rmSync(path.join(folder, '.tvsim'), {recursive: true});
  });
}

test('the evidence of a test that passes again is removed, and all of it can be kept or none', () => {
  const passing = (access) => `
    const {test} = require('node:test');
    const {inWorld} = require('tvsim/node');
    test('changes', inWorld(async (world) => {
      await world.permission.deny();
      if (await world.permission.get() !== '${access}') throw new Error('no');
    }));
  `;
  const kept = () => {
    const place = path.join(folder, 'kept');
    if (!existsSync(place)) return 0;
    const folders = readdirSync(place).map((each) => readdirSync(path.join(place, each)));
    assert.ok(folders.every((files) => files.length), 'an empty folder stays');
    return folders.flat().length;
  };
  for (const [access, keep, count] of [
    ['granted', 'none', 0], ['granted', 'failed', FILES.length], ['denied', 'failed', 0], ['denied', 'all', FILES.length],
  ]) {
    writeFileSync(path.join(folder, 'again.test.js'), passing(access));
    run('node --test again.test.js', {TVSIM_EVIDENCE: 'kept', TVSIM_KEEP: keep});
    assert.strictEqual(kept(), count, `${access}, TVSIM_KEEP=${keep}`);
  }
  assert.match(run('node --test again.test.js', {TVSIM_KEEP: 'some'}).output, /expected failed, all, none/);
});

test('a folder that no runner wrote stays, also with the name of the evidence of a test', () => {
  const place = path.join(folder, 'foreign');
  const passing = (text) => `
    const {test} = require('node:test');
    const {inWorld} = require('tvsim/node');
    test('changes', inWorld(async (world) => { ${text} }));
  `;
  const again = (text) => {
    writeFileSync(path.join(folder, 'foreign.test.js'), passing(text));
    return run('node --test foreign.test.js', {TVSIM_EVIDENCE: 'foreign'});
  };
  again("throw new Error('no')");
  const [name] = readdirSync(place);
  // A folder without the mark, and one with the mark of another folder.
  for (const spoil of [() => rmSync(path.join(place, name, MARK)), () => writeFileSync(path.join(place, name, MARK), 'copied')]) {
    spoil();
    const before = readdirSync(path.join(place, name));
    assert.ok(before.includes('journal.txt'));
    again('');
    assert.deepStrictEqual(readdirSync(path.join(place, name)), before);
  }
  writeFileSync(path.join(place, name, 'notes.txt'), 'mine');
  again("throw new Error('no')");
  again('');
  assert.deepStrictEqual(readdirSync(path.join(place, name)), ['notes.txt']);
});

test('a test that passes leaves the evidence of a failed one of the same name in another file', () => {
  for (const [file, access] of [['one', 'granted'], ['two', 'denied']]) {
    writeFileSync(path.join(folder, `${file}.test.js`), `
      const {test} = require('node:test');
      const {inWorld} = require('tvsim/node');
      test('signs in', inWorld(async (world) => {
        await world.permission.deny();
        if (await world.permission.get() !== '${access}') throw new Error('no');
      }));
    `);
  }
  const {output} = run('node --test --test-concurrency=1 one.test.js two.test.js', {TVSIM_EVIDENCE: 'named'});
  assert.match(output, /pass 1\n/);
  const [kept, ...others] = readdirSync(path.join(folder, 'named'));
  assert.deepStrictEqual(others, []);
  assert.ok(output.includes(`named/${kept}`));
  assert.strictEqual(readdirSync(path.join(folder, 'named', kept)).length, FILES.length);
});

const HANGING = (runner, declare) => `
const {inWorld} = require('tvsim/${runner}');
const body = inWorld(async (world) => {
  await world.faults.add('service.configuration', 'hang');
  await fetch(world.url + '/api/v2/REF30/configuration');
});
${declare}
`;

for (const [runner, declare, command, message] of [
  ['node', "require('node:test').test('hangs', {timeout: 1500}, body);", 'node --test late.test.js', 'test timed out after 1500ms'],
  ['jest', "test('hangs', body, 1500);", 'node node_modules/jest-stand-in.js late.test.js', 'Exceeded timeout'],
]) {
  test(`${runner}: a test that exceeds its time has evidence, and its open request does not keep the process`, () => {
    writeFileSync(path.join(folder, 'late.test.js'), HANGING(runner, declare));
    const begin = Date.now();
    const {status, output} = run(command, {TVSIM_EVIDENCE: `late-${runner}`});
    // The simulator ends a request that hangs after two minutes.
    assert.ok(Date.now() - begin < 60_000);
    assert.strictEqual(status, 1, output);
    assert.ok(output.includes(message), output);
    assert.match(output, /\n *1  2026-01-01T00:00:00Z  Command: fault/);
    const [kept, ...others] = readdirSync(path.join(folder, `late-${runner}`));
    assert.deepStrictEqual(others, []);
    assert.match(output, new RegExp(`late-${runner}/${kept}`));
    assert.deepStrictEqual(readdirSync(path.join(folder, `late-${runner}`, kept)).sort(), [...FILES].sort());
  });
}

test('the same test has the same identifiers in each run on a server of its own', () => {
  writeFileSync(path.join(folder, 'same.test.js'), `
    const {test} = require('node:test');
    const {inWorld} = require('tvsim/node');
    test('asks', inWorld(async (world) => {
      const {statement} = await world.send('GET', 'statement');
      console.log('name ' + world.name);
    }));
  `);
  const names = [1, 2].map(() => run('node --test same.test.js').output.match(/name \S+/)[0]);
  assert.strictEqual(names[0], names[1]);
});

test('vitest: a world for each test, and the evidence in the error', () => {
  writeFileSync(path.join(folder, 'case.mjs'), `
    import {test} from 'vitest';
    import {inWorld, matrix} from 'tvsim/vitest';
    test('is denied', inWorld(async (world) => {
      await world.permission.deny();
      await fetch(world.url + '/api/v2/REF30/configuration');
      await world.framework.accessStatus();
      if (await world.permission.get() !== 'granted') throw new Error("'denied' !== 'granted'");
    }));
    for (const situation of matrix({access: ['denied']})) {
      test('in ' + situation, inWorld({situation}, async (world) => { await world.device(); }));
    }
  `);
  const {output} = run('node node_modules/vitest/run.mjs case.mjs');
  for (const part of [...REPORT, /pass 1\nfail 1/]) assert.match(output, part);
});

test('Playwright: fixtures, and the evidence as attachments', () => {
  writeFileSync(path.join(folder, 'case.js'), `
    const {test, expect, signIn, matrix} = require('tvsim/playwright');
    test('is denied', async ({tvsim, page}) => {
      await tvsim.permission.deny();
      await fetch(tvsim.url + '/api/v2/REF30/configuration');
      await tvsim.framework.accessStatus();
      await signIn(page, 'alice');
      expect(await tvsim.permission.get()).toBe('granted');
    });
    for (const tvsimSituation of matrix({access: ['denied']})) {
      test.use({tvsimSituation});
      test('in ' + tvsimSituation, async ({tvsim, tvsimServer}) => {
        expect(await tvsim.permission.get()).toBe('denied');
        expect(tvsim.server).toBe(tvsimServer);
      });
    }
  `);
  const {output} = run('node node_modules/@playwright/test/run.js case.js');
  assert.match(output, /page: Name=alice Password=secret Sign in/);
  assert.match(output, /fail: is denied: expected granted, got denied/);
  assert.match(output, /attached to is denied: tvsim, tvsim report.txt, tvsim journal.txt, tvsim journal.json, tvsim flows.json/);
  assert.match(output, /pass: in access=denied\n/);
  assert.match(output, /1  2026-01-01T00:00:00Z  Command: permission/);
});

test('with TVSIM_URL all tests use that server, and under exec --matrix each world is in the situation', () => {
  writeFileSync(path.join(folder, 'matrix.yaml'), 'schema: 1\nname: x\nmatrix: {access: [denied, restricted]}\n');
  writeFileSync(path.join(folder, 'exec.test.js'), `
    const {test} = require('node:test');
    const {inWorld, server} = require('tvsim/node');
    test('is in the situation', inWorld(async (world) => {
      const isThere = world.situation.axes.access === await world.permission.get();
      if (!isThere || (await server()).isOwn || world.situation.name !== process.env.TVSIM_SITUATION) throw new Error();
    }));
  `);
  const {status, output} = run('node_modules/tvsim/bin/tvsim.js exec --matrix matrix.yaml -- node --test exec.test.js');
  assert.strictEqual(status, 0, output);
  assert.match(output, /2 situations, all passed/);
});

test('exec --keep-on-failure has the world of the failed test, which the test has removed, and no other', () => {
  writeFileSync(path.join(folder, 'case.test.js'), FAILING('node'));
  const {status, output} = run(
    'node_modules/tvsim/bin/tvsim.js exec --fresh --keep-on-failure ended -- node --test case.test.js');
  assert.strictEqual(status, 1, output);
  const [kept, ...others] = readdirSync(path.join(folder, 'ended/s'));
  assert.match(kept, /^is-denied-/);
  assert.deepStrictEqual(others, []);
  assert.match(readFileSync(path.join(folder, 'ended/s', kept, 'journal.txt'), 'utf8'), /Command: permission/);
});

test('an error that cannot be changed is the cause of another one', () => {
  const {withText} = require('../tvsim/lib/report');
  const frozen = Object.freeze(new Error('first'));
  for (const error of [frozen, 'text', null, undefined]) {
    const changed = withText(error, 'evidence');
    assert.strictEqual(changed.cause, error);
    assert.match(changed.message, /\n\nevidence$/);
  }
});

for (const example of ['node', 'react-native']) {
  test(`the example ${example} passes in a project with the package`, () => {
    cpSync(path.join(REPOSITORY, 'Examples', example), path.join(folder, example), {recursive: true});
    const {status, output} = run(`node --test ${example}/*.test.js`);
    assert.strictEqual(status, 0, output);
    assert.ok(Number(output.match(/[#ℹ] pass (\d+)/)[1]) >= 6, output);
  });
}
