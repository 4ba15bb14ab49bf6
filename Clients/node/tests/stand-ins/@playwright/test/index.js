// A stand-in for Playwright's test runner: fixtures of a worker and of a test, options, and attachments.
'use strict';

const state = {fixtures: {}, tests: [], options: {}};

function test(name, body) {
  state.tests.push({name, body, options: {...state.options}});
}
test.use = (options) => Object.assign(state.options, options);
test.extend = (fixtures) => {
  Object.assign(state.fixtures, fixtures);
  return test;
};

const expect = (found) => ({
  toBe(expected) {
    if (found !== expected) throw new Error(`expected ${expected}, got ${found}`);
  },
});

module.exports = {expect, state, test};
