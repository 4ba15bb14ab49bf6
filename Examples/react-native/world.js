// A simulated world for each test. It works with the test runner of Node.js and with jest.
'use strict';

const {TVProviderAccount} = require('./tvProviderAccount');

class World {
  constructor(url) {
    this.url = url;
    this.account = new TVProviderAccount(url);
  }

  /** Changes the world, for example by {permission: 'granted'}. */
  perform(command) {
    return this.send('POST', 'commands', command);
  }

  /** Acts in the provider picker, for example by {choose: 'Dish'}, as soon as the app has opened it. */
  async act(action) {
    while (!(await this.send('GET', 'framework/interface')).interface) {
      await new Promise((resume) => setTimeout(resume, 10));
    }
    return this.send('POST', 'framework/interface', action);
  }

  async send(method, path, body) {
    const response = await fetch(`${this.url}/_sim/v1/${path}`, {method, body: body && JSON.stringify(body)});
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text && JSON.parse(text);
  }
}

let worlds = 0;

/** Returns the body of a test that gets an isolated world of its own, which ends with the test. */
function inWorld(body) {
  return async () => {
    const server = process.env.TVSIM_URL;
    if (!server) throw new Error('No simulator is running. Start the tests with: tvsim exec -- node --test');
    // Test files run in processes of their own.
    worlds += 1;
    const world = new World(`${server}/s/react-native-${process.pid}-${worlds}`);
    try {
      await body(world);
    } finally {
      await world.send('DELETE', 'world');
    }
  };
}

module.exports = {inWorld};
