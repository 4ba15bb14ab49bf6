// A world for each test, in the test runner of Node.js.
'use strict';

const {after} = require('node:test');
const {Tests, inWorldOf, matrix} = require('./lib/testing');

const tests = new Tests();
const inWorld = inWorldOf(tests, (context) => ({
  // Each file is a process of its own, unless the runner says which file it runs.
  file: context?.filePath ?? process.argv[1], name: context?.fullName ?? context?.name ?? 'test', context,
}));
const server = () => tests.server();

// The server of a process ends with it. Only the line about the rules needs a hook.
if (process.env.TVSIM_RULES) after(() => tests.close());

module.exports = {inWorld, matrix, server};
