// The simulated device of a world, its user, and what fails.
'use strict';

const {given, seconds} = require('./http');
const {TvsimError, WaitTimeout} = require('./errors');

/** What an app may know about the account. Without `app` it is the app of the profile. */
class Permission {
  #world;

  constructor(world) {
    this.#world = world;
  }

  grant(app) {
    return this.set('granted', app);
  }

  deny(app) {
    return this.set('denied', app);
  }

  restrict(app) {
    return this.set('restricted', app);
  }

  async set(access, app) {
    await this.#world.perform(
      app === undefined ? {permission: access} : {setPermission: {bundleID: app, access}});
  }

  async reset(app) {
    await this.#world.perform(app === undefined ? 'resetPermission' : {resetPermission: app});
  }

  async get(app) {
    const device = await this.#world.device();
    const name = app ?? device.bundleID;
    return device.permissions.find((each) => each.bundleID === name)?.access ?? 'notDetermined';
  }
}

/** The TV provider account of the device. */
class Account {
  #world;

  constructor(world) {
    this.#world = world;
  }

  async signIn(provider, username, {expires, grant} = {}) {
    await this.#world.perform({signIn: given({provider, as: username, expires, grant})});
  }

  async signOut() {
    await this.#world.perform('signOut');
  }

  async expire() {
    await this.#world.perform('expireAccount');
  }
}

/** The clock of the world. It stands still until a test moves it. */
class Clock {
  #world;

  constructor(world) {
    this.#world = world;
  }

  async now() {
    return new Date((await this.#world.device()).clock.now);
  }

  async advance(by) {
    await this.#world.perform({advance: by});
  }

  async set(to) {
    // A test runner may give its tests another Date than this file has.
    const instant = typeof to === 'string' ? to : to.toISOString().replace(/\.\d+Z$/, 'Z');
    await this.#world.perform({setClock: instant});
  }

  async follow() {
    await this.#world.perform('followClock');
  }

  async freeze() {
    await this.#world.perform('freezeClock');
  }
}

/** The user: scripted answers, the interface of the system, and the pages of a browser. */
class Viewer {
  #world;
  #endpoint;
  #browser;

  constructor(world, endpoint, browser) {
    this.#world = world;
    this.#endpoint = endpoint;
    this.#browser = browser;
  }

  async answer(answers) {
    await this.#world.perform({viewer: answers});
  }

  async reset() {
    await this.#world.perform('resetViewer');
  }

  async interface() {
    return (await this.#world.send('GET', 'framework/interface')).interface;
  }

  choose(provider, {timeout} = {}) {
    return this.#act({choose: provider}, timeout);
  }

  signIn(username, {password, timeout} = {}) {
    return this.#act({signIn: given({as: username, password})}, timeout);
  }

  cancel({timeout} = {}) {
    return this.#act('cancel', timeout);
  }

  allow({timeout} = {}) {
    return this.#act('allow', timeout);
  }

  deny({timeout} = {}) {
    return this.#act('deny', timeout);
  }

  loseNetwork({timeout} = {}) {
    return this.#act('loseNetwork', timeout);
  }

  visit(url, username, {password = 'secret'} = {}) {
    return this.#browser().visit(url, username, password);
  }

  activate(code, mvpd, username, {password = 'secret'} = {}) {
    return this.#browser().activate(code, mvpd, username, password);
  }

  async #act(action, timeout = 5000) {
    if ((await this.interface()) === null) await this.#waitForInterface(timeout);
    await this.#world.send('POST', 'framework/interface', {body: action});
  }

  async #waitForInterface(timeout) {
    // The server sends an event when the interface changes. The first events say that the stream has begun.
    const query = {timeout: `${seconds(timeout)}s`};
    for await (const event of this.#endpoint.events('/_sim/v1/journal/events', {query, wait: timeout})) {
      if ((event === 'journal' || event === 'state') && (await this.interface()) !== null) return;
    }
    throw new WaitTimeout(
      `no access prompt, picker or sign-in page opened in ${seconds(timeout)} s`,
      {
        suggestion: "let the scripted user leave it open: viewer.answer({systemPicker: 'none'})",
        context: await this.#world.journal.newest(),
      });
  }
}

/** Returns a fault as the server takes it. Instead of an error there may be only the other members. */
function fault(at, error, options) {
  const others = error !== null && typeof error === 'object' ? error : {error, ...options};
  return given({at, ...others});
}

/** The method of a world that performs a command, and returns what it changed and added. */
const PERFORMED = Symbol('performed');

/** What fails, and how. */
class Faults {
  #world;

  constructor(world) {
    this.#world = world;
  }

  async add(at, error, options) {
    return (await this.#world[PERFORMED]({fault: fault(at, error, options)})).added.faults[0];
  }

  async remove(id) {
    await this.#world.perform({removeFault: id});
  }

  async clear() {
    await this.#world.perform('clearFaults');
  }

  async during(at, error, ...rest) {
    const body = rest.pop();
    if (typeof body !== 'function') {
      throw new TvsimError('faults.during() has no function', {suggestion: 'pass what to do as the last argument'});
    }
    const added = await this.add(at, error, ...rest);
    try {
      return await body();
    } finally {
      await this.remove(added);
    }
  }

  async catalog() {
    return (await this.#world.send('GET', 'faults/catalog')).operations;
  }
}

module.exports = {Account, Clock, Faults, PERFORMED, Permission, Viewer};
