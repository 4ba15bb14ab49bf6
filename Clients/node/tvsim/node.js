// A world for each test, in the test runner of Node.js.
'use strict';

const {Tests, inWorldOf, matrix} = require('./lib/testing');

const tests = new Tests();
const inWorld = inWorldOf(tests, (context) => context?.fullName ?? context?.name ?? 'test');
const server = () => tests.server();

module.exports = {inWorld, matrix, server};
