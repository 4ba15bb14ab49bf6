// An isolated world: a device, TV providers and an entitlement service.
'use strict';

const {Account, Clock, Faults, Permission, Viewer} = require('./device');
const {Browser} = require('./browser');
const {Evidence} = require('./evidence');
const {Framework} = require('./framework');
const {Journal, Requests} = require('./journal');
const {SAML} = require('./saml');
const {given} = require('./http');

/** An isolated world. Members of objects that are passed on, such as `{singleSignOn: false}`, are those of the admin API. */
class World {
  #endpoint;
  #byPath;

  constructor(server, endpoint, byPath, name, situation) {
    this.#endpoint = endpoint;
    this.#byPath = byPath;
    this.server = server;
    this.name = name;
    this.url = endpoint.url;
    this.situation = situation;
    this.isRemoved = false;
    this.permission = new Permission(this);
    this.account = new Account(this);
    this.viewer = new Viewer(this, endpoint, () => new Browser(this.url, endpoint.timeout));
    this.clock = new Clock(this);
    this.faults = new Faults(this);
    this.journal = new Journal(this);
    this.requests = new Requests(this);
    this.framework = new Framework(this, endpoint);
    this.saml = new SAML(this);
  }

  async send(method, path, {body, query, wait} = {}) {
    const answer = await this.#endpoint.send(method, `/_sim/v1/${path}`, {body, query, wait});
    return answer.body.length ? answer.json() : undefined;
  }

  async perform(...commands) {
    const changed = {};
    for (const body of commands) {
      const headers = {Prefer: 'return=representation'};
      const answer = await this.#endpoint.send('POST', '/_sim/v1/commands', {body, headers});
      if (answer.body.length) Object.assign(changed, answer.json().changed);
    }
    return changed;
  }

  async statement(app, {requestors, expires} = {}) {
    return (await this.send('GET', 'statement', {query: {bundleID: app, requestors, expires}})).statement;
  }

  device() {
    return this.send('GET', 'device');
  }

  async provider(id, changes) {
    await this.perform({provider: {id, set: changes}});
  }

  async integration(mvpd, {requestor, ...changes}) {
    await this.perform({integration: given({mvpd, requestor, set: changes})});
  }

  async settings(changes) {
    await this.perform({settings: changes});
  }

  explain(call = 'setRequestor') {
    return this.send('GET', 'explain', {query: {call}});
  }

  verifyToken(token, resource, {requestor} = {}) {
    return this.send('POST', 'token/verify', {body: given({token, resource, requestor})});
  }

  async save() {
    return (await this.#endpoint.send('GET', '/_sim/v1/state')).body;
  }

  async restore(state) {
    await this.#endpoint.send('PUT', '/_sim/v1/state', {body: state});
  }

  evidence() {
    return Evidence.of(this);
  }

  async remove() {
    // The path, not the port: a removed world's port would create it again.
    await this.#byPath.send('DELETE', '/_sim/v1/world');
    this.isRemoved = true;
  }
}

module.exports = {World};
