// An isolated world: a device, TV providers and an entitlement service.
'use strict';

const {Account, Clock, Faults, PERFORMED, Permission, Viewer} = require('./device');
const {Browser} = require('./browser');
const {Evidence, unpacked} = require('./evidence');
const {Framework} = require('./framework');
const {Journal, Requests} = require('./journal');
const {SAML} = require('./saml');
const {given} = require('./http');

/** An isolated world. Members of objects that are passed on, such as `{singleSignOn: false}`, are those of the admin API. */
class World {
  #endpoint;

  constructor(server, endpoint, name, situation) {
    this.#endpoint = endpoint;
    this.server = server;
    this.name = name;
    this.url = endpoint.url;
    // The journal has each arrival at this page.
    this.landing = `${endpoint.url}/_sim/landing`;
    this.situation = situation;
    this.isRemoved = false;
    this.permission = new Permission(this);
    this.account = new Account(this);
    this.viewer = new Viewer(this, endpoint, () => new Browser(this.url, endpoint.timeout, endpoint.authority));
    this.clock = new Clock(this);
    this.faults = new Faults(this);
    this.journal = new Journal(this, endpoint);
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
      Object.assign(changed, (await this[PERFORMED](body)).changed);
    }
    return changed;
  }

  async [PERFORMED](body) {
    const headers = {Prefer: 'return=representation'};
    const answer = await this.#endpoint.send('POST', '/_sim/v1/commands', {body, headers});
    return answer.body.length ? answer.json() : {};
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

  rules({failOn} = {}) {
    return this.send('GET', 'rules', {query: {failOn}});
  }

  async waive(rule, reason) {
    await this.perform({mark: {event: 'waived', rule, reason}});
  }

  async outcome(status, test, {message, file, line} = {}) {
    await this.send('PUT', 'world/outcome', {body: given({status, test, message, file, line})});
  }

  async evidence() {
    const {body} = await this.#endpoint.send('GET', `/_sim/v1/worlds/${this.name}/evidence`);
    return new Evidence(this.name, this.url, unpacked(body));
  }

  async remove() {
    await this.send('DELETE', 'world');
    this.isRemoved = true;
  }
}

module.exports = {World};
