// Runs a file as jest does, as far as tvsim/jest sees it: global functions, and each function of a test by its length.
'use strict';

const tests = [];
const hooks = [];
let current;
globalThis.test = (name, body) => tests.push({name, body});
globalThis.afterAll = (body) => hooks.push(body);
globalThis.expect = () => { throw new Error('not here'); };
globalThis.expect.getState = () => ({currentTestName: current});

require(require('node:path').resolve(process.argv[2]));
(async () => {
  const counts = {pass: 0, fail: 0};
  for (const {name, body} of tests) {
    current = name;
    // jest waits for a callback if the function takes one.
    if (body.length !== 0) throw new Error(`${name} takes a callback`);
    try {
      await body();
      counts.pass += 1;
    } catch (error) {
      counts.fail += 1;
      console.log(error.stack);
    }
  }
  for (const hook of hooks) await hook();
  console.log(`pass ${counts.pass}\nfail ${counts.fail}`);
  process.exitCode = counts.fail ? 1 : 0;
})();
