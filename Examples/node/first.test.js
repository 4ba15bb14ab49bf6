'use strict';

const assert = require('node:assert');
const {test} = require('node:test');
const {inWorld} = require('tvsim/node');
const {RestClient} = require('./restClient');

test('signs in and may watch', inWorld(async (world) => {
  const client = await RestClient.register(world.url, await world.statement());
  const page = await client.startSignIn('Cablevision');
  assert.strictEqual(await client.profile('Cablevision'), undefined);

  assert.strictEqual(await world.viewer.visit(page, 'alice'), 'https://example.com/signed-in');

  assert.strictEqual((await client.profile('Cablevision')).attributes.userID.value, 'alice-1');
  const {token} = await client.decision('Cablevision', 'REF30');
  assert.ok((await world.verifyToken(token.serializedToken, 'REF30')).valid);
}));
