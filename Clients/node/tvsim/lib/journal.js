// What the simulator decided, and the requests that it got.
'use strict';

const {seconds} = require('./http');
const {TvsimError, WaitTimeout} = require('./errors');

/** How many entries a message shows. */
const NEWEST = 25;

/** How many entries are read at once. The server sends 100 by default. */
const PAGE = 1000;

/** The most that the server sends at once. */
const MOST = 10_000;

/** The decisions of the simulator, with their reasons and without secrets. */
class Journal {
  #world;
  #endpoint;

  constructor(world, endpoint) {
    this.#world = world;
    this.#endpoint = endpoint;
  }

  async entries(contains, {after = 0, kind} = {}) {
    const entries = [];
    for (;;) {
      const page = await this.#world.send('GET', 'journal', {query: {contains, kind, after, limit: PAGE}});
      entries.push(...page.entries);
      if (page.count <= page.entries.length) return entries;
      after = page.last;
    }
  }

  async wait(contains, {timeout = 10_000, after = 0} = {}) {
    const query = {contains, after, timeout: `${seconds(timeout)}s`};
    // The server waits, so a test may replace the timers of JavaScript.
    const {entries} = await this.#world.send('GET', 'journal/wait', {wait: timeout, query});
    if (entries.length === 0) {
      throw new WaitTimeout(
        `no entry of the journal contained '${contains}' in ${seconds(timeout)} s`, {context: await this.newest()});
    }
    return entries[0];
  }

  text() {
    return this.#text(MOST);
  }

  async newest() {
    const lines = await this.#text(NEWEST);
    return lines ? `The newest entries of the journal:\n${lines.trimEnd()}` : 'The journal is empty.';
  }

  async #text(last) {
    const answer = await this.#endpoint.send('GET', '/_sim/v1/journal/text', {query: {last, limit: last}});
    return answer.body.toString();
  }

  async clear() {
    await this.#world.send('DELETE', 'journal');
  }
}

/** A request or a response. Secrets are replaced. */
class Message {
  constructor(kept) {
    this.headers = Object.fromEntries(kept.headers.map((field) => [field.name, field.value]));
    this.body = kept.body;
    this.length = kept.length;
  }

  json() {
    if (this.body === undefined) throw new TvsimError('the message has no body that the simulator keeps');
    return JSON.parse(this.body);
  }
}

/** A request that reached the world, with its response. */
class Exchange {
  constructor({number, at, elapsed, outcome, reason, messages}) {
    this.number = number;
    this.at = at;
    this.elapsed = elapsed;
    this.method = messages.method;
    this.target = messages.target;
    this.status = messages.status;
    this.outcome = outcome;
    this.reason = reason;
    this.request = new Message(messages.request);
    this.response = messages.response && new Message(messages.response);
  }

  get path() {
    return this.target.split('?')[0];
  }

  toString() {
    return `${this.method} ${this.path} -> ${this.outcome} (${this.reason})`;
  }
}

/** The requests that reached the world. The server keeps the latest 200 of all its worlds. */
class Requests {
  #world;

  constructor(world) {
    this.#world = world;
  }

  all(path) {
    return this.#kept({path, limit: MOST});
  }

  async last(path) {
    const [found] = await this.#kept({path, last: 1});
    if (found !== undefined) return found;
    const wanted = path === undefined ? '' : ` with '${path}' in its path`;
    const {count} = await this.#world.send('GET', 'requests', {query: {path, limit: 0}});
    const message = count
      ? `the server no longer keeps a request${wanted}: it keeps the latest 200 of all its worlds`
      : `no request${wanted} reached the world '${this.#world.name}'`;
    throw new TvsimError(message, {context: await this.#world.journal.newest()});
  }

  async #kept(query) {
    const {requests} = await this.#world.send('GET', 'requests', {query: {...query, messages: true}});
    return requests.map((each) => new Exchange(each));
  }
}

module.exports = {Exchange, Journal, Message, Requests};
