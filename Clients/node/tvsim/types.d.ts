// The objects of the admin API, as the server sends them. `tvsim` prints the same ones with `--format json`.
// scripts/generate-clients writes this file.

/** A JSON object with the names of the admin API. */
export interface Options {
  [name: string]: unknown;
}

/** What an app may know about the account. */
export type Access =
  | 'notDetermined'
  | 'restricted'
  | 'denied'
  | 'granted';

/** A call of an app with the SDK. */
export type Call =
  | 'setRequestor'
  | 'checkAuthentication'
  | 'getAuthentication'
  | 'logout';

/** What became of a test. */
export type Outcome =
  | 'passed'
  | 'failed'
  | 'skipped';

export interface InjectedFault {
  at: string;
  delayed?: string;
  error: string;
  id?: number;
  shaped?: boolean;
}

export type Verdict =
  | 'ok'
  | 'fellBack'
  | 'refused'
  | 'failed'
  | 'changed';

/** One decision of the simulator, with its reason. Programs read `kind`, `verdict` and `value`. */
export interface JournalEntry {
  at: string;
  details: {[name: string]: string};
  event: string;
  fault?: InjectedFault;
  kind: string;
  number: number;
  outcome: string;
  reason: string;
  room: string;
  sentence?: string;
  value: unknown;
  verdict?: Verdict;
}

export interface Condition {
  holds: boolean;
  name: string;
}

export type Check =
  | 'presence'
  | 'length'
  | 'encoding'
  | 'form'
  | 'value'
  | 'alg'
  | 'crit'
  | 'certificate'
  | 'signature'
  | 'iss'
  | 'sub'
  | 'aud'
  | 'iat'
  | 'nbf'
  | 'exp'
  | 'scopes'
  | 'client'
  | 'device'
  | 'serviceProvider'
  | 'precedence'
  | 'accessStatus'
  | 'providerID'
  | 'expirationDate'
  | 'platform'
  | 'singleSignOn'
  | 'boardingStatus'
  | 'identityProvider'
  | 'authenticationPerRequestor'
  | 'passiveAuthentication'
  | 'tempPass'
  | 'notBefore'
  | 'notAfter'
  | 'newest'
  | 'isOpen'
  | 'need';

export type Fate =
  | 'used'
  | 'ignored'
  | 'refused';

export interface Input {
  check?: Check;
  expected?: string;
  fate: Fate;
  found?: string;
  input: string;
}

export interface ExplainedRequest {
  inputs: Input[];
  method: string;
  path: string;
  status: number;
}

/** What a call of the app would do now, and why. */
export interface Explanation {
  call: Call;
  callbacks: string[];
  conditions?: Condition[];
  device: string;
  reasons: string[];
  remedy?: string;
  requestor: string;
  requests?: ExplainedRequest[];
  stoppedBy?: string;
  why?: string;
}

export type FrameworkErrorName =
  | 'accessNotGranted'
  | 'unsupportedProvider'
  | 'userCancelled'
  | 'serviceTemporarilyUnavailable'
  | 'providerRejected'
  | 'invalidVerificationToken'
  | 'rejected'
  | 'unsupported';

export interface AccountProviderResponse {
  authenticationScheme: string;
  body: string | null;
  status: string | null;
}

/** An error of Apple's framework. */
export interface FrameworkError {
  code: number;
  domain: 'VSErrorDomain';
  name: FrameworkErrorName;
  userInfo: {[name: string]: string | AccountProviderResponse};
}

/** What Apple's framework answers to a check of the access status. */
export interface AccessStatus {
  accessStatus: Access;
  error: FrameworkError | null;
  /** Present if the device has settings for other apps only. */
  warning?: string;
}

export interface Metadata {
  accountProviderIdentifier: string | null;
  accountProviderResponse: AccountProviderResponse | null;
  authenticationExpirationDate: string | null;
  samlAttributeQueryResponse: string | null;
  verificationData: string | null;
}

/** What Apple's framework answers to a request for the account. */
export interface AccountMetadata {
  error: FrameworkError | null;
  metadata: Metadata | null;
  /** The value of the header AP-Partner-Framework-Status. */
  partnerFrameworkStatus: string;
  /** Present if the device has settings for other apps only, or if partnerFrameworkStatus lacks its date. */
  warning?: string;
}

/** A software statement, with which an app registers. */
export interface Statement {
  bundleID: string;
  expires?: string;
  number: number;
  requestors?: string[];
  revoked: boolean;
  statement: string;
}

/** A SAML response: XML, Base64, and the certificate (PEM) that verifies it. */
export interface IssuedResponse {
  base64: string | null;
  certificate: string;
  response: string | null;
}

export interface ShownCertificate {
  fingerprint: string;
  notAfter: string;
  notBefore: string;
  subject: string;
}

export interface EncryptedKey {
  algorithm?: string;
  certificates: ShownCertificate[];
  digest?: string;
  mask?: string;
  recipient?: string;
}

export interface AssertionEncryption {
  algorithm?: string;
  element: string;
  failure?: string;
  keys: EncryptedKey[];
}

export type Policy =
  | 'size'
  | 'wellFormed'
  | 'dtd'
  | 'identifier'
  | 'structure'
  | 'signature'
  | 'algorithm'
  | 'reference'
  | 'key'
  | 'unsigned'
  | 'status'
  | 'assertion'
  | 'encryption'
  | 'issuer'
  | 'destination'
  | 'subject'
  | 'recipient'
  | 'inResponseTo'
  | 'conditions'
  | 'audience'
  | 'session'
  | 'attributes'
  | 'replay';

export interface PolicyFailure {
  acceptedBy?: {[name: string]: string | number | boolean | unknown[] | Options};
  actual?: string;
  expected?: string;
  path?: string;
  policy: Policy;
  reason: string;
  section: string;
}

export type SignedPart =
  | 'assertion'
  | 'response'
  | 'both';

export type PastedSource =
  | 'percentEncoding'
  | 'form'
  | 'html'
  | 'har';

export interface UncheckedValue {
  found: string[];
  policy: Policy;
}

/** The verdict on a SAML response. */
export interface ResponseVerdict {
  attributes?: {[name: string]: string[]};
  encryption?: AssertionEncryption;
  failures?: PolicyFailure[];
  issuer?: string;
  nameID?: string | null;
  notes?: string[];
  sessionNotOnOrAfter?: string | null;
  signed?: SignedPart;
  source?: PastedSource;
  unchecked?: UncheckedValue[];
  valid: boolean;
}

export interface TokenVerdictToken {
  issueTime: string;
  mvpdId: string;
  proxyMvpdId?: string;
  requestorID: string;
  resourceID: string;
  sessionGUID: string;
  tokenID?: string;
  ttl: number;
}

/** The verdict on a media token. */
export interface TokenVerdict {
  reason: string;
  token?: TokenVerdictToken;
  valid: boolean;
  verdict: string;
}

export interface RuleFinding {
  entries: number[];
  file?: string;
  instead: string;
  line?: number;
  reason: string;
  situation?: string;
  test?: string;
  waiver?: string;
  world?: string;
}

export type Severity =
  | 'mandatory'
  | 'recommended'
  | 'guideline'
  | 'hint';

export interface RuleSource {
  address: string;
  section: string;
  title: string;
}

export type JudgedRuleVerdict =
  | 'broken'
  | 'waived'
  | 'held'
  | 'not-observable'
  | 'not-exercised';

/** A rule, with what came of it. */
export interface JudgedRule {
  count: number;
  findings: RuleFinding[];
  id: string;
  missing: string[];
  sentence: string;
  severity: Severity;
  sources: RuleSource[];
  trigger: string;
  verdict: JudgedRuleVerdict;
  waiver?: string;
}

/** What came of the vendors' rules about clients. */
export interface RuleReport {
  failure?: string;
  rules: JudgedRule[];
  summary: string;
}

/** An operation that can fail, the errors with which it can, and what limits (`only`) and shapes a fault of it. */
export interface FaultOperation {
  errors: string[];
  only: string[];
  operation: string;
  shapes: string[];
  summary: string;
}
