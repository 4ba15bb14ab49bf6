'use strict';

const assert = require('node:assert');
const {test} = require('node:test');
const {inWorld, matrix} = require('tvsim/node');
const {AppleClient} = require('./appleClient');

const clientIn = async (world) => AppleClient.register(world.url, await world.statement(), world.framework);

test('signs in with the account of the device', inWorld(async (world) => {
  await world.permission.grant();
  await world.account.signIn('Cablevision', 'alice');
  const client = await clientIn(world);

  assert.strictEqual(await client.signInSilently(), 'Cablevision');
}));

test('does not sign in without access', inWorld(async (world) => {
  await world.permission.deny();
  await world.account.signIn('Cablevision', 'alice');
  const client = await clientIn(world);

  assert.strictEqual((await client.askFramework()).error.name, 'accessNotGranted');
  assert.strictEqual(await client.signInSilently(), null);
}));

for (const situation of matrix({access: 'all', account: ['signedIn', 'signedOut', 'expired']})) {
  test(`signs in silently only with access and an account: ${situation}`, inWorld({situation}, async (world) => {
    const client = await clientIn(world);
    const {access, account} = situation.axes;
    const isPossible = access === 'granted' && account === 'signedIn';

    assert.strictEqual(await client.signInSilently(), isPossible ? 'Cablevision' : null);
  }));
}

for (const situation of matrix({access: ['granted'], account: ['signedIn'], response: 'all'})) {
  test(`signs in silently only with a good response: ${situation}`, inWorld({situation}, async (world) => {
    const client = await clientIn(world);
    const isGood = situation.axes.response === 'valid';

    assert.strictEqual(await client.signInSilently(), isGood ? 'Cablevision' : null);
  }));
}

test('is signed out after 30 days', inWorld(async (world) => {
  const client = await clientIn(world);
  const page = await client.startSignIn('Cablevision');
  assert.strictEqual(await world.viewer.visit(page, 'alice'), 'https://example.com/signed-in');
  await world.clock.advance('29d');
  assert.strictEqual((await client.profile('Cablevision')).attributes.userID.value, 'alice-1');

  await world.clock.advance('1d');
  assert.strictEqual(await client.profile('Cablevision'), undefined);
}));

test('shows an error while the service is unavailable', inWorld(async (world) => {
  const client = await clientIn(world);

  await world.faults.during('service.sessions', 503, async () => {
    await assert.rejects(client.startSignIn('Cablevision'), /503/);
  });
  assert.match(await client.startSignIn('Cablevision'), /authenticate/);
}));
