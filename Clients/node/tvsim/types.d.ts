// The objects of the admin API, as the server sends them. `tvsim` prints the same ones with `--format json`.

export type Access = 'notDetermined' | 'restricted' | 'denied' | 'granted';
/** What became of a test. */
export type Outcome = 'passed' | 'failed' | 'skipped';
export type Call = 'setRequestor' | 'checkAuthentication' | 'getAuthentication' | 'logout';

/** A JSON object with the names of the admin API. */
export interface Options {
  [name: string]: unknown;
}

/** One decision of the simulator, with its reason. Programs read `kind`, `verdict` and `value`. */
export interface JournalEntry {
  number: number;
  at: string;
  room: string;
  event: string;
  outcome: string;
  reason: string;
  details: Options;
  kind: string;
  value: unknown;
  fault?: {at: string; error: string};
  verdict?: 'ok' | 'fellBack' | 'refused' | 'failed' | 'changed';
}

/** What a call of the app would do now, and why. */
export interface Explanation {
  call: Call;
  callbacks: string[];
  device: string;
  reasons: string[];
  requestor: string;
  conditions?: {name: string; holds: boolean}[];
  remedy?: string;
  stoppedBy?: string;
}

export interface FrameworkError {
  domain: string;
  code: number;
  name: string;
  userInfo: Options;
}

/** What Apple's framework answers to a check of the access status. */
export interface AccessStatus {
  accessStatus: Access;
  error: FrameworkError | null;
  warning?: string;
}

export interface Metadata {
  accountProviderIdentifier: string | null;
  accountProviderResponse: Options | null;
  authenticationExpirationDate: string | null;
  samlAttributeQueryResponse: string | null;
  verificationData: string | null;
}

/** What Apple's framework answers to a request for the account. */
export interface AccountMetadata {
  metadata: Metadata | null;
  error: FrameworkError | null;
  partnerFrameworkStatus: string;
  warning?: string;
}

/** A SAML response: XML, Base64, and the certificate (PEM) that verifies it. */
export interface IssuedResponse {
  response: string | null;
  base64: string | null;
  certificate: string;
}

/** The verdict on a SAML response. */
export interface ResponseVerdict {
  valid: boolean;
  attributes?: Options;
  failures?: {policy: string; reason: string}[];
  issuer?: string;
  nameID?: string | null;
  notes?: string[];
  sessionNotOnOrAfter?: string | null;
  signed?: string;
}

/** The verdict on a media token. */
export interface TokenVerdict {
  valid: boolean;
  verdict: string;
  reason: string;
  token?: Options;
}

/** An operation that can fail, and the errors with which it can. */
export interface FaultOperation {
  operation: string;
  errors: string[];
  summary: string;
  /** The facts that a fault's `only` can name. */
  only: string[];
  /** The keys that change an answer. */
  shapes: string[];
}
