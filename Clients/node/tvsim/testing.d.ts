import {Axes, Profile, Server, Situation, World} from './index';

/** Rules about clients that a test breaks by intention, each with the reason. */
export interface Waivers {
  readonly [rule: string]: string;
}

/** How the world of a test begins. */
export interface WorldOptions {
  profile?: Profile;
  situation?: Situation | string;
  waive?: Waivers;
}

/** The function of a test: its world, and what the runner passes to a test. */
export type TestBody<Given extends unknown[]> = (world: World, ...given: Given) => unknown;

/** Returns the body of a test that gets an isolated world of its own, which is removed when the test ends. */
export interface InWorld<Base extends unknown[]> {
  <Given extends unknown[] = Base>(body: TestBody<Given>): (...given: Given) => Promise<void>;
  <Given extends unknown[] = Base>(options: WorldOptions, body: TestBody<Given>): (...given: Given) => Promise<void>;
}

/** Returns the situations of some axes, or those of the `matrix` of a profile. */
export function matrix(axes: Axes | string, options?: {profile?: Profile}): Situation[];

/** Returns the server of the tests of this process. */
export function server(): Promise<Server>;
