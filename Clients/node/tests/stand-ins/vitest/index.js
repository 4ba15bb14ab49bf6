// A stand-in for vitest: the functions that tvsim/vitest and its test import.
const state = globalThis.vitestStandIn ??= {tests: [], hooks: [], current: undefined};
export const test = (name, body) => state.tests.push({name, body});
export const afterAll = (body) => state.hooks.push(body);
export const expect = () => { throw new Error('not here'); };
expect.getState = () => ({currentTestName: state.current});
