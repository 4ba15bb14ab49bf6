// The program `tvsim` of this machine.
'use strict';

const {accessSync, constants, statSync} = require('node:fs');
const {spawn} = require('node:child_process');
const path = require('node:path');
const {ProgramMissing, ServerLost} = require('./errors');

const PACKAGE = `@tvsim/${process.platform}-${process.arch}`;
const HELP =
  `install ${PACKAGE} (Linux with glibc 2.34 or newer, x64 or arm64; npm leaves it out with --omit=optional), name the ` +
  'program in TVSIM_PROGRAM, or name a running server in TVSIM_URL, such as the container: ' +
  'podman run --rm --publish 127.0.0.1:8080:8080 tvsim';

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Returns the path of `tvsim`: that in TVSIM_PROGRAM, of the package of this platform, or in PATH. */
function findProgram() {
  const named = process.env.TVSIM_PROGRAM;
  if (named) {
    if (!isProgram(named)) {
      throw new ProgramMissing(`TVSIM_PROGRAM names '${named}', which is not a program`, {suggestion: HELP});
    }
    return path.resolve(named);
  }
  try {
    const file = path.join(path.dirname(require.resolve(`${PACKAGE}/package.json`)), 'bin', 'tvsim');
    if (isProgram(file)) return file;
  } catch {
    // The package is not installed.
  }
  // npm puts a link to the program of this package into PATH, which would find itself.
  const own = path.join('node_modules', '.bin');
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    if (folder && !folder.endsWith(own) && isProgram(path.join(folder, 'tvsim'))) return path.join(folder, 'tvsim');
  }
  throw new ProgramMissing(`the package ${PACKAGE} with the program 'tvsim' is not installed`, {suggestion: HELP});
}

/** Returns the environment of a program that must not use a device or a server of the user. */
function environment() {
  const own = ['TVSIM_STARTED_BY', 'TVSIM_DEVICE', 'TVSIM_STORE', 'TVSIM_URL', 'TVSIM_ADMIN_URL', 'TVSIM_SITUATION'];
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.includes(name)));
}

/** How long a server has for its last responses, in milliseconds. */
const PATIENCE = 10_000;

/** A server that ends with this process, also if this process is killed. */
class ServerProcess {
  static async start(given) {
    const program = findProgram();
    // A session of its own keeps Ctrl-C from the server, so that the evidence of an interrupted test can still be read.
    const options = {stdio: 'pipe', env: {...environment(), TVSIM_STARTED_BY: String(process.pid)}, detached: true};
    const child = spawn(program, [...given, '--until-stdin-closes'], options);
    let said = '';
    child.stderr.on('data', (chunk) => { said = (said + chunk).slice(-4000); });
    const ended = new Promise((resolve, reject) => {
      child.on('close', (status) => resolve(status));
      child.on('error', (error) => reject(new ProgramMissing(
        `${program} cannot be started: ${error.message}`, {suggestion: HELP})));
    });
    const first = new Promise((resolve) => {
      let text = '';
      child.stdout.on('data', (chunk) => {
        text += chunk;
        if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
      });
      child.stdout.on('end', () => resolve(undefined));
    });
    const line = await Promise.race([first, ended.then(() => undefined)]);
    if (line === undefined) {
      child.stdin.end();
      const status = await ended;
      const why = said.trim() || 'it said nothing';
      throw new ServerLost(`${program} ${given.join(' ')} ended with exit status ${status}: ${why}`);
    }
    // A server that was not closed does not keep the process of the tests alive.
    for (const each of [child, child.stdin, child.stdout, child.stderr]) each.unref();
    return new ServerProcess(program, JSON.parse(line), child, ended);
  }

  constructor(program, locator, child, ended) {
    this.program = program;
    this.locator = locator;
    this.child = child;
    this.ended = ended;
  }

  /** Ends the server and waits for its end. A second call does nothing. */
  async stop() {
    this.child.ref();
    this.child.stdin.end();
    // Another process may hold the other end of standard input, so the server is asked too, and then ended.
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), PATIENCE);
    await this.ended;
    clearTimeout(timer);
  }
}

module.exports = {ServerProcess, environment, findProgram};
