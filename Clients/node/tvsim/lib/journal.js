// What the simulator decided, and the requests that it got.
'use strict';

const {seconds} = require('./http');
const {TvsimError, WaitTimeout} = require('./errors');

/** Returns an entry as `tvsim journal show` prints it. */
function line(entry) {
  return `${entry.number}  ${entry.at}  ${entry.room}: ${entry.event}: ${entry.outcome} (${entry.reason})`;
}

/** How many entries a message or a report shows. */
const NEWEST = 25;

/** How many entries are read at once. The server allows 10,000, and sends 100 by default. */
const PAGE = 1000;

/** How many requests the server keeps, of all its worlds together. */
const KEPT = 200;

/** The decisions of the simulator, with their reasons and without secrets. */
class Journal {
  #world;

  constructor(world) {
    this.#world = world;
  }

  async entries(contains, {after = 0} = {}) {
    const entries = [];
    for (;;) {
      const page = await this.#world.send('GET', 'journal', {query: {contains, after, limit: PAGE}});
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

  async text() {
    return (await this.entries()).map((entry) => `${line(entry)}\n`).join('');
  }

  async newest() {
    const lines = (await this.entries()).slice(-NEWEST).map(line);
    return lines.length ? ['The newest entries of the journal:', ...lines].join('\n') : 'The journal is empty.';
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
  constructor(entry, kept) {
    const [method, target] = kept.request.line.split(' ');
    this.number = entry.number;
    this.at = entry.at;
    this.method = method;
    this.target = target;
    this.status = Number(kept.response.line.split(' ')[0]);
    this.outcome = entry.outcome;
    this.reason = entry.reason;
    this.request = new Message(kept.request);
    this.response = new Message(kept.response);
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

  async all(path) {
    const found = [];
    for (const entry of (await this.#entries(path)).slice(-KEPT)) found.push(await this.#exchange(entry));
    return found.filter((each) => each !== undefined);
  }

  async last(path) {
    const entries = await this.#entries(path);
    for (const entry of entries.slice(-KEPT).reverse()) {
      const found = await this.#exchange(entry);
      if (found !== undefined) return found;
    }
    const wanted = path === undefined ? '' : ` with '${path}' in its path`;
    const message = entries.length
      ? `the server no longer keeps a request${wanted}: it keeps the latest ${KEPT} of all its worlds`
      : `no request${wanted} reached the world '${this.#world.name}'`;
    throw new TvsimError(message, {context: await this.#world.journal.newest()});
  }

  async #entries(path) {
    // Each request has one entry whose event is its first line; further entries say what happened inside.
    const requests = (await this.#world.journal.entries()).filter((entry) => /^[A-Z]+ \//.test(entry.event));
    return requests.filter((entry) => path === undefined || entry.event.replace(/^\S+ /, '').includes(path));
  }

  async #exchange(entry) {
    const query = {number: entry.number};
    const {exchange} = await this.#world.send('GET', 'journal/exchange', {query});
    return exchange === null ? undefined : new Exchange(entry, exchange);
  }
}

module.exports = {Exchange, Journal, Message, NEWEST, Requests, line};
