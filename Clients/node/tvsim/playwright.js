// Fixtures for Playwright: a server for each worker, and a world for each test.
'use strict';

const {expect, test: base} = require('@playwright/test');
const {Tests, end, matrix} = require('./lib/testing');
const {Evidence, FILES} = require('./lib/evidence');

const TYPES = {
  '.txt': 'text/plain', '.har': 'application/json', '.json': 'application/json', '.html': 'text/html',
};

const test = base.extend({
  tvsimProfile: [undefined, {option: true}],
  tvsimSituation: [undefined, {option: true}],
  tvsimTests: [async ({}, use) => {
    const tests = new Tests();
    await use(tests);
    await tests.close();
  }, {scope: 'worker'}],
  tvsimServer: [async ({tvsimTests}, use) => {
    await use(await tvsimTests.server());
  }, {scope: 'worker'}],
  tvsim: async ({tvsimTests, tvsimProfile, tvsimSituation}, use, testInfo) => {
    const [file, ...titles] = testInfo.titlePath;
    const name = titles.join(' ');
    const world = await tvsimTests.world({file: testInfo.file ?? file, name}, {profile: tvsimProfile, situation: tvsimSituation});
    await use(world);
    if (world.isRemoved) return;
    const hasFailed = testInfo.status !== testInfo.expectedStatus;
    if (hasFailed) await attach(world, testInfo);
    await end(world, hasFailed ? 'failed' : 'passed', name);
  },
});

/** Attaches the evidence to the report: what one reads first, and the files. */
async function attach(world, testInfo) {
  const evidence = await Evidence.of(world);
  const text = evidence.sections().map(([title, section]) => `--- ${title} ---\n${section}\n`).join('\n');
  await testInfo.attach('tvsim', {body: text, contentType: 'text/plain'});
  const folder = evidence.write(testInfo.outputPath('tvsim'));
  for (const name of FILES.filter((each) => each in evidence.files)) {
    const contentType = TYPES[name.slice(name.lastIndexOf('.'))];
    await testInfo.attach(`tvsim ${name}`, {path: `${folder}/${name}`, contentType});
  }
}

/** Signs in on a page that shows the sign-in page of a TV provider, by its documented labels. */
async function signIn(page, username, password = 'secret') {
  await page.getByLabel('Name', {exact: true}).fill(username);
  await page.getByLabel('Password', {exact: true}).fill(password);
  await page.getByRole('button', {name: 'Sign in', exact: true}).click();
}

module.exports = {expect, matrix, signIn, test};
