// The situations of the single sign-on cookbook: combinations of permission, account, platform and so on.
// The program `tvsim` knows the axes, which combinations can exist, and the steps that lead into each one.
'use strict';

const {mkdtempSync, readFileSync, rmSync} = require('node:fs');
const {cpus, tmpdir} = require('node:os');
const path = require('node:path');
const {outputOf} = require('./program');
const {TvsimError} = require('./errors');

/** A situation, such as `access=denied/account=signedOut`: `situation.axes.access` is `'denied'`. */
class Situation {
  constructor(name, {profile, commands = [], state} = {}) {
    this.name = name;
    this.axes = Object.fromEntries(
      name.split('/').filter((part) => part.includes('=')).map((part) => part.split(/=(.*)/).slice(0, 2)));
    // What leads into it is not part of what a test runner prints of a case.
    for (const [key, value] of Object.entries({profile, commands, state})) {
      Object.defineProperty(this, key, {value, enumerable: false});
    }
  }

  toString() {
    return this.name;
  }
}

/** Returns each combination of the values of some axes that can exist. `'all'` stands for all values of an axis. */
function situations(axes, profile = {}) {
  const {flow, ...given} = profile;
  const world = {schema: 1, name: 'situations', ...given};
  const output = outputOf(['run', '-', '--format', 'json'], {input: JSON.stringify({...world, matrix: axes})});
  return output.split('\n').filter(Boolean).map((each) => entered(JSON.parse(each), world));
}

function entered(run, profile) {
  const name = run.profile.split(' [').pop().replace(/\]$/, '');
  const commands = run.steps.map(({call, arguments: values, requests}) => {
    if (requests.length || call === 'relaunch' || call === 'setRequestor') {
      throw new TvsimError(
        `the situation '${name}' needs an app with the SDK, which a client over HTTP is not`,
        {suggestion: "leave out the axes 'token', 'start' and 'accessBefore', or name the file of a profile"});
    }
    return values.length ? {[call]: values[0]} : call;
  });
  return new Situation(name, {profile, commands});
}

// Saves the state of the device of one situation. `tvsim exec --matrix` runs it in each.
const SAVE = `
const {TVSIM_ADMIN_URL, TVSIM_SITUATION} = process.env;
require('node:http').get(TVSIM_ADMIN_URL + '/state', (response) => {
  if (response.statusCode !== 200) process.exit(1);
  response.pipe(require('node:fs').createWriteStream(process.argv[1] + '/' + TVSIM_SITUATION.replaceAll('/', ',')));
});
`;

/** Returns the situations of the `matrix` of a profile, each with the state of its world. */
function situationsOf(profile) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tvsim-'));
  try {
    const jobs = String(Math.min(cpus().length, 8));
    const output = outputOf(
      ['exec', '--matrix', profile, '--jobs', jobs, '--', process.execPath, '-e', SAVE, folder],
      {adding: {TVSIM_HOME: path.join(folder, 'home')}});
    const names = output.split('\n').filter((each) => each.startsWith('PASS')).map((each) => each.slice(4).trim());
    return names.map((name) => {
      const state = readFileSync(path.join(folder, name.replaceAll('/', ',')));
      return new Situation(name, {state});
    });
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

module.exports = {Situation, situations, situationsOf};
