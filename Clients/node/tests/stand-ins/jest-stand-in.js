// Runs a file as jest does, as far as tvsim/jest sees it: global functions, and each function of a test by its length.
'use strict';

const path = require('node:path');

const tests = [];
const hooks = [];
const hooksOfEach = [];
let current;
globalThis.test = (name, body, timeout = 5000) => tests.push({name, body, timeout});
/** A test fails when its time is up, and its function goes on. */
const late = (timeout) => new Promise((_, reject) => setTimeout(() => reject(new Error('Exceeded timeout')), timeout).unref());
globalThis.afterEach = (body) => hooksOfEach.push(body);
globalThis.afterAll = (body) => hooks.push(body);
globalThis.expect = () => { throw new Error('not here'); };
globalThis.expect.getState = () => ({currentTestName: current, testPath: path.resolve(process.argv[2])});

require(path.resolve(process.argv[2]));
(async () => {
  const counts = {pass: 0, fail: 0};
  for (const {name, body, timeout} of tests) {
    current = name;
    // jest waits for a callback if the function takes one.
    if (body.length !== 0) throw new Error(`${name} takes a callback`);
    const errors = [];
    await Promise.race([body(), late(timeout)]).catch((error) => errors.push(error));
    for (const hook of hooksOfEach) await Promise.resolve(hook()).catch((error) => errors.push(error));
    counts[errors.length ? 'fail' : 'pass'] += 1;
    for (const error of errors) console.log(error.stack);
  }
  for (const hook of hooks) await hook();
  console.log(`pass ${counts.pass}\nfail ${counts.fail}`);
  process.exitCode = counts.fail ? 1 : 0;
})();
