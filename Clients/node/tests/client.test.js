// What the client does with a real server, beside what Clients/conformance.json says of all clients.
'use strict';

const assert = require('node:assert');
const {spawn} = require('node:child_process');
const {mkdtempSync, readFileSync, rmSync, writeFileSync, chmodSync} = require('node:fs');
const http = require('node:http');
const {once} = require('node:events');
const {tmpdir} = require('node:os');
const path = require('node:path');
const {test, describe, after} = require('node:test');
const tvsim = require('tvsim');
const {inWorld, matrix, server} = require('tvsim/node');

const {Server, ServerLost, TvsimError, WorldLost} = tvsim;
const folder = mkdtempSync(path.join(tmpdir(), 'tvsim-client-'));
after(() => rmSync(folder, {recursive: true}));

async function get(url) {
  const response = await fetch(url);
  return response.json();
}

/** Sets variables of the environment during a function. */
async function withVariables(variables, body) {
  const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]));
  const set = (all) => Object.entries(all).forEach(([name, value]) => {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  });
  set(variables);
  try {
    return await body();
  } finally {
    set(before);
  }
}

test('a relative URL stays in the world', inWorld(async (world) => {
  const health = await get(new URL('/_sim/v1/health', `${world.url}/api/v2/x`));
  assert.strictEqual(health.world, world.name);
}));

test('worlds are isolated', inWorld(async (world) => {
  const other = await world.server.world();
  await world.permission.deny();
  assert.strictEqual(await other.permission.get(), 'notDetermined');
  await other.remove();
}));

test('moves the clock', inWorld(async (world) => {
  assert.deepStrictEqual(await world.clock.now(), new Date('2026-01-01T00:00:00Z'));
  await world.clock.set(new Date('2026-12-31T23:00:00Z'));
  assert.deepStrictEqual(await world.clock.now(), new Date('2026-12-31T23:00:00Z'));
}));

for (const [act, message] of [
  [(world) => world.faults.add('service.sesions', 503), "did you mean 'service.sessions'?"],
  [(world) => world.faults.during('service.sessions', 503), 'has no function'],
  [(world) => world.viewer.visit('/api/v2/authenticate/REF30/X'), "append its path to the world's url"],
]) {
  test(`an error says what is wrong and what was meant: ${message}`, inWorld(async (world) => {
    await assert.rejects(async () => act(world), (error) => {
      assert.ok(error instanceof TvsimError && error.message.includes(message), error.message);
      // Runners print each enumerable property below the message.
      assert.deepStrictEqual(Object.keys(error).filter((name) => name !== 'name'), []);
      return true;
    });
  }));
}

test('a fault during a function leaves the other faults, and returns its result', inWorld(async (world) => {
  await world.faults.add('service.token', 503, {times: 2});
  await world.faults.add('service.sessions', 500);
  const before = (await world.device()).faults;
  const count = await world.faults.during('service.sessions', 500, async () => (await world.device()).faults.length);
  assert.strictEqual(count, 3);
  await assert.rejects(world.faults.during('service.sessions', 500, () => { throw new Error('inside'); }), /inside/);
  assert.deepStrictEqual((await world.device()).faults, before);
  await world.faults.clear();
  assert.deepStrictEqual((await world.device()).faults, []);
}));

test('a fault during a function leaves the others as they are, and ends also if it was used', inWorld(async (world) => {
  const statuses = async (count) => {
    const found = [];
    while (found.length < count) found.push((await fetch(`${world.url}/api/v2/REF30/configuration`)).status);
    return found;
  };
  await world.faults.add('service.configuration', {status: 418, times: 1});
  await world.faults.add('service.configuration', {status: 503, times: 2});
  await world.faults.add('service.token', 500);
  await world.faults.add('service.sessions', 500, {times: 1});
  assert.deepStrictEqual(await statuses(2), [418, 503]);
  const before = (await world.device()).faults;
  assert.deepStrictEqual(before.map(({times}) => times), [0, 1, undefined, 1]);
  const inside = () => world.faults.during('service.sessions', 500, () => { throw new Error('inside'); });
  await assert.rejects(world.faults.during('service.authorize', 503, inside), /inside/);
  assert.deepStrictEqual((await world.device()).faults, before);
  assert.deepStrictEqual(await statuses(2), [503, 401]);
  await world.faults.clear();
  const used = await world.faults.during('service.configuration', {status: 418, after: 1, times: 3}, () => statuses(3));
  assert.deepStrictEqual([used, (await world.device()).faults], [[401, 418, 418], []]);
}));

test('a fault may change an answer, with an error or without one', inWorld(async (world) => {
  const ask = () => fetch(`${world.url}/api/v2/REF30/configuration`);
  await world.faults.add('service.configuration', {
    status: 503, headers: {'Retry-After': 30}, body: '<p>Busy</p>', contentType: 'text/html', after: 1, times: 1,
  });
  const answers = [await ask(), await ask(), await ask()];
  assert.deepStrictEqual(answers.map(({status}) => status), [401, 503, 401]);
  assert.deepStrictEqual(
    [answers[1].headers.get('Retry-After'), answers[1].headers.get('Content-Type'), await answers[1].text()],
    ['30', 'text/html', '<p>Busy</p>']);
  await world.faults.clear();
  await world.faults.add('service.authorize', 500, {delay: '8s', only: {mvpd: 'Dish'}, probability: 0.5});
  await world.faults.add('service.configuration', {adds: {news: true}});
  const [first, second] = (await world.device()).faults;
  assert.deepStrictEqual(
    [first.error, first.delay, first.only, first.probability], ['500', '8s', {mvpd: 'Dish'}, 0.5]);
  assert.deepStrictEqual(second.adds, {news: true});
  const before = (await world.device()).faults;
  const status = await world.faults.during('service.token', {status: 418}, async () =>
    (await fetch(`${world.url}/o/client/token`, {method: 'POST'})).status);
  assert.strictEqual(status, 418);
  assert.deepStrictEqual((await world.device()).faults, before);
}));

test('waits until an app opens the picker, and cancels it', inWorld(async (world) => {
  await world.permission.grant();
  await world.viewer.answer({systemPicker: 'none'});
  const user = world.viewer.cancel();
  const request = await world.framework.beginAccountMetadata({isInterruptionAllowed: true});
  await user;
  assert.strictEqual((await request.answer()).error.name, 'userCancelled');
}));

test('answers the access prompt', inWorld(async (world) => {
  await world.viewer.answer({accessPrompt: 'none'});
  const request = await world.framework.beginAccessStatus();
  await assert.rejects(world.framework.accessStatus({prompt: true}), /use beginAccessStatus\(\)/);
  await world.viewer.allow();
  assert.strictEqual((await request.answer()).accessStatus, 'granted');
}));

test('waits for the journal while the timers of the test stand still', inWorld(async (world) => {
  const {setTimeout} = globalThis;
  globalThis.setTimeout = () => 0;
  try {
    await world.permission.deny();
    assert.strictEqual((await world.journal.wait('permission')).room, 'Command');
    await assert.rejects(world.journal.wait('nothing', {timeout: 1000}), /contained 'nothing' in 1 s[^]*Command/);
  } finally {
    globalThis.setTimeout = setTimeout;
  }
}));

test('a replaced http module does not reach the client', inWorld(async (world) => {
  const {request} = http;
  http.request = () => { throw new Error('intercepted'); };
  try {
    await world.permission.deny();
  } finally {
    http.request = request;
  }
  assert.strictEqual(await world.permission.get(), 'denied');
}));

test('lists the requests without secrets', inWorld(async (world) => {
  await get(`${world.url}/api/v2/REF30/configuration`);
  const last = await world.requests.last('/configuration');
  assert.deepStrictEqual(
    [last.method, last.path, last.status], ['GET', '/api/v2/REF30/configuration', 401]);
  assert.strictEqual(last.response.json().code, 'invalid_access_token_client_application');
  assert.strictEqual((await world.requests.all()).length, 1);
  assert.deepStrictEqual(await world.requests.all('/sessions'), []);
  await world.journal.clear();
  assert.deepStrictEqual(await world.journal.entries(), []);
}));

test('a request that got no answer has no status and no response', inWorld(async (world) => {
  await world.faults.add('service.configuration', 'connectionClosed', {times: 1});
  await assert.rejects(get(`${world.url}/api/v2/REF30/configuration`));
  const {method, path: asked, status, response} = await world.requests.last('/configuration');
  assert.deepStrictEqual([method, asked, status, response], ['GET', '/api/v2/REF30/configuration', undefined, undefined]);
}));

test('the target of a request has no name of a world', async () => {
  const connected = await Server.connect((await server()).url, {ports: () => 1});
  const world = await connected.world({name: 'with-target'});
  await fetch(`${world.url}/api/v2/REF30/configuration?a=b`);
  assert.ok(world.url.endsWith('/s/with-target'));
  assert.strictEqual((await world.requests.last()).target, '/api/v2/REF30/configuration?a=b');
  await world.remove();
});

test('the text of the evidence begins with the test and ends with the time of the machine', inWorld(async (world) => {
  await world.permission.deny();
  await world.outcome('failed', 'case.test.js: it', {message: "'denied' !== 'granted'", file: 'case.test.js', line: 3});
  const text = (await world.evidence()).text();
  const places = ['case.test.js', "'denied' !== 'granted'", '1  2026-01-01T00:00:00Z', 'The clock of this machine says 20']
    .map((part) => text.indexOf(part));
  assert.ok(!places.includes(-1), text);
  assert.deepStrictEqual(places, [...places].sort((one, other) => one - other));
  await world.clock.set(new Date());
  await world.permission.grant();
  assert.doesNotMatch((await world.evidence()).text(), /The clock of this machine/);
}));

test('a rule fails from its severity on', inWorld(async (world) => {
  const headers = {'Content-Type': 'application/json'};
  await fetch(`${world.url}/o/client/register`, {method: 'POST', headers, body: '{"software_statement": "none"}'});
  const {rules, failure} = await world.rules();
  const broken = rules.filter(({verdict}) => verdict === 'broken').map(({id, severity}) => [id, severity]);
  assert.deepStrictEqual([broken, failure], [[['device-info', 'recommended']], undefined]);
  assert.strictEqual((await world.rules({failOn: 'mandatory'})).failure, undefined);
  assert.match((await world.rules({failOn: 'recommended'})).failure, /device-info/);
  await assert.rejects(world.waive('device-inf', 'on purpose'), /did you mean 'device-info'\?/);
  assert.match((await world.server.rules()).summary, / held/);
}));

test('reads a journal of many pages', inWorld(async (world) => {
  await world.perform(Array(2500).fill({advance: '1s'}));
  await get(`${world.url}/api/v2/REF30/configuration`);
  const numbers = (entries) => entries.map(({number}) => number);
  assert.deepStrictEqual(numbers(await world.journal.entries()), Array.from({length: 2501}, (_, index) => index + 1));
  assert.deepStrictEqual(numbers(await world.journal.entries(undefined, {after: 2499})), [2500, 2501]);
  assert.deepStrictEqual(
    numbers(await world.journal.entries('advance', {after: 1000})), Array.from({length: 1500}, (_, index) => index + 1001));
  assert.deepStrictEqual(numbers(await world.journal.entries(undefined, {kind: 'request'})), [2501]);
  assert.strictEqual((await world.journal.text()).trimEnd().split('\n').length, 2501);
  const newest = (await world.journal.newest()).split('\n').map((each) => each.split(' ')[0]);
  assert.deepStrictEqual([newest.length, newest[1], newest[25]], [26, '2477', '2501']);
  assert.deepStrictEqual([(await world.requests.last()).number, (await world.requests.all()).length], [2501, 1]);
}));

test('a request that the server keeps no more is not called missing', async () => {
  const own = await Server.start();
  const world = await own.world();
  await get(`${world.url}/first`);
  for (let number = 0; number <= 200; number += 1) await get(`${world.url}/later/${number}`);
  assert.strictEqual((await world.requests.last()).target, '/later/200');
  assert.strictEqual((await world.requests.all()).length, 200);
  await assert.rejects(world.requests.last('/first'), /no longer keeps a request with '\/first' in its path: .* latest 200/);
  await assert.rejects(world.requests.last('/none'), /no request with '\/none' in its path reached/);
  await own.close();
});

test('a server with TLS is reached by those who trust its authority', async () => {
  const own = await withVariables({TVSIM_HOME: folder}, () => Server.start({tls: true}));
  try {
    const world = await own.world();
    await world.permission.deny();
    assert.deepStrictEqual([await world.permission.get(), new URL(world.url).protocol], ['denied', 'https:']);
    // The browser of the client opens pages too.
    await assert.rejects(world.viewer.visit(`${world.url}/_sim/landing`, 'alice'), /You are back in the app/);
    assert.match(readFileSync(own.certificateAuthority, 'utf8'), /^-----BEGIN CERTIFICATE-----\n/);
    await assert.rejects(Server.connect(own.url), /certificate/);
    assert.strictEqual((await server()).certificateAuthority, undefined);
  } finally {
    await own.close();
  }
});

test('a profile is an object or a file', async () => {
  const file = path.join(folder, 'profile.yaml');
  writeFileSync(file, 'schema: 1\nname: x\ndevice: {platform: iPadOS}\n');
  for (const [profile, platform] of [[{device: {platform: 'tvOS'}}, 'tvOS'], [file, 'iPadOS']]) {
    const world = await (await server()).world({profile});
    assert.strictEqual((await world.device()).platform, platform);
    await world.remove();
  }
  writeFileSync(file, 'schema: 1\nnam: x\n');
  for (const [profile, text] of [[file, `${file}: line 2, column 1`], [{nam: 1}, 'the profile: '], ['none', 'none']]) {
    await assert.rejects((await server()).world({name: 'refused', profile}), (error) => error.message.includes(text));
  }
  const {worlds} = await get(`${(await server()).url}/_sim/v1/worlds`);
  assert.ok(!worlds.includes('refused'));
});

test('a world ends when it is removed', async () => {
  const world = await (await server()).world({name: 'mine'});
  await assert.rejects(world.server.world({name: 'mine'}), (error) =>
    error.status === 409 && /exists already/.test(error.message));
  await world.remove();
  for (const call of [() => world.device(), () => world.permission.deny(), () => world.remove()]) {
    await assert.rejects(call, WorldLost);
  }
  await assert.rejects(world.server.world({name: 'a b'}), /at most 64 letters/);
});

test('a world without a reachable port has a path', async () => {
  const own = await server();
  const connected = await Server.connect(own.url, {ports: () => 1});
  const world = await connected.world({name: 'by-path'});
  assert.strictEqual(world.url, `${own.url}/s/by-path`);
  assert.strictEqual(connected.hasWorldPorts, false);
  await world.permission.deny();
  assert.strictEqual((await get(`${world.url}/_sim/v1/health`)).world, 'by-path');
  await world.remove();
});

for (const ending of ['kill', 'end']) {
  test(`a server ends with its process: ${ending}`, async () => {
    const script = "require('tvsim').Server.start().then((s) => console.log(s.url)); process.stdin.resume()";
    const child = spawn(process.execPath, ['-e', script], {stdio: ['pipe', 'pipe', 'inherit']});
    const [line] = await once(child.stdout, 'data');
    const url = line.toString().trim();
    const connected = await Server.connect(url);
    assert.strictEqual(connected.isOwn, false);
    // The stream of a connection ends with the server, which may take a last connection after it.
    const stream = await new Promise((resolve) => http.get(`${url}/_sim/v1/journal/events`, resolve));
    const ended = new Promise((resolve) => stream.on('close', resolve).on('error', resolve).resume());
    if (ending === 'kill') child.kill('SIGKILL');
    else child.stdin.end();
    await ended;
    let lost;
    while (!lost) lost = await Server.connect(url).then(() => undefined, (error) => error);
    assert.ok(lost instanceof ServerLost, lost);
  });
}

test('a server that was not closed does not keep its process alive, and one that was closed is gone', async () => {
  const script = "const {Server} = require('tvsim'); (async () => { await Server.start(); const s = await Server.start(); "
    + 'await s.close(); console.log(s.url); })()';
  const child = spawn(process.execPath, ['-e', script], {stdio: ['ignore', 'pipe', 'inherit']});
  const [line] = await once(child.stdout, 'data');
  const [status] = await once(child, 'exit');
  assert.strictEqual(status, 0);
  await assert.rejects(Server.connect(line.toString().trim()), ServerLost);
});

describe('what is missing or different is said', () => {
  const program = path.join(folder, 'tvsim');
  const script = (text) => {
    writeFileSync(program, `#!/bin/sh\n${text}\n`);
    chmodSync(program, 0o755);
  };

  for (const [name, variables, message] of [
    ['no program', {PATH: folder.concat('/none'), TVSIM_PROGRAM: undefined}, /@tvsim\/linux-\w+ .*TVSIM_URL/],
    ['a wrong name', {TVSIM_PROGRAM: '/nowhere/tvsim'}, /TVSIM_PROGRAM names '\/nowhere\/tvsim'/],
  ]) {
    test(name, () => withVariables(variables, async () => {
      await assert.rejects(Server.start(), (error) =>
        error instanceof tvsim.ProgramMissing && message.test(error.message));
    }));
  }

  test('a server that does not start says why', async () => {
    script('echo no room >&2; exit 73');
    await withVariables({TVSIM_PROGRAM: program}, async () => {
      await assert.rejects(Server.start(), /ended with exit status 73: no room/);
    });
  });

  test('another version is an error', async () => {
    const other = http.createServer((request, response) => response.end('{"version": "9.9.9"}')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const url = `http://127.0.0.1:${other.address().port}`;
    script(`echo '{"url": "${url}"}'; exec cat >&2`);
    const message = new RegExp(`version 9.9.9, and this npm package has version ${tvsim.version.replaceAll('.', '\\.')}`);
    await assert.rejects(Server.connect(url), message);
    await withVariables({TVSIM_PROGRAM: program}, async () => {
      await assert.rejects(Server.start(), (error) =>
        error instanceof tvsim.VersionMismatch && error.message.startsWith(`${program} is version 9.9.9`));
    });
    other.close();
  });

  test('another build is a warning', async () => {
    const [own, client] = ['version', 'server'].map((name) => require.resolve(`../tvsim/lib/${name}`));
    const other = http.createServer((request, response) => response.end(
      JSON.stringify({version: tvsim.version, build: `${tvsim.version}.dev42+g1a2b3c4d`}))).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const url = `http://127.0.0.1:${other.address().port}`;
    for (const [build, count] of [['dev43+g0b1c2d3e', 1], ['dev42+g1a2b3c4d', 0], ['unknown', 0]]) {
      const found = build === 'unknown' ? build : `${tvsim.version}.${build}`;
      const script = `require('${own}').build = '${found}'; require('${client}').Server.connect('${url}')`;
      const child = spawn(process.execPath, ['-e', script], {stdio: ['ignore', 'ignore', 'pipe']});
      let said = '';
      child.stderr.on('data', (chunk) => { said += chunk; });
      await once(child, 'close');
      const sentence = `the server at ${url} has build ${tvsim.version}.dev42+g1a2b3c4d, and this npm package has build`;
      assert.strictEqual(said.split(sentence).length - 1, count, said);
    }
    other.close();
  });

  test('an address', () => withVariables({TVSIM_URL: undefined}, async () => {
    await assert.rejects(Server.connect(), /no server is named/);
    await assert.rejects(Server.connect('localhost:8080'), /http:\/\/HOST:PORT/);
  }));
});

test('the situations are those of the server', async () => {
  const own = await server();
  const found = await own.situations({access: 'all', account: ['signedIn', 'signedOut']});
  assert.deepStrictEqual([found.length, found[0].name], [8, 'access=granted/account=signedIn']);
  for (const situation of [found.at(-2), found.at(-1).name]) {
    const world = await own.world({situation});
    assert.deepStrictEqual([await world.permission.get(), world.situation.axes.access], ['restricted', 'restricted']);
    await world.remove();
  }
  assert.throws(() => matrix({acess: 'all'}), (error) => error.message.includes("did you mean 'access'?"));
});

test('the matrix of a profile has its situations', async () => {
  const file = path.join(folder, 'matrix.yaml');
  writeFileSync(file, 'schema: 1\nname: x\nmatrix: {access: [denied], account: [signedIn, signedOut]}\n');
  const found = await (await server()).situationsOf(file);
  assert.deepStrictEqual(
    found.map(String), ['access=denied/account=signedIn', 'access=denied/account=signedOut']);
  assert.deepStrictEqual(matrix(file), found);
  const world = await (await server()).world({situation: found[0]});
  assert.strictEqual(await world.permission.get(), 'denied');
  assert.strictEqual((await world.device()).profile, 'x');
  await world.remove();
});

test('each world has a port, which closes with the world', async () => {
  const world = await (await server()).world();
  assert.notStrictEqual(new URL(world.url).port, new URL(world.server.url).port);
  await world.remove();
  await assert.rejects(fetch(world.url), /fetch failed/);
});

test('the journal has the arrivals at the landing page', inWorld(async (world) => {
  assert.match(await (await fetch(`${world.landing}?code=1`)).text(), /You are back in the app/);
  const [entry] = await world.journal.entries();
  assert.deepStrictEqual([entry.kind, entry.value], ['landing', {parameters: {code: '1'}}]);
}));

test('the evidence of a failed test outlives its world', async () => {
  for (const [status, kept] of [['failed', 200], ['passed', 404]]) {
    const world = await (await server()).world();
    await world.outcome(status, 'a test');
    await world.remove();
    const response = await fetch(`${world.server.url}/_sim/v1/worlds/${world.name}/evidence`);
    assert.strictEqual(response.status, kept);
  }
});
