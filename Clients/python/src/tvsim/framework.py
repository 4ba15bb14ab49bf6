"""Apple's framework VideoSubscriberAccount, asked in the name of an app."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast
from urllib.parse import urlsplit

from .errors import TvsimError, WaitTimeout
from .types import AccessStatus, AccountMetadata

if TYPE_CHECKING:
    from .world import World

Result = TypeVar("Result")


class PendingRequest(Generic[Result]):
    """A request of an app to the framework, which may wait for the user."""

    def __init__(self, world: World, number: str | None, result: Result | None) -> None:
        self._world, self._number, self._result = world, number, result

    @property
    def waits_for_user(self) -> bool:
        """Whether an interface was opened that the user has not answered, as far as this client knows."""
        return self._result is None

    def answer(self, *, timeout: float = 5) -> Result:
        """Waits for the answer and returns it. Act as the user with ``world.viewer`` before."""
        if self._result is None:
            seconds = max(1, math.ceil(timeout))
            answer = self._world._endpoint.send(
                "GET", f"/_sim/v1/framework/requests/{self._number}", query={"wait": f"{seconds}s"}, wait=timeout)
            if answer.status == 202:
                page = (answer.json().get("interface") or {}).get("page")
                raise WaitTimeout(
                    f"the request of the framework waits for the user ('{page}') after {seconds} s",
                    suggestion="act as the user with world.viewer, for example choose() or cancel()")
            self._result = cast(Result, answer.json())
        return self._result

    def cancel(self) -> None:
        """The app cancels the request, as ``cancel()`` does."""
        if self._result is None:
            self._world.send("DELETE", f"framework/requests/{self._number}")


class Framework:
    """The calls of ``VSAccountManager``. Named arguments have the names of Apple's properties."""

    def __init__(self, world: World) -> None:
        self._world = world

    def access_status(self, *, prompt: bool = False, app: str | None = None) -> AccessStatus:
        """Checks the access status. It is an error if the access prompt waits for the user."""
        return self._answered(self.begin_access_status(prompt=prompt, app=app), "begin_access_status")

    def begin_access_status(self, *, prompt: bool = True, app: str | None = None) -> PendingRequest[AccessStatus]:
        """Checks the access status, while the test acts as the user."""
        body = {"prompt": prompt} if app is None else {"prompt": prompt, "bundleID": app}
        return self._begin("access-status", body)

    def account_metadata(self, *, app: str | None = None, **properties: Any) -> AccountMetadata:
        """Requests the account, for example with ``includeAccountProviderIdentifier=True``.

        It is an error if the picker or the sign-in page waits for the user.
        """
        return self._answered(self.begin_account_metadata(app=app, **properties), "begin_account_metadata")

    def begin_account_metadata(self, *, app: str | None = None, **properties: Any) -> PendingRequest[AccountMetadata]:
        """Requests the account, while the test acts as the user."""
        return self._begin("account-metadata", properties if app is None else properties | {"bundleID": app})

    def _begin(self, path: str, body: Any) -> PendingRequest[Any]:
        answer = self._world._endpoint.send("POST", f"/_sim/v1/framework/{path}", body)
        if answer.status == 202:
            return PendingRequest(self._world, urlsplit(answer.headers["Location"]).path.rpartition("/")[2], None)
        return PendingRequest(self._world, None, answer.json())

    def _answered(self, request: PendingRequest[Result], method: str) -> Result:
        if request.waits_for_user:
            page = (self._world.viewer.interface() or {}).get("page")
            raise TvsimError(
                f"the framework has opened '{page}' and waits for the user",
                suggestion=f"use {method}(), act with world.viewer, and then call answer()")
        return request.answer()
