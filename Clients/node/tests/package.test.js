// The package as it is installed, and what describes it.
'use strict';

const assert = require('node:assert');
const {spawnSync} = require('node:child_process');
const {chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync} =
  require('node:fs');
const {tmpdir} = require('node:os');
const path = require('node:path');
const {after, test} = require('node:test');
const tvsim = require('tvsim');
const {findProgram} = require('../tvsim/lib/program');

const REPOSITORY = path.resolve(__dirname, '../../..');
const PACKAGE = path.join(REPOSITORY, 'Clients/node/tvsim');
const PAGE = readFileSync(path.join(REPOSITORY, 'docs/tvsim.docc/Reference/Node.md'), 'utf8');
const TYPES = readFileSync(path.join(PACKAGE, 'index.d.ts'), 'utf8');
const folder = mkdtempSync(path.join(tmpdir(), 'tvsim-package-'));
after(() => rmSync(folder, {recursive: true}));

function run(command, given, options = {}) {
  return spawnSync(command, given, {encoding: 'utf8', ...options});
}

/** A build, as the packages for npm write it. */
const BUILD = `${tvsim.version}.dev42+g1a2b3c4d`;
const VERSION = `${tvsim.version}-dev.42+g1a2b3c4d`;

/** Makes a folder with programs that forward to those of this machine, which would be slow to copy. */
function programs(name, version = tvsim.version) {
  const place = path.join(folder, name);
  mkdirSync(place);
  const named = `[ "$*" != --version ] || { printf '${version}\\nbuild ${BUILD}\\n'; exit; }`;
  const script = `${named}\nexec '${findProgram()}' "$@"`;
  for (const each of ['tvsim', 'tvsim-server']) {
    writeFileSync(path.join(place, each), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(place, each), 0o755);
  }
  return place;
}

function build(output, ...given) {
  const env = {...process.env, TVSIM_BUILD: BUILD};
  const done = run(path.join(REPOSITORY, 'scripts/build-npm'), [path.join(folder, output), ...given], {env});
  return {path: done.stdout.trim(), error: done.stderr, status: done.status};
}

const hasNpm = run('npm', ['--version']).status === 0;
const platform = `linux-${process.arch}`;

test('the packages have the same bytes each time, and each its files', () => {
  const given = ['--programs', programs('same')];
  writeFileSync(path.join(folder, 'licences'), 'The licences of all libraries.');
  for (const [options, name, expected] of [
    [[], `tvsim-${VERSION}.tgz`, ['LICENSE', 'README.md', 'bin/tvsim.js', 'index.d.ts', 'lib/server.js', 'vitest.mjs']],
    [
      [...given, '--licences', path.join(folder, 'licences')], `tvsim-${platform}-${VERSION}.tgz`,
      ['LICENSE', 'README.md', 'bin/tvsim', 'bin/tvsim-server', 'package.json'],
    ],
  ]) {
    const paths = ['one', 'two'].map((each) => build(each, ...options).path);
    assert.strictEqual(path.basename(paths[0]), name);
    assert.ok(readFileSync(paths[0]).equals(readFileSync(paths[1])));
    const files = run('tar', ['-tf', paths[0]]).stdout.trim().split('\n');
    for (const file of expected) assert.ok(files.includes(`package/${file}`), file);
    assert.ok(!files.some((file) => file.includes('test.js') || file.includes('stand-in')));
  }
});

test('a package with other programs is refused', () => {
  mkdirSync(path.join(folder, 'empty'));
  for (const [place, message] of [
    [path.join(folder, 'empty'), "has no program 'tvsim': build it with 'make release'"],
    [programs('other', '9.9.9'), 'has version 9.9.9, and the sources have'],
  ]) {
    const done = build('refused', '--programs', place);
    assert.ok(done.status !== 0 && done.error.includes(message), done.error);
  }
});

test('npm installs both packages offline, and a test needs nothing else', {skip: !hasNpm && 'npm is missing'}, () => {
  const place = path.join(folder, 'user');
  mkdirSync(place);
  const files = [build('npm').path, build('npm', '--programs', programs('real')).path];
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--save-dev'];
  const {NODE_PATH, NODE_TEST_CONTEXT, TVSIM_PROGRAM, TVSIM_URL, ...env} = process.env;
  const options = {cwd: place, env: {...env, npm_config_cache: path.join(folder, 'cache')}};
  const done = run('npm', [...install, ...files.map((file) => `file://${file}`)], options);
  assert.strictEqual(done.status, 0, done.stderr);
  writeFileSync(path.join(place, 'case.test.mjs'), `
    import test from 'node:test';
    import {Server} from 'tvsim';
    import {inWorld} from 'tvsim/node';
    test('works', inWorld(async (world) => {
      await world.permission.deny();
      if (await world.permission.get() !== 'denied' || typeof Server.start !== 'function') throw new Error('no');
    }));
  `);
  const tested = run('node', ['--test', 'case.test.mjs'], options);
  assert.strictEqual(tested.status, 0, tested.stdout);
  const program = path.join(place, 'node_modules/.bin/tvsim');
  assert.strictEqual(run(program, ['--version'], options).stdout, `${tvsim.version}\nbuild ${BUILD}\n`);
  const names = ['-p', 'const {build, version} = require("tvsim"); `${version} ${build}`'];
  assert.strictEqual(run('node', names, options).stdout, `${tvsim.version} ${BUILD}\n`);
  for (const [given, status] of [
    [['exec', '--', 'sh', '-c', 'exit 3'], 3], [['exec', '--', 'sh', '-c', 'kill -TERM $$'], 143], [['no-command'], 64],
  ]) {
    assert.strictEqual(run(program, given, options).status, status, given.join(' '));
  }
  rmSync(path.join(place, 'node_modules/@tvsim'), {recursive: true});
  const missing = run(program, ['--version'], {...options, env: {...options.env, PATH: path.dirname(process.execPath)}});
  if (!run('which', ['tvsim'], {env: {PATH: path.dirname(process.execPath)}}).stdout) {
    assert.strictEqual(missing.status, 69);
    assert.match(missing.stderr, new RegExp(`the package @tvsim/${platform} with the program 'tvsim' is not installed`));
  }
});

test('npm ci installs the package of the next commit', {skip: !hasNpm && 'npm is missing'}, () => {
  const place = path.join(folder, 'next');
  mkdirSync(place);
  const {NODE_PATH, NODE_TEST_CONTEXT, ...rest} = process.env;
  const options = {cwd: place, env: {...rest, npm_config_cache: path.join(folder, 'cache')}};
  const quiet = ['--offline', '--no-audit', '--no-fund', '--omit=optional'];
  for (const build of [BUILD, BUILD.replace('42', '43'), tvsim.version]) {
    const env = {...process.env, TVSIM_BUILD: build};
    const file = run(path.join(REPOSITORY, 'scripts/build-npm'), [path.join(folder, 'builds')], {env}).stdout.trim();
    for (const given of [['install', '--save-dev', `file://${file}`], ['ci']]) {
      const done = run('npm', [...given, ...quiet], options);
      assert.strictEqual(done.status, 0, done.stderr);
      const found = run('node', ['-p', 'require("tvsim").build'], options).stdout;
      assert.strictEqual(found, `${build}\n`, given[0]);
    }
  }
});

test('tsc --strict accepts tests in TypeScript, with both ways to find a module', () => {
  const place = path.join(folder, 'typed');
  mkdirSync(path.join(place, 'node_modules/@playwright'), {recursive: true});
  symlinkSync(PACKAGE, path.join(place, 'node_modules/tvsim'));
  symlinkSync(path.join(__dirname, 'stand-ins/@playwright/test'), path.join(place, 'node_modules/@playwright/test'));
  writeFileSync(path.join(place, 'types.ts'), readFileSync(path.join(__dirname, 'types.ts')));
  for (const resolution of [['commonjs', 'node'], ['node16', 'node16']]) {
    const [module, moduleResolution] = resolution;
    const done = run('tsc', [
      '--noEmit', '--strict', '--target', 'es2021', '--lib', 'es2021', '--module', module, '--moduleResolution', moduleResolution,
      '--preserveSymlinks', '--typeRoots', path.join(place, 'none'), 'types.ts'], {cwd: place});
    assert.strictEqual(done.stdout + (done.error?.message ?? ''), '', moduleResolution);
  }
});

test('every file names the version of the simulator, and scripts/set-version changes it everywhere', () => {
  const clone = path.join(folder, 'clone');
  const git = (...given) => assert.strictEqual(run('git', given, {cwd: REPOSITORY}).status, 0, given.join(' '));
  const script = path.join(REPOSITORY, 'scripts/set-version');
  const checked = run(script, ['--check']);
  assert.strictEqual(checked.status, 0, checked.stdout);
  git('clone', '--quiet', '--shared', REPOSITORY, clone);
  writeFileSync(path.join(clone, 'scripts/set-version'), readFileSync(script));
  chmodSync(path.join(clone, 'scripts/set-version'), 0o755);
  const changed = run(path.join(clone, 'scripts/set-version'), ['7.8.9']);
  assert.strictEqual(changed.status, 0, changed.stdout);
  const left = run('git', ['grep', '-l', '-F', tvsim.version, '--', ':!CHANGELOG.md'], {cwd: clone});
  assert.strictEqual(left.stdout, '');
  const manifest = path.join(clone, 'Clients/node/tvsim/package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('7.8.9', '7.8.8'));
  const differs = run(path.join(clone, 'scripts/set-version'), ['--check']);
  assert.deepStrictEqual(
    [differs.status, differs.stdout],
    [1, 'Clients/node/tvsim/package.json: 7.8.8, and the program is 7.8.9\n']);
});

test('the package needs Node.js only', () => {
  for (const file of readdirSync(PACKAGE, {recursive: true}).filter((each) => /\.m?js$/.test(each))) {
    const text = readFileSync(path.join(PACKAGE, file), 'utf8');
    for (const [, name] of text.matchAll(/(?:require\(|from |import )'([^']+)'/g)) {
      const own = {'playwright.js': '@playwright/test', 'vitest.mjs': 'vitest'}[file];
      assert.ok(/^(node:|\.)/.test(name) || name === own, `${file}: ${name}`);
    }
  }
});

/** The public members of each class, as `[class, member]`. */
function* members() {
  for (const [name, value] of Object.entries(tvsim)) {
    if (typeof value !== 'function' || !/^class/.test(value.toString()) || value.prototype instanceof Error) continue;
    for (const owner of [value, value.prototype]) {
      const own = Object.getOwnPropertyNames(owner).filter((each) => !/^(constructor|length|name|prototype)$/.test(each));
      for (const member of own) yield [name, member];
    }
  }
}

const block = (name) => TYPES.match(new RegExp(`^export class ${name}\\b[^]*?^}`, 'm'))?.[0] ?? '';
const section = (name) => PAGE.split(`\n### ${name}\n`)[1]?.split(/\n###? /)[0] ?? '';

test('types and page describe each member of each class, and nothing else', () => {
  const all = [...members()];
  assert.ok(all.length > 70);
  for (const [name, member] of all) {
    assert.match(block(name), new RegExp(`^  (static |readonly )?${member}\\b`, 'm'), `index.d.ts: ${name}.${member}`);
    assert.match(section(name), new RegExp('`(?:' + name + '\\.)?' + member + '\\b'), `Node.md: ${name}.${member}`);
  }
  for (const [, name] of PAGE.matchAll(/^### (\w+)$/gm)) {
    assert.ok(name in tvsim, `Node.md: ${name}`);
    const rows = section(name).split('\n').filter((each) => each.startsWith('|')).join('\n');
    for (const [, owner, member] of rows.matchAll(/`(?:([A-Z]\w+)\.)?(\w+)\(/g)) {
      if (owner === undefined || owner === name) {
        assert.ok(all.some(([one, two]) => one === name && two === member), `Node.md: ${name}.${member}`);
      }
    }
  }
  for (const [name, value] of Object.entries(tvsim)) {
    if (value.prototype instanceof Error) assert.ok(PAGE.includes(`| \`${name}\` |`), `Node.md: ${name}`);
  }
});

test('types and page name each argument', () => {
  for (const [name] of members()) {
    for (const [, member, given] of block(name).matchAll(/^  (?:static )?(\w+)(?:<\w+>)?\(\s*([^)]*)/gm)) {
      const names = [...given.matchAll(/(?:^|, |\{|; )(?:\.\.\.)?(\w+\??):/g)].map((each) => each[1]);
      const lines = section(name).split('\n').filter((line) => line.includes(`${member}(`)).join('\n');
      for (const argument of names) {
        if (!argument.startsWith('options')) {
          const word = argument.endsWith('?') ? `${argument.slice(0, -1)}\\?` : `${argument}\\b(?!\\?)`;
          assert.match(lines, new RegExp(`\\b${word}`), `Node.md: ${name}.${member}: ${argument}`);
        }
      }
    }
  }
});

test('each example of the pages in TypeScript is one that the compiler accepts', () => {
  const accepted = readFileSync(path.join(__dirname, 'types.ts'), 'utf8');
  for (const page of ['Reference/Node.md', 'HowTo/TestReactNative.md']) {
    const text = readFileSync(path.join(REPOSITORY, 'docs/tvsim.docc', page), 'utf8');
    const blocks = [...text.matchAll(/^```typescript\n(?:import [^\n]*\n\n)?([^]*?)\n```/gm)];
    assert.ok(blocks.length);
    for (const [, example] of blocks) {
      const forms = ['', '  '].map((indentation) => example.replace(/^(?=.)/gm, indentation));
      assert.ok(forms.some((form) => accepted.includes(`\n${form}\n`)), `${page}: ${example}`);
    }
  }
});
