'use strict';

const assert = require('node:assert');
const {test} = require('node:test');
const {inWorld} = require('tvsim/node');
const {RestClient} = require('./restClient');

const clientIn = async (world) => RestClient.register(world.url, await world.statement());

test('the password is wrong', inWorld(async (world) => {
  const page = await (await clientIn(world)).startSignIn('Cablevision');
  await assert.rejects(world.viewer.visit(page, 'alice', {password: 'wrong'}), /refused 'alice'/);
}));

test('the TV provider refuses the user', inWorld(async (world) => {
  const client = await clientIn(world);
  await world.provider('Cablevision', {defect: 'statusRequestDenied'});

  const end = await world.viewer.visit(await client.startSignIn('Cablevision'), 'alice');

  assert.strictEqual(end, 'https://example.com/signed-in');
  assert.strictEqual(await client.profile('Cablevision'), undefined);
}));

test('the TV provider refuses the user once', inWorld(async (world) => {
  const client = await clientIn(world);
  await world.faults.add('provider.signIn', 'rejected', {only: {subscriber: 'alice'}, times: 1});
  await world.viewer.visit(await client.startSignIn('Cablevision'), 'alice');
  assert.strictEqual(await client.profile('Cablevision'), undefined);

  await world.viewer.visit(await client.startSignIn('Cablevision'), 'alice');
  assert.notStrictEqual(await client.profile('Cablevision'), undefined);
}));

test('no password is right after two wrong ones', inWorld(async (world) => {
  const client = await clientIn(world);
  await world.provider('Cablevision', {signInPage: {lockout: {after: 2, for: '15m'}}});
  for (const password of ['wrong', 'wrong', 'secret']) {
    const page = await client.startSignIn('Cablevision');
    await assert.rejects(world.viewer.visit(page, 'alice', {password}), /refused 'alice'/);
  }

  await world.clock.advance('15m');
  await world.viewer.visit(await client.startSignIn('Cablevision'), 'alice');
}));

test('the user may not watch', inWorld(async (world) => {
  const client = await clientIn(world);
  await world.provider('Cablevision', {denialText: 'Your package does not include this channel.'});
  await world.viewer.visit(await client.startSignIn('Cablevision'), 'bob');

  const {authorized, error} = await client.decision('Cablevision', 'REF30');

  assert.deepStrictEqual([authorized, error.code], [false, 'authorization_denied_by_mvpd']);
  assert.strictEqual(error.details, 'Your package does not include this channel.');
}));
