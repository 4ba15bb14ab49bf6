// A world for each test, in vitest.
import {afterAll, afterEach, expect} from 'vitest';
import testing from './lib/testing.js';

const tests = new testing.Tests();

const running = () => {
  const {testPath: file, currentTestName: name = 'test'} = expect.getState();
  return {file, name};
};

/** The body of a test that gets an isolated world of its own. */
export const inWorld = testing.inWorldOf(tests, running);
export const {matrix} = testing;
export const server = () => tests.server();

afterEach(() => tests.finish(running()));
afterAll(() => tests.close());
