'use strict';

const assert = require('node:assert');
const {signInSilently, signInWithPicker} = require('./signIn');
const {inWorld} = require('./world');

// jest has a global function of that name.
const test = globalThis.test ?? require('node:test').test;

test('signs in silently if the user has granted access', inWorld(async (world) => {
  await world.perform({permission: 'granted'});
  await world.perform({signIn: {provider: 'Cablevision', as: 'alice'}});

  assert.deepStrictEqual(await signInSilently(world.account), {screen: 'home', provider: 'Cablevision'});
}));

test('shows its own providers if the user has denied access', inWorld(async (world) => {
  await world.perform({permission: 'denied'});
  await world.perform({signIn: {provider: 'Cablevision', as: 'alice'}});

  assert.deepStrictEqual(await signInSilently(world.account), {screen: 'providerList'});
}));

test('asks for access once, and signs in if the user allows it', inWorld(async (world) => {
  await world.perform({signIn: {provider: 'Cablevision', as: 'alice'}});
  await world.perform({viewer: {accessPrompt: 'allow'}});
  assert.strictEqual(await world.account.checkAccess(), 'notDetermined');

  assert.deepStrictEqual(await signInSilently(world.account), {screen: 'home', provider: 'Cablevision'});
  assert.strictEqual(await world.account.checkAccess(), 'granted');
}));

test('returns to the welcome screen if the user cancels the picker', inWorld(async (world) => {
  await world.perform({permission: 'granted'});
  await world.perform({viewer: {systemPicker: 'none'}});

  const signedIn = signInWithPicker(world.account);
  await world.act('cancel');

  assert.deepStrictEqual(await signedIn, {screen: 'welcome'});
}));

test('signs in with the provider that the user chooses', inWorld(async (world) => {
  await world.perform({permission: 'granted'});
  await world.perform({viewer: {systemPicker: 'none'}});

  const signedIn = signInWithPicker(world.account);
  await world.act({choose: 'Dish'});
  await world.act({signIn: {as: 'carol'}});

  assert.deepStrictEqual(await signedIn, {screen: 'home', provider: 'Dish'});
}));

test('names the provider that the app does not support', inWorld(async (world) => {
  await world.perform({permission: 'granted'});
  await world.perform({signIn: {provider: 'Dish', as: 'carol'}});

  const shown = await signInSilently(world.account, ['Cablevision']);

  assert.deepStrictEqual(shown, {screen: 'providerNotSupported', provider: 'Dish'});
}));
