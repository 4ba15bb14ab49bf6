// A world for each test, in vitest.
import {afterAll, expect} from 'vitest';
import testing from './lib/testing.js';

const tests = new testing.Tests();

/** The body of a test that gets an isolated world of its own. */
export const inWorld = testing.inWorldOf(tests, () => expect.getState().currentTestName ?? 'test');
export const {matrix} = testing;
export const server = () => tests.server();

afterAll(() => tests.close());
