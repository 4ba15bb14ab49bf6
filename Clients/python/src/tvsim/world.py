"""An isolated world: a device, TV providers and an entitlement service."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from ._browser import Browser
from ._http import Endpoint
from .device import Account, Clock, Faults, Permission, Viewer
from .errors import TvsimError
from .evidence import Evidence
from .framework import Framework
from .journal import Journal, Requests
from .saml import SAML
from .situations import Situation
from .types import Call, Explanation, Outcome, RuleReport, Severity, TokenVerdict


class World:
    """An isolated world. As a context manager, it is removed at the end of the block.

    Named arguments that are passed on to the server, such as ``singleSignOn=False``, have the names of the admin API.
    """

    def __init__(self, endpoint: Endpoint, name: str, situation: Situation | None) -> None:
        self._endpoint = endpoint
        #: Whether ``remove`` was called.
        self.is_removed = False
        #: The name of the world.
        self.name = name
        #: The base URL of the service, which the client under test gets.
        self.url = endpoint.url
        #: A page to which the service can redirect a browser. The journal has each arrival, with its parameters.
        self.landing = endpoint.url + "/_sim/landing"
        #: The situation that the world began in, or ``None``.
        self.situation = situation
        self.permission = Permission(self)
        self.account = Account(self)
        self.viewer = Viewer(self)
        self.clock = Clock(self)
        self.faults = Faults(self)
        self.journal = Journal(self)
        self.requests = Requests(self)
        self.framework = Framework(self)
        self.saml = SAML(self)

    def send(self, method: str, path: str, /, body: Any = None, *, wait: float = 0, **query: Any) -> Any:
        """Sends a request of the admin API, such as ``send("GET", "providers")``, and returns the JSON of the answer."""
        answer = self._endpoint.send(method, f"/_sim/v1/{path}", body, query=query, wait=wait)
        return answer.json() if answer.body else None

    def perform(self, *commands: Any) -> dict[str, Any]:
        """Performs commands of the admin API, such as ``{"advance": "31d"}``, and returns what they changed."""
        changed: dict[str, Any] = {}
        for command in commands:
            changed |= self._perform(command).get("changed", {})
        return changed

    def _perform(self, command: Any) -> dict[str, Any]:
        """Performs a command, and returns what it changed and added."""
        answer = self._endpoint.send("POST", "/_sim/v1/commands", command, headers={"Prefer": "return=representation"})
        return dict(answer.json()) if answer.body else {}

    def statement(self, app: str | None = None, *, requestors: str | None = None, expires: str | None = None) -> str:
        """Returns the software statement with which an app registers; by default that of the profile's app."""
        answer = self.send("GET", "statement", bundleID=app, requestors=requestors, expires=expires)
        return str(answer["statement"])

    def device(self) -> dict[str, Any]:
        """Returns the device: permissions, account, clock, answers of the user, and faults."""
        return dict(self.send("GET", "device"))

    def provider(self, id: str, **changes: Any) -> None:
        """Changes a TV provider, for example ``provider("Dish", responsePage="blocked")``."""
        self.perform({"provider": {"id": id, "set": changes}})

    def integration(self, mvpd: str, *, requestor: str | None = None, **changes: Any) -> None:
        """Changes the settings of an MVPD for a requestor, for example ``integration("Dish", enabled=False)``."""
        self.perform({"integration": _given(mvpd=mvpd, requestor=requestor, set=changes)})

    def settings(self, **changes: Any) -> None:
        """Changes the device, for example ``settings(platform="tvOS")``."""
        self.perform({"settings": changes})

    def explain(self, call: Call = "setRequestor") -> Explanation:
        """Returns what a call of the app would do now, and why. Changes nothing."""
        explanation: Explanation = self.send("GET", "explain", call=call)
        return explanation

    def verify_token(self, token: str, resource: str, *, requestor: str | None = None) -> TokenVerdict:
        """Verifies a media token as the server of a programmer does."""
        verdict: TokenVerdict = self.send(
            "POST", "token/verify", _given(token=token, resource=resource, requestor=requestor))
        return verdict

    def save(self) -> bytes:
        """Returns the whole state, without the journal."""
        return self._endpoint.send("GET", "/_sim/v1/state").body

    def restore(self, state: bytes) -> None:
        """Replaces the state by a saved one."""
        self._endpoint.send("PUT", "/_sim/v1/state", state)

    def evidence(self) -> Evidence:
        """Reads what the simulator knows about the world: journal, requests, state, and the reasons."""
        return Evidence.of(self)

    def rules(self, fail_on: Severity | None = None) -> RuleReport:
        """Judges what the app has done in the world by the vendors' rules about clients.

        With ``fail_on`` the report has ``failure``, a text, if a rule of this severity or above is broken.
        """
        report: RuleReport = self.send("GET", "rules", failOn=fail_on)
        return report

    def waive(self, rule: str, reason: str) -> None:
        """Waives a rule in this world from now on, for a test that breaks it by intention."""
        self.perform({"mark": {"event": "waived", "rule": rule, "reason": reason}})

    def outcome(
        self, status: Outcome, test: str | None = None, *, message: str | None = None, file: str | None = None,
        line: int | None = None,
    ) -> None:
        """Says what became of the test. The server keeps the evidence of a removed world if its test did not pass.

        ``message`` is what its assertion said, with which the evidence begins; ``file`` and ``line`` are its place.
        """
        self.send(
            "PUT", "world/outcome", _given(status=status, test=test, message=message, file=file, line=line))

    def remove(self) -> None:
        """Removes the world. It is an error if it is lost."""
        self.send("DELETE", "world")
        self.is_removed = True

    def _browser(self) -> Browser:
        return Browser(self.url, self._endpoint.timeout, self._endpoint.authority)

    def __enter__(self) -> World:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if not self.is_removed:
                self.remove()
        except TvsimError:
            # The first error is the reason.
            if error is None:
                raise

    def __repr__(self) -> str:
        return f"<tvsim.World {self.name} {self.url}>"


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
