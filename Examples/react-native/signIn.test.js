'use strict';

const assert = require('node:assert');
const {test} = require('node:test');
const {inWorld} = require('tvsim/node');
const {TVProviderAccount} = require('tvsim/react-native');
const {signInSilently, signInWithPicker} = require('./signIn');

test('signs in silently if the user has granted access', inWorld(async (world) => {
  await world.permission.grant();
  await world.account.signIn('Cablevision', 'alice');
  const account = new TVProviderAccount(world);

  assert.deepStrictEqual(await signInSilently(account), {screen: 'home', provider: 'Cablevision'});
}));

test('shows its own providers if the user has denied access', inWorld(async (world) => {
  await world.permission.deny();
  await world.account.signIn('Cablevision', 'alice');
  const account = new TVProviderAccount(world);

  assert.deepStrictEqual(await signInSilently(account), {screen: 'providerList'});
}));

test('asks for access once, and signs in if the user allows it', inWorld(async (world) => {
  await world.account.signIn('Cablevision', 'alice');
  await world.viewer.answer({accessPrompt: 'allow'});
  const account = new TVProviderAccount(world);
  assert.strictEqual(await account.checkAccess(), 'notDetermined');

  assert.deepStrictEqual(await signInSilently(account), {screen: 'home', provider: 'Cablevision'});
  assert.strictEqual(await account.checkAccess(), 'granted');
}));

test('returns to the welcome screen if the user cancels the picker', inWorld(async (world) => {
  await world.permission.grant();
  await world.viewer.answer({systemPicker: 'none'});
  const account = new TVProviderAccount(world);

  const signedIn = signInWithPicker(account);
  await world.viewer.cancel();

  assert.deepStrictEqual(await signedIn, {screen: 'welcome'});
}));

test('signs in with the provider that the user chooses', inWorld(async (world) => {
  await world.permission.grant();
  await world.viewer.answer({systemPicker: 'none'});
  const account = new TVProviderAccount(world);

  const signedIn = signInWithPicker(account);
  await world.viewer.choose('Dish');
  await world.viewer.signIn('carol');

  assert.deepStrictEqual(await signedIn, {screen: 'home', provider: 'Dish'});
}));

test('names the provider that the app does not support', inWorld(async (world) => {
  await world.permission.grant();
  await world.account.signIn('Dish', 'carol');
  const account = new TVProviderAccount(world);

  const shown = await signInSilently(account, ['Cablevision']);

  assert.deepStrictEqual(shown, {screen: 'providerNotSupported', provider: 'Dish'});
}));
