"""The objects of the admin API, as the server sends them. ``tvsim`` prints the same ones with ``--format json``."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

Access = Literal["notDetermined", "restricted", "denied", "granted"]
Call = Literal["setRequestor", "checkAuthentication", "getAuthentication", "logout"]
Outcome = Literal["passed", "failed", "skipped"]


class InjectedFault(TypedDict):
    at: str
    error: str


class _Entry(TypedDict):
    number: int
    at: str
    room: str
    event: str
    outcome: str
    reason: str
    details: dict[str, Any]
    kind: str
    value: Any


class JournalEntry(_Entry, total=False):
    """One decision of the simulator, with its reason. Programs read ``kind``, ``verdict`` and ``value``."""

    fault: InjectedFault
    verdict: Literal["ok", "fellBack", "refused", "failed", "changed"]


class Condition(TypedDict):
    name: str
    holds: bool


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
    stoppedBy: str


class FrameworkError(TypedDict):
    domain: str
    code: int
    name: str
    userInfo: dict[str, Any]


class _AccessStatus(TypedDict):
    accessStatus: Access
    error: FrameworkError | None


class AccessStatus(_AccessStatus, total=False):
    """What Apple's framework answers to a check of the access status."""

    warning: str


class Metadata(TypedDict):
    accountProviderIdentifier: str | None
    accountProviderResponse: dict[str, Any] | None
    authenticationExpirationDate: str | None
    samlAttributeQueryResponse: str | None
    verificationData: str | None


class _AccountMetadata(TypedDict):
    metadata: Metadata | None
    error: FrameworkError | None
    partnerFrameworkStatus: str


class AccountMetadata(_AccountMetadata, total=False):
    """What Apple's framework answers to a request for the account."""

    warning: str


class IssuedResponse(TypedDict):
    """A SAML response: XML, Base64, and the certificate (PEM) that verifies it."""

    response: str | None
    base64: str | None
    certificate: str


class PolicyFailure(TypedDict):
    policy: str
    reason: str


class _ResponseVerdict(TypedDict):
    valid: bool


class ResponseVerdict(_ResponseVerdict, total=False):
    """The verdict on a SAML response."""

    attributes: dict[str, Any]
    failures: list[PolicyFailure]
    issuer: str
    nameID: str | None
    notes: list[str]
    sessionNotOnOrAfter: str | None
    signed: str


class _TokenVerdict(TypedDict):
    valid: bool
    verdict: str
    reason: str


class TokenVerdict(_TokenVerdict, total=False):
    """The verdict on a media token."""

    token: dict[str, Any]


class _Statement(TypedDict):
    statement: str
    bundleID: str
    number: int
    revoked: bool


class Statement(_Statement, total=False):
    """A software statement, with which an app registers."""

    expires: str
    requestors: list[str]


class FaultOperation(TypedDict):
    """An operation that can fail, the errors with which it can, and what limits and shapes a fault of it.

    `only` are the facts that a fault's `only` can name, and `shapes` its keys that change an answer.
    """

    operation: str
    errors: list[str]
    summary: str
    only: list[str]
    shapes: list[str]
