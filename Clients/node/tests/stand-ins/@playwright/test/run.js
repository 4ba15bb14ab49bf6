'use strict';

const {mkdtempSync} = require('node:fs');
const path = require('node:path');
const {state} = require('./index.js');

/** Playwright reads the names of the fixtures that a function needs from its first parameter, as this does. */
function needs(body) {
  const [, names] = body.toString().match(/^async \(\{([^}]*)\}/);
  return names.split(',').map((name) => name.trim()).filter(Boolean);
}

/** Sets up a fixture in a scope, after those that it needs, and notes how it ends. */
async function setUp(name, scopes, testInfo) {
  const given = state.fixtures[name];
  const [body, {scope = 'test', option = false} = {}] = Array.isArray(given) ? given : [given];
  const place = scopes[scope];
  if (name in place.values) return place.values[name];
  if (option) return testInfo.options[name] ?? body;
  const values = {};
  for (const each of needs(body)) values[each] = await setUp(each, scopes, testInfo);
  place.values[name] = await new Promise((resolve, reject) => {
    let end;
    const ended = body(values, (value) => {
      resolve(value);
      return new Promise((next) => { end = next; });
    }, testInfo);
    ended.catch(reject);
    place.ends.unshift(async () => { end(); await ended; });
  });
  return place.values[name];
}

function locator(name) {
  return {fill: async (value) => page.done.push(`${name}=${value}`), click: async () => page.done.push(name)};
}
const page = {done: [], getByLabel: locator, getByRole: (role, {name}) => locator(name)};

require(path.resolve(process.argv[2]));
(async () => {
  const worker = {values: {}, ends: []};
  for (const {name, body, options} of state.tests) {
    const attached = [];
    const place = {values: {page}, ends: []};
    const output = mkdtempSync(path.join(process.cwd(), 'output-'));
    const testInfo = {
      options, titlePath: ['case.js', name], status: 'passed', expectedStatus: 'passed',
      file: path.resolve(process.argv[2]), line: 1, outputPath: (file) => path.join(output, file),
      attach: async (title, {body: text}) => { attached.push(title); if (text) console.log(text); },
    };
    const values = {};
    for (const each of needs(body)) {
      values[each] = each === 'page' ? page : await setUp(each, {test: place, worker}, testInfo);
    }
    try {
      await body(values);
    } catch (error) {
      testInfo.status = 'failed';
      testInfo.error = error;
      console.log(`fail: ${name}: ${error.message}`);
    }
    for (const end of place.ends) {
      await end().catch((error) => {
        testInfo.status = 'failed';
        console.log(`fail: ${name}: ${error.message}`);
      });
    }
    if (testInfo.status === 'passed') console.log(`pass: ${name}`);
    console.log(`attached to ${name}: ${attached.join(', ')}`);
  }
  for (const end of worker.ends) await end();
  console.log(`page: ${page.done.join(' ')}`);
})();
