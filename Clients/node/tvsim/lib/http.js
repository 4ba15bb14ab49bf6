// HTTP to a server, without proxies. The functions are taken when this file is loaded, before a test replaces them.
'use strict';

const {readFileSync} = require('node:fs');
const {request: plainRequest} = require('node:http');
const {request: secureRequest} = require('node:https');
const {ServerLost, TvsimError, WorldLost} = require('./errors');

const LOST = 'use a world only before remove(), and only inside its test';

/** Sends a request on a connection of its own, and resolves with the response when its headers have arrived. */
function open(url, {method = 'GET', headers = {}, body, timeout, authority}) {
  return new Promise((resolve, reject) => {
    const options = {method, headers, agent: false, timeout, ...(authority ? {ca: readFileSync(authority)} : {})};
    const sent = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, options, resolve);
    sent.on('timeout', () => sent.destroy(new Error(`no answer in ${timeout / 1000} s`)));
    sent.on('error', reject);
    sent.end(body);
  });
}

async function bodyOf(response) {
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A response of the server. */
class Answer {
  constructor(status, headers, body) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  json() {
    return JSON.parse(this.body.toString());
  }
}

/** The address of a server or of one of its worlds. */
class Endpoint {
  #server;

  constructor(url, {world, timeout = 30_000, server, authority} = {}) {
    let parts;
    try {
      parts = new URL(url);
    } catch {
      parts = undefined;
    }
    if (!parts || !/^https?:$/.test(parts.protocol) || !parts.hostname) {
      throw new TvsimError(`invalid address '${url}' of the server`, {suggestion: 'write it as http://HOST:PORT'});
    }
    this.url = url.replace(/\/+$/, '');
    this.world = world;
    this.timeout = timeout;
    // The file of the authority that a connection trusts; `tvsim exec --tls` names it.
    this.authority = authority ?? (server === undefined ? process.env.TVSIM_CA : server.authority);
    this.#server = server;
  }

  /** Sends a request, and throws if the status is not 2xx. `wait` is how long the server may wait, in milliseconds. */
  async send(method, path, {body, query, headers, wait = 0} = {}) {
    const response = await this.open(method, path, {body, query, headers, wait});
    let answer;
    try {
      answer = new Answer(response.statusCode, response.headers, await bodyOf(response));
    } catch (error) {
      throw await this.lost(method, path, error);
    }
    if (answer.status < 200 || answer.status > 299) throw this.refused(method, path, answer);
    return answer;
  }

  /** Yields the names of server-sent events until the server ends the stream. */
  async *events(path, {query, wait}) {
    const response = await this.open('GET', path, {query, wait});
    try {
      if (response.statusCode !== 200) {
        throw this.refused('GET', path, new Answer(response.statusCode, response.headers, await bodyOf(response)));
      }
      let rest = '';
      for await (const chunk of response) {
        const lines = (rest + chunk.toString()).split('\n');
        rest = lines.pop();
        for (const line of lines) if (line.startsWith('event:')) yield line.slice(6).trim();
      }
    } catch (error) {
      throw error instanceof TvsimError ? error : await this.lost('GET', path, error);
    } finally {
      response.destroy();
    }
  }

  async open(method, path, {body, query, headers, wait = 0}) {
    const url = new URL(this.url + path);
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined && value !== null) url.searchParams.set(name, value);
    }
    // Without If-Match the server creates a missing world, and the test would go on in another one than before.
    const fields = {...headers, ...(this.world === undefined ? {} : {'If-Match': '*'})};
    if (process.env.TVSIM_ADMIN_TOKEN) fields['Tvsim-Admin-Token'] = process.env.TVSIM_ADMIN_TOKEN;
    // A test runner may give its tests another Uint8Array than Node.js, so `instanceof` would not find it.
    const data = body === undefined || ArrayBuffer.isView(body) ? body : JSON.stringify(body);
    try {
      return await open(
        url, {method, headers: fields, body: data, timeout: this.timeout + wait, authority: this.authority});
    } catch (error) {
      throw await this.lost(method, path, error);
    }
  }

  async lost(method, path, error) {
    if (this.#server !== undefined && ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(error.code)) {
      // The port of a world closes with it. If the server has ended too, this throws that.
      await this.#server.send('GET', '/_sim/v1/health');
      return new WorldLost(
        `unknown world '${this.world}': it was removed (${method} ${this.url}${path})`, {suggestion: LOST});
    }
    const why = error.message || error.code || error.name;
    return new ServerLost(
      `the server at ${this.url} did not answer ${method} ${path}: ${why}`,
      {suggestion: 'check that it runs and can be reached from here'});
  }

  refused(method, path, answer) {
    let error;
    try {
      error = answer.json().error;
    } catch {
      error = undefined;
    }
    const message = error?.message ?? `${method} ${this.url}${path} was answered with status ${answer.status}`;
    const suggestion = error?.suggestion;
    if ((answer.status === 412 || answer.status === 421) && this.world !== undefined) {
      return new WorldLost(
        `${message} (${method} ${this.url}${path})`, {status: answer.status, suggestion: suggestion ?? LOST});
    }
    return new TvsimError(message, {status: answer.status, suggestion});
  }
}

/** Returns a timeout in milliseconds as the whole seconds that the server expects. */
function seconds(timeout) {
  return Math.max(1, Math.ceil(timeout / 1000));
}

/** Returns an object without the members that are undefined or null. */
function given(members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));
}

module.exports = {Endpoint, bodyOf, given, open, seconds};
