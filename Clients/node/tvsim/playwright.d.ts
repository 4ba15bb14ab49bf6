// Fixtures for Playwright: a server for each worker, and a world for each test.
import type {
  Page, PlaywrightTestArgs, PlaywrightTestOptions, PlaywrightWorkerArgs, PlaywrightWorkerOptions, TestType,
} from '@playwright/test';
import {Profile, Server, Situation, World} from './index';
import {Waivers} from './testing';

export {expect} from '@playwright/test';
export {matrix} from './testing';

/** What a test gets, and what `test.use` may set. */
export interface Fixtures {
  /** The world of the test, which is removed when the test ends. */
  tvsim: World;
  /** The profile of the world. */
  tvsimProfile: Profile | undefined;
  /** The situation of the world. */
  tvsimSituation: Situation | undefined;
  /** The rules about clients that the test breaks by intention, each with the reason. */
  tvsimWaive: Waivers | undefined;
}

export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & Fixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & {tvsimServer: Server}
>;

/** Signs in on a page that shows the sign-in page of a TV provider, by its documented labels. */
export function signIn(page: Page, username: string, password?: string): Promise<void>;
