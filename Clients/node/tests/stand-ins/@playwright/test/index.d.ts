// The types of Playwright that tvsim/playwright names, as narrow as the test of the types needs them.
export interface Page { goto(url: string): Promise<unknown>; }
export interface PlaywrightTestArgs { page: Page; }
export interface PlaywrightTestOptions { baseURL: string | undefined; }
export interface PlaywrightWorkerArgs { browserName: string; }
export interface PlaywrightWorkerOptions { headless: boolean; }
export interface TestType<TestArgs, WorkerArgs> {
  (title: string, body: (args: TestArgs & WorkerArgs, testInfo: unknown) => unknown): void;
  use(options: Partial<TestArgs & WorkerArgs>): void;
}
export function expect(value: unknown): {toBe(expected: unknown): void};
