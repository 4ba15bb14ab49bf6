// Apple's framework VideoSubscriberAccount, asked in the name of an app.
'use strict';

const {given, seconds} = require('./http');
const {TvsimError, WaitTimeout} = require('./errors');

/** A request of an app to the framework, which may wait for the user. */
class PendingRequest {
  #world;
  #endpoint;
  #number;
  #result;

  constructor(world, endpoint, number, result) {
    this.#world = world;
    this.#endpoint = endpoint;
    this.#number = number;
    this.#result = result;
  }

  get waitsForUser() {
    return this.#result === undefined;
  }

  async answer({timeout = 5000} = {}) {
    if (this.#result === undefined) {
      const query = {wait: `${seconds(timeout)}s`};
      const path = `/_sim/v1/framework/requests/${this.#number}`;
      const answer = await this.#endpoint.send('GET', path, {query, wait: timeout});
      if (answer.status === 202) {
        const page = answer.json().interface?.page;
        throw new WaitTimeout(
          `the request of the framework waits for the user ('${page}') after ${seconds(timeout)} s`,
          {suggestion: 'act as the user with world.viewer, for example choose() or cancel()'});
      }
      this.#result = answer.json();
    }
    return this.#result;
  }

  async cancel() {
    if (this.#result === undefined) await this.#world.send('DELETE', `framework/requests/${this.#number}`);
  }
}

/** The calls of `VSAccountManager`. Properties have Apple's names. */
class Framework {
  #world;
  #endpoint;

  constructor(world, endpoint) {
    this.#world = world;
    this.#endpoint = endpoint;
  }

  async accessStatus({prompt = false, app} = {}) {
    return this.#answered(await this.beginAccessStatus({prompt, app}), 'beginAccessStatus');
  }

  beginAccessStatus({prompt = true, app} = {}) {
    return this.#begin('access-status', given({prompt, bundleID: app}));
  }

  async accountMetadata({app, ...properties} = {}) {
    return this.#answered(await this.beginAccountMetadata({app, ...properties}), 'beginAccountMetadata');
  }

  beginAccountMetadata({app, ...properties} = {}) {
    return this.#begin('account-metadata', given({...properties, bundleID: app}));
  }

  async #begin(path, body) {
    const answer = await this.#endpoint.send('POST', `/_sim/v1/framework/${path}`, {body});
    if (answer.status !== 202) return new PendingRequest(this.#world, this.#endpoint, undefined, answer.json());
    const number = answer.headers.location.split('?')[0].split('/').pop();
    return new PendingRequest(this.#world, this.#endpoint, number, undefined);
  }

  async #answered(request, method) {
    if (request.waitsForUser) {
      const page = (await this.#world.viewer.interface())?.page;
      throw new TvsimError(
        `the framework has opened '${page}' and waits for the user`,
        {suggestion: `use ${method}(), act with world.viewer, and then call answer()`});
    }
    return request.answer();
  }
}

module.exports = {Framework, PendingRequest};
