// A server: one that this process starts, or one that runs already.
'use strict';

const {readFileSync} = require('node:fs');
const {randomUUID} = require('node:crypto');
const {version: own} = require('../package.json');
const {Endpoint} = require('./http');
const {ServerLost, TvsimError, VersionMismatch, WorldLost} = require('./errors');
const {ServerProcess} = require('./program');
const {Situation} = require('./situations');
const {World} = require('./world');

/** A server of isolated worlds. */
class Server {
  #endpoint;
  #process;
  #profile;
  #ports;

  /** Starts a server, whose worlds are in memory. It ends with this process at the latest. */
  static async start({profile} = {}) {
    const process = await ServerProcess.start(['serve', '--store', 'memory:', '--port', '0']);
    try {
      return await new Server(new Endpoint(process.locator.url), process, profile).#checked();
    } catch (error) {
      await process.stop();
      throw error;
    }
  }

  /** Connects to a running server: that at `url`, else that of `TVSIM_URL`. */
  static async connect(url, {timeout = 30_000, profile, ports} = {}) {
    const address = url ?? process.env.TVSIM_URL;
    if (!address) {
      throw new TvsimError(
        'no server is named', {suggestion: 'set TVSIM_URL, pass an address, or use Server.start()'});
    }
    const server = await new Server(new Endpoint(address, {timeout}), undefined, profile, ports).#checked();
    const name = process.env.TVSIM_SITUATION;
    if (name && address === process.env.TVSIM_URL) {
      // A new world begins as the server's profile says. Only the server's own world is in the situation.
      server.situation = new Situation(name, {state: (await server.#endpoint.send('GET', '/_sim/v1/state')).body});
    }
    return server;
  }

  constructor(endpoint, process, profile, ports) {
    this.#endpoint = endpoint;
    this.#process = process;
    this.#profile = profile;
    this.#ports = ports;
    this.hasWorldPorts = process === undefined ? undefined : true;
  }

  async #checked() {
    this.version = (await this.#endpoint.send('GET', '/_sim/v1/health')).json().version;
    if (this.version !== own) {
      const source = this.isOwn ? `${this.#process.program} is` : `the server at ${this.url} has`;
      throw new VersionMismatch(
        `${source} version ${this.version}, and this npm package has version ${own}`,
        {suggestion: `install tvsim@${this.version} with npm, or the programs of version ${own}`});
    }
    return this;
  }

  get url() {
    return this.#endpoint.url;
  }

  get isOwn() {
    return this.#process !== undefined;
  }

  async world({name = `world-${randomUUID().slice(0, 13)}`, profile, situation = this.situation} = {}) {
    if (!/^[A-Za-z0-9-]{1,64}$/.test(name)) {
      throw new TvsimError(`invalid name '${name}' of a world: expected at most 64 letters, digits and hyphens`);
    }
    if (this.situation !== undefined && (profile !== undefined || situation !== this.situation)) {
      throw new TvsimError(
        `'tvsim exec --matrix' runs these tests in the situation '${this.situation}', and the world '${name}' has a ` +
          'profile or a situation of its own',
        {suggestion: "run the test without 'tvsim exec --matrix', or let it take the world as it is"});
    }
    const path = `/s/${name}`;
    const {timeout} = this.#endpoint;
    const byPath = new Endpoint(this.url + path, {world: name, timeout});
    await this.#refuseExisting(name, byPath);
    const content = profile ?? situation?.profile ?? this.#profile;
    if (content !== undefined) await this.#create(path, name, content);
    const endpoint = new Endpoint(await this.#address(name, path), {world: name, timeout});
    const world = new World(this, endpoint, byPath, name, situation);
    if (situation?.state !== undefined) await world.restore(situation.state);
    if (situation !== undefined) await world.perform(...situation.commands);
    return world;
  }

  async #refuseExisting(name, world) {
    try {
      await world.send('GET', '/_sim/v1/health');
    } catch (error) {
      if (error instanceof WorldLost) return;
      throw error;
    }
    throw new TvsimError(
      `the world '${name}' exists already at ${this.url}`,
      {status: 409, suggestion: `use another name, or remove it with DELETE ${world.url}/_sim/v1/world`});
  }

  async #create(path, name, profile) {
    let source = 'the profile';
    let body = {schema: 1, name, ...profile};
    if (typeof profile === 'string') {
      source = profile;
      try {
        body = readFileSync(profile);
      } catch (error) {
        throw new TvsimError(`the profile '${source}' cannot be read: ${error.message}`);
      }
    }
    try {
      await this.#endpoint.send('PUT', `${path}/_sim/v1/world`, {body});
    } catch (error) {
      if (error instanceof ServerLost) throw error;
      throw new TvsimError(`${source}: ${error.reason}`, {status: error.status, suggestion: error.suggestion});
    }
  }

  /** Creates the world if it is missing, and returns its address. */
  async #address(name, path) {
    if (this.hasWorldPorts === false) {
      await this.#endpoint.send('GET', `${path}/_sim/v1/health`);
      return this.url + path;
    }
    const answer = (await this.#endpoint.send('POST', '/_sim/v1/worlds', {body: {name}})).json();
    const address = new URL(this.url);
    const port = Number(new URL(answer.url).port);
    address.port = String(this.#ports ? this.#ports(port) : port);
    if (this.hasWorldPorts === undefined) {
      try {
        const health = await new Endpoint(address.origin, {timeout: 3000}).send('GET', '/_sim/v1/health');
        this.hasWorldPorts = health.json().world === name;
      } catch {
        this.hasWorldPorts = false;
      }
    }
    return this.hasWorldPorts ? address.origin : this.url + path;
  }

  /** Ends a server of this process. A server that was connected to goes on. */
  async close() {
    await this.#process?.stop();
  }
}

module.exports = {Server};
