// A world for each test, in jest. It works in each runner with the globals of jest.
'use strict';

const {Tests, inWorldOf, matrix} = require('./lib/testing');

const tests = new Tests();
const running = () => {
  const {testPath: file, currentTestName: name = 'test'} = globalThis.expect?.getState?.() ?? {};
  return {file, name};
};
const inWorld = inWorldOf(tests, running);
const server = () => tests.server();

// jest loads this file once for each test file.
if (typeof globalThis.afterEach === 'function') globalThis.afterEach(() => tests.finish(running()));
if (typeof globalThis.afterAll === 'function') globalThis.afterAll(() => tests.close());

module.exports = {inWorld, matrix, server};
