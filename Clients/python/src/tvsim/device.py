"""The simulated device of a world, its user, and what fails."""

from __future__ import annotations

import math
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any, Iterator, Mapping

from .errors import TvsimError, WaitTimeout
from .types import Access, FaultOperation

if TYPE_CHECKING:
    from .world import World


class Permission:
    """What an app may know about the account. Without ``app`` it is the app of the profile."""

    def __init__(self, world: World) -> None:
        self._world = world

    def grant(self, app: str | None = None) -> None:
        """The user allows the app to use the account."""
        self.set("granted", app)

    def deny(self, app: str | None = None) -> None:
        """The user does not allow it."""
        self.set("denied", app)

    def restrict(self, app: str | None = None) -> None:
        """The device does not allow it, for example by parental controls."""
        self.set("restricted", app)

    def set(self, access: Access, app: str | None = None) -> None:
        """Sets the access, such as ``"granted"``."""
        self._world.perform(
            {"permission": access} if app is None else {"setPermission": {"bundleID": app, "access": access}})

    def reset(self, app: str | None = None) -> None:
        """The user has not decided yet."""
        self._world.perform("resetPermission" if app is None else {"resetPermission": app})

    def get(self, app: str | None = None) -> Access:
        """Returns the present access."""
        device = self._world.device()
        name = app or device["bundleID"]
        for permission in device["permissions"]:
            if permission["bundleID"] == name:
                access: Access = permission["access"]
                return access
        return "notDetermined"


class Account:
    """The TV provider account of the device."""

    def __init__(self, world: World) -> None:
        self._world = world

    def sign_in(
        self, provider: str, username: str, *, expires: str | None = None, grant: str | None = None
    ) -> None:
        """Signs the user in. ``expires`` is an instant, a duration such as ``"+30d"``, or ``"never"``."""
        command = {"provider": provider, "as": username, "expires": expires, "grant": grant}
        self._world.perform({"signIn": {name: value for name, value in command.items() if value is not None}})

    def sign_out(self) -> None:
        """Signs the user out."""
        self._world.perform("signOut")

    def expire(self) -> None:
        """Lets the account expire."""
        self._world.perform("expireAccount")


class Clock:
    """The clock of the world. It stands still until a test moves it."""

    def __init__(self, world: World) -> None:
        self._world = world

    def now(self) -> datetime:
        """Returns the time of the world."""
        return datetime.fromisoformat(str(self._world.device()["clock"]["now"]).replace("Z", "+00:00"))

    def advance(self, by: timedelta | str) -> None:
        """Moves the clock forward, by ``"31d"`` or by a ``timedelta`` of whole milliseconds."""
        if isinstance(by, timedelta):
            if by.microseconds % 1000:
                raise TvsimError(f"the clock advances by whole milliseconds, not by {by}")
            by = f"{by // timedelta(milliseconds=1)}ms"
        self._world.perform({"advance": by})

    def set(self, to: datetime | str) -> None:
        """Sets the clock. A ``datetime`` needs a time zone."""
        if isinstance(to, datetime):
            if to.tzinfo is None:
                raise TvsimError(f"the instant {to} has no time zone", suggestion="use datetime.timezone.utc")
            to = to.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        self._world.perform({"setClock": to})

    def follow(self) -> None:
        """Lets the clock run."""
        self._world.perform("followClock")

    def freeze(self) -> None:
        """Stops the clock."""
        self._world.perform("freezeClock")


class Viewer:
    """The user: scripted answers, the interface of the system, and the pages of a browser."""

    def __init__(self, world: World) -> None:
        self._world = world

    def answer(self, **answers: Any) -> None:
        """Scripts the answers of the user, for example ``answer(accessPrompt="allow", systemPicker="none")``."""
        self._world.perform({"viewer": answers})

    def reset(self) -> None:
        """Resets the answers to those of the profile."""
        self._world.perform("resetViewer")

    def interface(self) -> dict[str, Any] | None:
        """Returns the access prompt, the picker or the sign-in page that waits for the user, or ``None``."""
        interface: dict[str, Any] | None = self._world.send("GET", "framework/interface")["interface"]
        return interface

    def choose(self, provider: str, *, timeout: float = 5) -> None:
        """Chooses a TV provider in the picker, as soon as it is open; ``"other"`` is the row for other providers."""
        self._act({"choose": provider}, timeout)

    def sign_in(self, username: str, password: str | None = None, *, timeout: float = 5) -> None:
        """Signs in on the provider's page of the system; without ``password`` with the correct one."""
        given = {"as": username} if password is None else {"as": username, "password": password}
        self._act({"signIn": given}, timeout)

    def cancel(self, *, timeout: float = 5) -> None:
        """Closes the interface."""
        self._act("cancel", timeout)

    def allow(self, *, timeout: float = 5) -> None:
        """Allows access in the prompt."""
        self._act("allow", timeout)

    def deny(self, *, timeout: float = 5) -> None:
        """Denies access in the prompt."""
        self._act("deny", timeout)

    def lose_network(self, *, timeout: float = 5) -> None:
        """Loses the network while the provider is asked."""
        self._act("loseNetwork", timeout)

    def visit(self, url: str, username: str | None = None, password: str = "secret") -> str:
        """Opens an address without a browser, and signs in where a page asks for it.

        Returns the address at which the browser ends, which is that of the app.
        """
        return self._world._browser().visit(url, username, password)

    def activate(self, code: str, mvpd: str | None, username: str, password: str = "secret") -> str:
        """Types the code of a TV on the page of the second screen, and signs in there.

        ``mvpd`` is ``None`` if the app has chosen the TV provider. Returns the address at which the browser ends.
        """
        return self._world._browser().activate(code, mvpd, username, password)

    def _act(self, action: Any, timeout: float) -> None:
        if self.interface() is None:
            self._wait_for_interface(timeout)
        self._world.send("POST", "framework/interface", action)

    def _wait_for_interface(self, timeout: float) -> None:
        # The server sends an event when the interface changes. The first events say that the stream has begun.
        seconds = max(1, math.ceil(timeout))
        stream = self._world._endpoint.events(
            "/_sim/v1/journal/events", query={"timeout": f"{seconds}s"}, wait=timeout)
        try:
            for event in stream:
                if event in ("journal", "state") and self.interface() is not None:
                    return
        finally:
            stream.close()  # type: ignore[attr-defined]
        raise WaitTimeout(
            f"no access prompt, picker or sign-in page opened in {seconds} s",
            suggestion="let the scripted user leave it open: viewer.answer(systemPicker=\"none\")",
            context=self._world.journal.newest())


class Faults:
    """What fails, and how."""

    def __init__(self, world: World) -> None:
        self._world = world

    def add(
        self, at: str, error: str | int | None = None, *, after: int | None = None, times: int | None = None,
        only: Mapping[str, str] | None = None,
        delay: str | None = None, headers: Mapping[str, str | int] | None = None, status: int | None = None,
        body: str | None = None, content_type: str | None = None, adds: Mapping[str, Any] | None = None,
        probability: float | None = None,
    ) -> int:
        """Lets an operation fail, or changes its answers; without ``times`` until it is removed.

        Returns the number of the fault, which ``remove`` takes.

        ``catalog`` lists operations and errors. ``only`` names the operations that it concerns, such as
        ``{"mvpd": "Dish"}``; ``after`` and ``times`` count these. ``delay`` holds the answer back, for example ``"8s"``.
        With ``status`` a proxy answers, with ``headers``, ``body`` and ``content_type``. ``adds`` are members that a good
        answer gets. With ``probability=0.2`` it concerns every fifth of them, by chance.
        """
        added = self._world._perform({"fault": _fault(
            at, error, after=after, times=times, only=only, delay=delay, headers=headers, status=status, body=body, contentType=content_type,
            adds=adds, probability=probability)})
        return int(added["added"]["faults"][0])

    def remove(self, id: int) -> None:
        """Removes one fault; the others stay. A fault that was removed before is no error."""
        self._world.perform({"removeFault": id})

    def clear(self) -> None:
        """Removes all faults."""
        self._world.perform("clearFaults")

    @contextmanager
    def during(
        self, at: str, error: str | int | None = None, *, only: Mapping[str, str] | None = None,
        delay: str | None = None, headers: Mapping[str, str | int] | None = None, status: int | None = None,
        body: str | None = None, content_type: str | None = None, adds: Mapping[str, Any] | None = None,
        probability: float | None = None,
    ) -> Iterator[None]:
        """Lets an operation fail, or changes its answers, during a ``with`` block. Other faults stay."""
        added = self.add(
            at, error, only=only, delay=delay, headers=headers, status=status, body=body, content_type=content_type,
            adds=adds, probability=probability)
        try:
            yield
        finally:
            self.remove(added)

    def catalog(self) -> list[FaultOperation]:
        """Returns the operations that can fail, with their errors."""
        operations: list[FaultOperation] = self._world.send("GET", "faults/catalog")["operations"]
        return operations


def _fault(at: str, error: str | int | None, **others: Any) -> dict[str, Any]:
    """Returns a fault as the server takes it."""
    members = {"at": at, "error": error} | others
    return {name: dict(value) if isinstance(value, Mapping) else value for name, value in members.items() if value is not None}
