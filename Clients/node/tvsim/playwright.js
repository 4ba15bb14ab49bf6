// Fixtures for Playwright: a server for each worker, and a world for each test.
'use strict';

const {expect, test: base} = require('@playwright/test');
const {FILES} = require('./lib/evidence');
const {messageOf} = require('./lib/report');
const {Tests, fileOf, judge, matrix} = require('./lib/testing');

const TYPES = {
  '.txt': 'text/plain', '.har': 'application/json', '.json': 'application/json', '.html': 'text/html',
};

const test = base.extend({
  tvsimProfile: [undefined, {option: true}],
  tvsimSituation: [undefined, {option: true}],
  tvsimWaive: [undefined, {option: true}],
  tvsimTests: [async ({}, use) => {
    const tests = new Tests();
    await use(tests);
    await tests.close();
  }, {scope: 'worker'}],
  tvsimServer: [async ({tvsimTests}, use) => {
    await use(await tvsimTests.server());
  }, {scope: 'worker'}],
  tvsim: async ({tvsimTests, tvsimProfile, tvsimSituation, tvsimWaive}, use, testInfo) => {
    const [titleFile, ...titles] = testInfo.titlePath;
    const [file, name] = [testInfo.file ?? titleFile, titles.join(' ')];
    const options = {profile: tvsimProfile, situation: tvsimSituation, waive: tvsimWaive};
    const world = await tvsimTests.world({file, name}, options);
    await use(world);
    if (world.isRemoved) return;
    const details = {file: fileOf({file}), line: testInfo.line};
    const hasFailed = testInfo.status !== testInfo.expectedStatus;
    let broken;
    try {
      // A test that is expected to fail is not judged.
      if (testInfo.status === 'passed' && !hasFailed) await judge(world);
    } catch (error) {
      broken = error;
    }
    const message = broken || hasFailed ? messageOf(broken ?? testInfo.error ?? testInfo.status) : undefined;
    await world.outcome(message === undefined ? 'passed' : 'failed', name, {...details, message});
    if (message !== undefined) await attach(world, testInfo);
    await world.remove();
    if (broken) throw broken;
  },
});

/** Attaches the evidence to the report: what one reads first, and the files. */
async function attach(world, testInfo) {
  const evidence = await world.evidence();
  await testInfo.attach('tvsim', {body: evidence.text(), contentType: 'text/plain'});
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
