import {
  Access, AccessStatus, AccountMetadata, Call, Explanation, FaultOperation, IssuedResponse, JournalEntry, Options, Outcome,
  ResponseVerdict, RuleReport, Severity, TokenVerdict,
} from './types';

export * from './types';

/** The version of this package, and of the programs that it works with. */
export const version: string;
/** The build of this package, which its programs have too; `unknown` in a checkout. */
export const build: string;

/** A profile: the path of a file (YAML or JSON), or its content, which needs no `schema`. */
export type Profile = string | Options;

/** The values of some axes. `'all'` stands for all values of one. */
export interface Axes {
  [axis: string]: 'all' | string | readonly string[];
}

/** Timeouts are in milliseconds. The server waits in whole seconds. */
export interface Timeout {
  timeout?: number;
}

/** A request that the simulator refused, or that did not reach it. */
export class TvsimError extends Error {
  constructor(message: string, details?: {status?: number; suggestion?: string; context?: string});
  /** The message without suggestion and context. */
  readonly reason: string;
  /** The HTTP status, or `undefined` if there was no answer. */
  readonly status?: number;
  /** What may have been meant, or what to do. */
  readonly suggestion?: string;
  /** What the simulator did before. */
  readonly context?: string;
}
/** The program `tvsim` was not found, or cannot be started. */
export class ProgramMissing extends TvsimError {}
/** The server has another version than this package. */
export class VersionMismatch extends TvsimError {}
/** The server does not answer: it was never there, has ended, or cannot be reached. */
export class ServerLost extends TvsimError {}
/** The world does not exist: it was removed, or its server was restarted. */
export class WorldLost extends TvsimError {}
/** What a test waited for did not happen. */
export class WaitTimeout extends TvsimError {}

/** A situation, such as `access=denied/account=signedOut`. */
export class Situation {
  private constructor();
  readonly name: string;
  /** The value of each axis that the name has. */
  readonly axes: {readonly [axis: string]: string};
  /** The profile of a world in this situation; without it that of the server. */
  readonly profile?: Profile;
  toString(): string;
}

/** A server of isolated worlds. */
export class Server {
  private constructor();
  /** Starts a server, whose worlds are in memory. It ends with this process at the latest. */
  static start(options?: {profile?: Profile; tls?: boolean}): Promise<Server>;
  /** Connects to a running server, by default that of `TVSIM_URL`. */
  static connect(
    url?: string, options?: Timeout & {profile?: Profile; ports?: (port: number) => number}): Promise<Server>;
  /** The address of the server. Requests belong to a world: use `World.url`. */
  readonly url: string;
  readonly version: string;
  /** The build of the server, or `unknown`. */
  readonly build: string;
  /** The file (PEM) of the authority that clients of a server with TLS must trust. */
  readonly certificateAuthority?: string;
  /** Whether this process started the server. */
  readonly isOwn: boolean;
  /** The situation of `tvsim exec --matrix`, in which each new world is. */
  readonly situation?: Situation;
  /** Whether each world has a port of its own; `undefined` until the first world exists. */
  readonly hasWorldPorts?: boolean;
  /** Creates an isolated world. It is an error if one of this name exists. */
  world(options?: {name?: string; profile?: Profile; situation?: Situation | string}): Promise<World>;
  /** Returns each combination of the values that can exist. */
  situations(axes: Axes, profile?: Profile): Promise<Situation[]>;
  /** Returns the situations of the `matrix` of a profile. */
  situationsOf(profile: Profile): Promise<Situation[]>;
  /** Returns the report over all worlds whose rules were asked for or whose test failed, also removed ones. */
  rules(options?: {failOn?: Severity}): Promise<RuleReport>;
  /** Ends a server of this process. A server that was connected to goes on. */
  close(): Promise<void>;
}

/** An isolated world: a device, TV providers and an entitlement service. */
export class World {
  private constructor();
  readonly server: Server;
  readonly name: string;
  /** The base URL of the service, which the client under test gets. */
  readonly url: string;
  /** A page to which the service can redirect a browser. The journal has each arrival, with its parameters. */
  readonly landing: string;
  readonly situation?: Situation;
  readonly isRemoved: boolean;
  readonly permission: Permission;
  readonly account: Account;
  readonly viewer: Viewer;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly requests: Requests;
  readonly framework: Framework;
  readonly saml: SAML;
  /** Sends a request of the admin API, such as `send('GET', 'providers')`, and returns the JSON of the answer. */
  send(method: string, path: string, options?: {body?: unknown; query?: Options; wait?: number}): Promise<any>;
  /** Performs commands of the admin API, such as `{advance: '31d'}`, and returns what they changed. */
  perform(...commands: (string | Options)[]): Promise<Options>;
  /** Returns the software statement with which an app registers; by default that of the profile's app. */
  statement(app?: string, options?: {requestors?: string; expires?: string}): Promise<string>;
  /** Returns the device: permissions, account, clock, answers of the user, and faults. */
  device(): Promise<any>;
  /** Changes a TV provider, for example `provider('Dish', {responsePage: 'blocked'})`. */
  provider(id: string, changes: Options): Promise<void>;
  /** Changes the settings of an MVPD for a requestor, for example `integration('Dish', {enabled: false})`. */
  integration(mvpd: string, changes: Options & {requestor?: string}): Promise<void>;
  /** Changes the device, for example `settings({platform: 'tvOS'})`. */
  settings(changes: Options): Promise<void>;
  /** Returns what a call of the app would do now, and why. Changes nothing. */
  explain(call?: Call): Promise<Explanation>;
  /** Verifies a media token as the server of a programmer does. */
  verifyToken(token: string, resource: string, options?: {requestor?: string}): Promise<TokenVerdict>;
  /** Returns the whole state, without the journal. */
  save(): Promise<Uint8Array>;
  /** Replaces the state by a saved one. */
  restore(state: Uint8Array): Promise<void>;
  /**
   * Judges what the app has done in the world by the vendors' rules about clients. With `failOn` the report has `failure`, a
   * text, if a rule of this severity or above is broken.
   */
  rules(options?: {failOn?: Severity}): Promise<RuleReport>;
  /** Waives a rule in this world from now on, for a test that breaks it by intention. */
  waive(rule: string, reason: string): Promise<void>;
  /**
   * Says what became of the test. The server keeps the evidence of a removed world if its test did not pass. `message` is what
   * its assertion said, with which the evidence begins; `file` and `line` are its place.
   */
  outcome(
    status: Outcome, test?: string, options?: {message?: string; file?: string; line?: number}): Promise<void>;
  /** Reads what the simulator knows about the world: journal, requests, state, and the reasons. */
  evidence(): Promise<Evidence>;
  /** Removes the world. It is an error if it is lost. */
  remove(): Promise<void>;
}

/** What an app may know about the account. Without `app` it is the app of the profile. */
export class Permission {
  private constructor();
  grant(app?: string): Promise<void>;
  deny(app?: string): Promise<void>;
  /** The device does not allow it, for example by parental controls. */
  restrict(app?: string): Promise<void>;
  set(access: Access, app?: string): Promise<void>;
  /** The user has not decided yet. */
  reset(app?: string): Promise<void>;
  get(app?: string): Promise<Access>;
}

/** The TV provider account of the device. */
export class Account {
  private constructor();
  /** Signs the user in. `expires` is an instant, a duration such as `'+30d'`, or `'never'`. */
  signIn(provider: string, username: string, options?: {expires?: string; grant?: string}): Promise<void>;
  signOut(): Promise<void>;
  expire(): Promise<void>;
}

/** The clock of the world. It stands still until a test moves it. */
export class Clock {
  private constructor();
  now(): Promise<Date>;
  /** Moves the clock forward, for example by `'31d'`. */
  advance(by: string): Promise<void>;
  set(to: Date | string): Promise<void>;
  follow(): Promise<void>;
  freeze(): Promise<void>;
}

/** The user: scripted answers, the interface of the system, and the pages of a browser. */
export class Viewer {
  private constructor();
  /** Scripts the answers of the user, for example `answer({systemPicker: 'none'})`. */
  answer(answers: Options): Promise<void>;
  /** Resets the answers to those of the profile. */
  reset(): Promise<void>;
  /** Returns the access prompt, the picker or the sign-in page that waits for the user, or `null`. */
  interface(): Promise<any>;
  /** Chooses a TV provider in the picker, as soon as it is open; `'other'` is the row for other providers. */
  choose(provider: string, options?: Timeout): Promise<void>;
  /** Signs in on the provider's page of the system; without `password` with the correct one. */
  signIn(username: string, options?: Timeout & {password?: string}): Promise<void>;
  cancel(options?: Timeout): Promise<void>;
  allow(options?: Timeout): Promise<void>;
  deny(options?: Timeout): Promise<void>;
  loseNetwork(options?: Timeout): Promise<void>;
  /** Opens an address without a browser, signs in where a page asks for it, and returns where the browser ends. */
  visit(url: string, username?: string, options?: {password?: string}): Promise<string>;
  /** Types the code of a TV on the page of the second screen, signs in, and returns where the browser ends. */
  activate(
    code: string, mvpd: string | null | undefined, username?: string, options?: {password?: string}): Promise<string>;
}

/** What a fault changes, beside an error or instead of it. */
export interface FaultChange {
  /** The operations that it concerns, such as `{mvpd: 'Dish'}`; `catalog` lists what it can name. */
  only?: {readonly [name: string]: string};
  /** Holds the answer back, for example `'8s'`. */
  delay?: string;
  /** Header fields that the answer gets. */
  headers?: {readonly [name: string]: string | number};
  /** With `status`, a proxy answers, and the service does nothing. */
  status?: number;
  body?: string;
  contentType?: string;
  /** Members that a good answer gets. */
  adds?: Options;
  /** Which part of the matching operations it concerns, by chance: 0.2 is every fifth. */
  probability?: number;
}

/** Also how many matching operations pass before, and how many it concerns. */
export interface FaultOptions extends FaultChange {
  after?: number;
  times?: number;
}

/** What fails, and how. */
export class Faults {
  private constructor();
  /**
   * Lets an operation fail; without `times` until it is removed. `catalog` lists operations and errors.
   *
   * Resolves to the number of the fault, which `remove` takes.
   */
  add(at: string, error: string | number, options?: FaultOptions): Promise<number>;
  /** Changes the answers of an operation. */
  add(at: string, options: FaultOptions): Promise<number>;
  /** Removes one fault; the others stay. A fault that was removed before is no error. */
  remove(id: number): Promise<void>;
  /** Lets an operation fail during a function, and returns its result. Other faults stay. */
  during<Result>(
    at: string, error: string | number | FaultChange, body: () => Result | Promise<Result>): Promise<Result>;
  during<Result>(
    at: string, error: string | number, options: FaultChange, body: () => Result | Promise<Result>): Promise<Result>;
  clear(): Promise<void>;
  catalog(): Promise<FaultOperation[]>;
}

/** The decisions of the simulator, with their reasons and without secrets. */
export class Journal {
  private constructor();
  /** Returns all entries after a number, oldest first; those that contain a text or are of a kind, if one is given. */
  entries(contains?: string, options?: {after?: number; kind?: string}): Promise<JournalEntry[]>;
  /** Waits for the first entry that contains a text. The server waits, so a test may use fake timers. */
  wait(contains: string, options?: Timeout & {after?: number}): Promise<JournalEntry>;
  /** Returns the entries as lines of text, at most the newest 10,000. */
  text(): Promise<string>;
  /** Returns the newest 25 entries as lines of text. */
  newest(): Promise<string>;
  clear(): Promise<void>;
}

/** A request or a response. Secrets are replaced. */
export class Message {
  private constructor();
  readonly headers: {readonly [name: string]: string};
  readonly body?: string;
  /** The size of the whole body in bytes. */
  readonly length: number;
  json(): any;
}

/** A request that reached the world, with its response. */
export class Exchange {
  private constructor();
  /** The number of the entry in the journal. */
  readonly number: number;
  /** The simulated time. */
  readonly at: string;
  /** The real seconds since the world's first request; `undefined` for a page of a provider. */
  readonly elapsed?: number;
  readonly method: string;
  /** The path with its query. */
  readonly target: string;
  readonly path: string;
  /** `undefined` if the client got no answer. */
  readonly status?: number;
  /** What the service decided, and why. */
  readonly outcome: string;
  readonly reason: string;
  readonly request: Message;
  /** `undefined` if the client got no answer. */
  readonly response?: Message;
  toString(): string;
}

/** The requests that reached the world. The server keeps the latest 200 of all its worlds. */
export class Requests {
  private constructor();
  /** Returns the requests, oldest first; those whose path contains a text, if one is given. */
  all(path?: string): Promise<Exchange[]>;
  /** Returns the newest request. It is an error if there is none. */
  last(path?: string): Promise<Exchange>;
}

/** A request of an app to the framework, which may wait for the user. */
export class PendingRequest<Result> {
  private constructor();
  /** Whether an interface was opened that the user has not answered, as far as this client knows. */
  readonly waitsForUser: boolean;
  /** Waits for the answer and returns it. Act as the user with `world.viewer` before. */
  answer(options?: Timeout): Promise<Result>;
  /** The app cancels the request. */
  cancel(): Promise<void>;
}

/** The calls of `VSAccountManager`. Properties have Apple's names. */
export class Framework {
  private constructor();
  /** Checks the access status. It is an error if the access prompt waits for the user. */
  accessStatus(options?: {prompt?: boolean; app?: string}): Promise<AccessStatus>;
  /** Checks the access status, while the test acts as the user. */
  beginAccessStatus(options?: {prompt?: boolean; app?: string}): Promise<PendingRequest<AccessStatus>>;
  /** Requests the account. It is an error if the picker or the sign-in page waits for the user. */
  accountMetadata(properties?: Options & {app?: string}): Promise<AccountMetadata>;
  /** Requests the account, while the test acts as the user. */
  beginAccountMetadata(properties?: Options & {app?: string}): Promise<PendingRequest<AccountMetadata>>;
}

/** Issues and validates SAML responses. Options have the names of the admin API. */
export class SAML {
  private constructor();
  /** Issues a response for a user, with defects such as `'expired'`. Changes nothing. */
  issue(provider: string, username: string, options?: Options & {defects?: readonly string[]}): Promise<IssuedResponse>;
  /** Validates a response (XML or Base64) with certificates (PEM). An invalid response is not an error. */
  validate(response: string, certificates: readonly string[], options?: Options): Promise<ResponseVerdict>;
}

/** The journal, the requests, the state, and what the app's first call would do now. */
export class Evidence {
  private constructor();
  static of(world: World): Promise<Evidence>;
  readonly world: string;
  readonly url: string;
  /** The content of each file. */
  readonly files: {readonly [name: string]: Uint8Array};
  readonly entries: readonly JournalEntry[];
  readonly explanation: Explanation | null;
  /** Returns what the report of a failed test shows. */
  text(): string;
  /** Writes the files into a folder, and returns its path. */
  write(folder: string): string;
  /** Returns the requests as HTTP Archive 1.2. */
  har(): Options;
}
