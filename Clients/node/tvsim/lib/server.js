// A server: one that this process starts, or one that runs already.
'use strict';

const {readFileSync} = require('node:fs');
const {randomUUID} = require('node:crypto');
const {Endpoint} = require('./http');
const {TvsimError, VersionMismatch} = require('./errors');
const {ServerProcess} = require('./program');
const {Situation} = require('./situations');
const own = require('./version');
const {World} = require('./world');

/** A server of isolated worlds. */
class Server {
  #endpoint;
  #process;
  #profile;
  #ports;

  /** Starts a server, whose worlds are in memory. It ends with this process at the latest. */
  static async start({profile, tls = false} = {}) {
    const process = await ServerProcess.start(
      ['serve', '--store', 'memory:', '--port', '0', ...(tls ? ['--tls'] : [])]);
    try {
      const {url, certificateAuthority: authority} = process.locator;
      return await new Server(new Endpoint(url, {authority}), process, profile).#checked();
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
    // The server of the run leads each new world into it.
    if (name && address === process.env.TVSIM_URL) server.situation = new Situation(name);
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
    const {version, build = 'unknown'} = (await this.#endpoint.send('GET', '/_sim/v1/health')).json();
    Object.assign(this, {version, build});
    const source = this.isOwn ? `${this.#process.program} is` : `the server at ${this.url} has`;
    if (version !== own.version) {
      throw new VersionMismatch(
        `${source} version ${version}, and this npm package has version ${own.version}`,
        {suggestion: `install tvsim@${version} with npm, or the programs of version ${own.version}`});
    }
    if (build !== own.build && ![build, own.build].includes('unknown')) {
      process.emitWarning(
        `${source} build ${build}, and this npm package has build ${own.build}: install both from one release`,
        'TvsimWarning');
    }
    return this;
  }

  get url() {
    return this.#endpoint.url;
  }

  get certificateAuthority() {
    return this.url.startsWith('https:') ? this.#endpoint.authority : undefined;
  }

  get isOwn() {
    return this.#process !== undefined;
  }

  async world({name = `world-${randomUUID().slice(0, 13)}`, profile, situation} = {}) {
    if (!/^[A-Za-z0-9-]{1,64}$/.test(name)) {
      throw new TvsimError(`invalid name '${name}' of a world: expected at most 64 letters, digits and hyphens`);
    }
    if (this.situation !== undefined && (profile !== undefined || situation !== undefined)) {
      throw new TvsimError(
        `'tvsim exec --matrix' runs these tests in the situation '${this.situation}', and the world '${name}' has a ` +
          'profile or a situation of its own',
        {suggestion: "run the test without 'tvsim exec --matrix', or let it take the world as it is"});
    }
    const entered = typeof situation === 'string' ? new Situation(situation) : situation;
    const beginning = profile ?? entered?.profile ?? (this.situation === undefined ? this.#profile : undefined);
    const body = {name, ifExists: 'fail', situation: entered?.name};
    if (beginning !== undefined) body.profile = content(beginning);
    const {url} = await this.#asked('POST', '/_sim/v1/worlds', body, beginning);
    const {timeout} = this.#endpoint;
    const endpoint = new Endpoint(await this.#address(url, name), {world: name, timeout, server: this.#endpoint});
    return new World(this, endpoint, name, entered ?? this.situation);
  }

  async situations(axes, profile) {
    const query = Object.fromEntries(Object.entries(axes).map(([name, values]) => [name, String(values)]));
    const found = (await this.#endpoint.send('GET', '/_sim/v1/situations', {query})).json();
    return found.situations.map(({name}) => new Situation(name, profile));
  }

  async situationsOf(profile) {
    const found = await this.#asked('POST', '/_sim/v1/situations', content(profile), profile);
    return found.situations.map(({name}) => new Situation(name, profile));
  }

  async rules({failOn} = {}) {
    return (await this.#endpoint.send('GET', '/_sim/v1/worlds/rules', {query: {failOn}})).json();
  }

  /** Sends a request with a profile. An error names the file, which the server does not know. */
  async #asked(method, path, body, profile) {
    try {
      return (await this.#endpoint.send(method, path, {body})).json();
    } catch (error) {
      if (!(error instanceof TvsimError) || !error.reason.startsWith('profile:')) throw error;
      const source = typeof profile === 'string' ? profile : 'the profile';
      const {status, suggestion} = error;
      throw new TvsimError(error.reason.replace('profile', () => source), {status, suggestion});
    }
  }

  /** Returns the address of a world as it can be reached from here. */
  async #address(url, name) {
    const address = new URL(url);
    if (address.pathname !== '/') {
      this.hasWorldPorts = false;
      return url;
    }
    if (this.#ports) address.port = String(this.#ports(Number(address.port)));
    if (this.hasWorldPorts === undefined) {
      // The port of a world may not be published, for example by a container.
      try {
        const probe = new Endpoint(address.origin, {timeout: 3000, authority: this.#endpoint.authority});
        const health = await probe.send('GET', '/_sim/v1/health');
        this.hasWorldPorts = health.json().world === name;
      } catch {
        this.hasWorldPorts = false;
      }
    }
    return this.hasWorldPorts ? address.origin : `${this.url}/s/${name}`;
  }

  /** Ends a server of this process. A server that was connected to goes on. */
  async close() {
    await this.#process?.stop();
  }
}

/** Returns a profile as the server takes it: an object, or the text of a file. */
function content(profile) {
  if (typeof profile !== 'string') return {schema: 1, name: 'profile', ...profile};
  try {
    return readFileSync(profile, 'utf8');
  } catch (error) {
    throw new TvsimError(`the profile '${profile}' cannot be read: ${error.message}`);
  }
}

module.exports = {Server};
