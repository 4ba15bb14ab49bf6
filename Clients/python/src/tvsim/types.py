"""The objects of the admin API, as the server sends them. ``tvsim`` prints the same ones with ``--format json``.

scripts/generate-clients writes this file.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

#: What an app may know about the account.
Access = Literal["notDetermined", "restricted", "denied", "granted"]


#: A call of an app with the SDK.
Call = Literal["setRequestor", "checkAuthentication", "getAuthentication", "logout"]


#: What became of a test.
Outcome = Literal["passed", "failed", "skipped"]


class _InjectedFault(TypedDict):
    at: str
    error: str


class InjectedFault(_InjectedFault, total=False):
    delayed: str
    id: int
    shaped: bool


Verdict = Literal["ok", "fellBack", "refused", "failed", "changed"]


class _JournalEntry(TypedDict):
    at: str
    details: dict[str, str]
    event: str
    kind: str
    number: int
    outcome: str
    reason: str
    room: str
    value: Any


class JournalEntry(_JournalEntry, total=False):
    """One decision of the simulator, with its reason. Programs read ``kind``, ``verdict`` and ``value``."""

    fault: InjectedFault
    sentence: str
    verdict: Verdict


class Condition(TypedDict):
    holds: bool
    name: str


Check = Literal[
    "presence", "length", "encoding", "form", "value", "alg", "crit", "certificate", "signature", "iss", "sub",
    "aud", "iat", "nbf", "exp", "scopes", "client", "device", "serviceProvider", "precedence", "accessStatus",
    "providerID", "expirationDate", "platform", "singleSignOn", "boardingStatus", "identityProvider",
    "authenticationPerRequestor", "passiveAuthentication", "tempPass", "notBefore", "notAfter", "newest", "isOpen",
    "need",
]


Fate = Literal["used", "ignored", "refused"]


class _Input(TypedDict):
    fate: Fate
    input: str


class Input(_Input, total=False):
    check: Check
    expected: str
    found: str


class ExplainedRequest(TypedDict):
    inputs: list[Input]
    method: str
    path: str
    status: int


class _Explanation(TypedDict):
    call: Call
    callbacks: list[str]
    device: str
    reasons: list[str]
    requestor: str


class Explanation(_Explanation, total=False):
    """What a call of the app would do now, and why."""

    conditions: list[Condition]
    remedy: str
    requests: list[ExplainedRequest]
    stoppedBy: str
    why: str


FrameworkErrorName = Literal[
    "accessNotGranted", "unsupportedProvider", "userCancelled", "serviceTemporarilyUnavailable", "providerRejected",
    "invalidVerificationToken", "rejected", "unsupported",
]


class AccountProviderResponse(TypedDict):
    authenticationScheme: str
    body: str | None
    status: str | None


class FrameworkError(TypedDict):
    """An error of Apple's framework."""

    code: int
    domain: Literal["VSErrorDomain"]
    name: FrameworkErrorName
    userInfo: dict[str, str | AccountProviderResponse]


class _AccessStatus(TypedDict):
    accessStatus: Access
    error: FrameworkError | None


class AccessStatus(_AccessStatus, total=False):
    """What Apple's framework answers to a check of the access status."""

    #: Present if the device has settings for other apps only.
    warning: str


class Metadata(TypedDict):
    accountProviderIdentifier: str | None
    accountProviderResponse: AccountProviderResponse | None
    authenticationExpirationDate: str | None
    samlAttributeQueryResponse: str | None
    verificationData: str | None


class _AccountMetadata(TypedDict):
    error: FrameworkError | None
    metadata: Metadata | None
    #: The value of the header AP-Partner-Framework-Status.
    partnerFrameworkStatus: str


class AccountMetadata(_AccountMetadata, total=False):
    """What Apple's framework answers to a request for the account."""

    #: Present if the device has settings for other apps only, or if partnerFrameworkStatus lacks its date.
    warning: str


class _Statement(TypedDict):
    bundleID: str
    number: int
    revoked: bool
    statement: str


class Statement(_Statement, total=False):
    """A software statement, with which an app registers."""

    expires: str
    requestors: list[str]


class IssuedResponse(TypedDict):
    """A SAML response: XML, Base64, and the certificate (PEM) that verifies it."""

    base64: str | None
    certificate: str
    response: str | None


class ShownCertificate(TypedDict):
    fingerprint: str
    notAfter: str
    notBefore: str
    subject: str


class _EncryptedKey(TypedDict):
    certificates: list[ShownCertificate]


class EncryptedKey(_EncryptedKey, total=False):
    algorithm: str
    digest: str
    mask: str
    recipient: str


class _AssertionEncryption(TypedDict):
    element: str
    keys: list[EncryptedKey]


class AssertionEncryption(_AssertionEncryption, total=False):
    algorithm: str
    failure: str


Policy = Literal[
    "size", "wellFormed", "dtd", "identifier", "structure", "signature", "algorithm", "reference", "key", "unsigned",
    "status", "assertion", "encryption", "issuer", "destination", "subject", "recipient", "inResponseTo",
    "conditions", "audience", "session", "attributes", "replay",
]


class _PolicyFailure(TypedDict):
    policy: Policy
    reason: str
    section: str


class PolicyFailure(_PolicyFailure, total=False):
    acceptedBy: dict[str, str | int | float | bool | list[Any] | dict[str, Any]]
    actual: str
    expected: str
    path: str


SignedPart = Literal["assertion", "response", "both"]


PastedSource = Literal["percentEncoding", "form", "html", "har"]


class UncheckedValue(TypedDict):
    found: list[str]
    policy: Policy


class _ResponseVerdict(TypedDict):
    valid: bool


class ResponseVerdict(_ResponseVerdict, total=False):
    """The verdict on a SAML response."""

    attributes: dict[str, list[str]]
    encryption: AssertionEncryption
    failures: list[PolicyFailure]
    issuer: str
    nameID: str | None
    notes: list[str]
    sessionNotOnOrAfter: str | None
    signed: SignedPart
    source: PastedSource
    unchecked: list[UncheckedValue]


class _TokenVerdictToken(TypedDict):
    issueTime: str
    mvpdId: str
    requestorID: str
    resourceID: str
    sessionGUID: str
    ttl: int


class TokenVerdictToken(_TokenVerdictToken, total=False):
    proxyMvpdId: str
    tokenID: str


class _TokenVerdict(TypedDict):
    reason: str
    valid: bool
    verdict: str


class TokenVerdict(_TokenVerdict, total=False):
    """The verdict on a media token."""

    token: TokenVerdictToken


class _RuleFinding(TypedDict):
    entries: list[int]
    instead: str
    reason: str


class RuleFinding(_RuleFinding, total=False):
    file: str
    line: int
    situation: str
    test: str
    waiver: str
    world: str


Severity = Literal["mandatory", "recommended", "guideline", "hint"]


class RuleSource(TypedDict):
    address: str
    section: str
    title: str


JudgedRuleVerdict = Literal["broken", "waived", "held", "not-observable", "not-exercised"]


class _JudgedRule(TypedDict):
    count: int
    findings: list[RuleFinding]
    id: str
    missing: list[str]
    sentence: str
    severity: Severity
    sources: list[RuleSource]
    trigger: str
    verdict: JudgedRuleVerdict


class JudgedRule(_JudgedRule, total=False):
    """A rule, with what came of it."""

    waiver: str


class _RuleReport(TypedDict):
    rules: list[JudgedRule]
    summary: str


class RuleReport(_RuleReport, total=False):
    """What came of the vendors' rules about clients."""

    failure: str


class FaultOperation(TypedDict):
    """An operation that can fail, the errors with which it can, and what limits (``only``) and shapes a fault of it."""

    errors: list[str]
    only: list[str]
    operation: str
    shapes: list[str]
    summary: str
