// A stand-in for vitest: the functions that tvsim/vitest and its test import.
import path from 'node:path';

const state = globalThis.vitestStandIn ??= {tests: [], hooks: [], hooksOfEach: [], current: undefined};
export const test = (name, body) => state.tests.push({name, body});
export const afterEach = (body) => state.hooksOfEach.push(body);
export const afterAll = (body) => state.hooks.push(body);
export const expect = () => { throw new Error('not here'); };
expect.getState = () => ({currentTestName: state.current, testPath: path.resolve(process.argv[2])});
