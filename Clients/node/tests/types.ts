// Uses the types as tests do. `tsc --strict` must accept it, with an error in each line after an expected error.
import {Framework, Server, Situation, TvsimError, WaitTimeout, World, version} from 'tvsim';
import {inWorld as inJest} from 'tvsim/jest';
import {inWorld, matrix, server} from 'tvsim/node';
import {expect, signIn, test as browserTest} from 'tvsim/playwright';
import {TVProviderAccount} from 'tvsim/react-native';
import {inWorld as inVitest} from 'tvsim/vitest';

declare function addressOfTheSignIn(url: string): Promise<string>;
declare const AppleClient: {
  register(url: string, statement: string, framework: Framework): Promise<{signInSilently(): Promise<string | null>}>;
};
declare function test(name: string, body: (context: {name: string}) => Promise<void>): void;
declare const console: {log(text: unknown): void};
declare function jestTest(name: string, body: () => Promise<void>): void;

test('the members', inWorld(async (world: World) => {
  await world.permission.grant('com.example.other');
  await world.permission.set('denied');
  // @ts-expect-error
  await world.permission.set('refused');
  await world.account.signIn('Cablevision', 'alice', {expires: '+30d'});
  await world.clock.advance('31d');
  await world.clock.set(new Date());
  // @ts-expect-error
  await world.clock.advance(31);
  const name: string | undefined = (await world.framework.accountMetadata({forcedLogin: true})).error?.name;
  const request = await world.framework.beginAccessStatus();
  const access: 'granted' | 'denied' | 'restricted' | 'notDetermined' = (await request.answer()).accessStatus;
  const result: number = await world.faults.during('service.sessions', 503, () => 1);
  await world.faults.add('service.authorize', 503, {only: {mvpd: 'Dish'}, delay: '8s', times: 1});
  await world.faults.add('service.authorize', {status: 503, headers: {'Retry-After': 30}, body: 'Busy', contentType: 'a/b'});
  await world.faults.during('service.authorize', {adds: {news: true}, probability: 0.2}, () => 1);
  // @ts-expect-error
  await world.faults.add('service.authorize', 503, {mvpd: 'Dish'});
  const {status, response} = await world.requests.last('/sessions');
  const length: number | undefined = response?.length;
  const failure: string | undefined = (await world.rules({failOn: 'mandatory'})).failure;
  // @ts-expect-error
  await world.rules({failOn: 'all'});
  const summary: string = (await world.server.rules()).summary;
  await world.waive('bearer', 'this test sends no token on purpose');
  await world.outcome('failed', 'a test', {message: 'no', file: 'a.test.ts', line: 3});
  const kind: string = (await world.journal.wait('signIn', {timeout: 1000})).kind;
  const stoppedBy: string | undefined = (await world.explain('logout')).stoppedBy;
  // @ts-expect-error
  await world.explain('login');
  const state: Uint8Array = await world.save();
  const valid: boolean = (await world.saml.validate('', [''], {at: 'now'})).valid;
  await world.provider('Dish', {responsePage: 'blocked'});
  const ended: string = await world.viewer.visit(world.url, 'alice');
  await world.viewer.activate('ABC', undefined, 'erin', {password: 'secret'});
  return [name, access, result, status, length, failure, summary, kind, stoppedBy, state, valid, ended];
}));

for (const situation of matrix({access: 'all', account: ['signedIn']})) {
  const value: string = situation.axes.access;
  test(value, inWorld({situation}, async (world, context: {name: string}) => { await world.statement(context.name); }));
  jestTest(value, inJest({profile: {device: {platform: 'tvOS'}}}, async (world) => { await world.device(); }));
  test(value, inVitest({profile: 'profile.yaml', waive: {bearer: 'on purpose'}}, async (world) => { await world.device(); }));
}

browserTest.use({tvsimProfile: 'profile.yaml', tvsimWaive: {bearer: 'on purpose'}});
namespace browser {
  const test = browserTest;
  test('signs in', async ({tvsim, page}) => {
    await page.goto(await addressOfTheSignIn(tvsim.url));
    await signIn(page, 'alice');
  });
}
browserTest('fixtures', async ({tvsim, tvsimServer}) => {
  expect(await tvsim.permission.get()).toBe(tvsimServer.version);
});

class Account extends TVProviderAccount {
  getStatus(): Promise<string> {
    return this.checkAccess(true);
  }
}

export async function documented(): Promise<void> {
  const server = await Server.start();
  const world = await server.world();
  await world.permission.grant();
  await world.account.signIn('Cablevision', 'alice');
  const client = await AppleClient.register(world.url, await world.statement(), world.framework);
  console.log(await client.signInSilently());
  await server.close();
}

export async function script(): Promise<string> {
  const own = await Server.start({profile: 'profile.yaml'});
  const connected = await Server.connect('http://tvsim:8080', {ports: (port) => port + 1, timeout: 1000});
  const all: Situation[] = await own.situations({access: 'all'});
  const world = await own.world({name: 'mine', situation: all[0]});
  // @ts-expect-error
  new World();
  const account = new Account(world);
  const {provider} = await account.requestAccount({isInterruptionAllowed: true});
  const error: TvsimError = new WaitTimeout('nothing came', {status: 422});
  await connected.close();
  return `${provider} ${error.status} ${await account.getStatus()} ${version} ${(await server()).isOwn}`;
}
