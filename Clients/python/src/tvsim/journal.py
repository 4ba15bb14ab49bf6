"""What the simulator decided, and the requests that it got."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from .errors import TvsimError, WaitTimeout
from .types import JournalEntry

if TYPE_CHECKING:
    from .world import World


#: How many entries a message shows.
NEWEST = 25
#: How many entries are read at once. The server sends 100 by default.
PAGE = 1000
#: The most that the server sends at once.
MOST = 10_000


class Journal:
    """The decisions of the simulator, with their reasons and without secrets."""

    def __init__(self, world: World) -> None:
        self._world = world

    def entries(
        self, contains: str | None = None, *, after: int = 0, kind: str | None = None
    ) -> list[JournalEntry]:
        """Returns all entries after a number, oldest first; those that contain a text or are of a kind, if one is given.

        A kind is such as ``"request"`` or ``"command"``.
        """
        entries: list[JournalEntry] = []
        while True:
            page = self._world.send("GET", "journal", contains=contains, kind=kind, after=after, limit=PAGE)
            entries += page["entries"]
            if page["count"] <= len(page["entries"]):
                return entries
            after = page["last"]

    def wait(self, contains: str, *, timeout: float = 10, after: int = 0) -> JournalEntry:
        """Waits for the first entry that contains a text. The server waits, so a frozen clock of the test does not."""
        seconds = max(1, math.ceil(timeout))
        found = self._world.send(
            "GET", "journal/wait", wait=timeout, contains=contains, after=after, timeout=f"{seconds}s")["entries"]
        if not found:
            raise WaitTimeout(
                f"no entry of the journal contained '{contains}' in {seconds} s", context=self.newest())
        entry: JournalEntry = found[0]
        return entry

    def text(self) -> str:
        """Returns the entries as lines of text, at most the newest 10,000."""
        return self._text(MOST)

    def newest(self) -> str:
        """Returns the newest 25 entries as lines of text, for a message."""
        lines = self._text(NEWEST)
        return f"The newest entries of the journal:\n{lines.rstrip()}" if lines else "The journal is empty."

    def _text(self, last: int) -> str:
        query = {"last": last, "limit": last}
        return self._world._endpoint.send("GET", "/_sim/v1/journal/text", query=query).body.decode()

    def clear(self) -> None:
        """Removes all entries."""
        self._world.send("DELETE", "journal")


@dataclass(frozen=True)
class Message:
    """A request or a response. Secrets are replaced."""

    headers: dict[str, str]
    body: str | None
    #: The size of the whole body in bytes.
    length: int

    def json(self) -> Any:
        """Returns the JSON of the body."""
        if self.body is None:
            raise TvsimError("the message has no body that the simulator keeps")
        return json.loads(self.body)


@dataclass(frozen=True)
class Exchange:
    """A request that reached the world, with its response."""

    #: The number of the entry in the journal.
    number: int
    #: The simulated time.
    at: str
    #: The real seconds since the world's first request, or ``None`` for a page of a provider.
    elapsed: float | None
    method: str
    #: The path with its query, without ``/s/NAME``.
    target: str
    #: The status of the response, or ``None`` if the client got none.
    status: int | None
    #: What the service decided, and why.
    outcome: str
    reason: str
    request: Message
    #: The response, or ``None`` if the client got none.
    response: Message | None

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    def __str__(self) -> str:
        return f"{self.method} {self.path} -> {self.outcome} ({self.reason})"


class Requests:
    """The requests that reached the world. The server keeps the latest 200 of all its worlds."""

    def __init__(self, world: World) -> None:
        self._world = world

    def all(self, path: str | None = None) -> list[Exchange]:
        """Returns the requests, oldest first; those whose path contains a text, if one is given."""
        return self._kept(path, limit=MOST)

    def last(self, path: str | None = None) -> Exchange:
        """Returns the newest request."""
        for exchange in self._kept(path, last=1):
            return exchange
        wanted = "" if path is None else f" with '{path}' in its path"
        if self._world.send("GET", "requests", path=path, limit=0)["count"]:
            message = f"the server no longer keeps a request{wanted}: it keeps the latest 200 of all its worlds"
        else:
            message = f"no request{wanted} reached the world '{self._world.name}'"
        raise TvsimError(message, context=self._world.journal.newest())

    def _kept(self, path: str | None, **limits: int) -> list[Exchange]:
        found = self._world.send("GET", "requests", messages="true", path=path, **limits)["requests"]
        return [self._exchange(each) for each in found]

    def _exchange(self, kept: dict[str, Any]) -> Exchange:
        messages = kept["messages"]
        response = messages.get("response")
        return Exchange(
            kept["number"], kept["at"], kept.get("elapsed"), messages["method"], messages["target"],
            messages.get("status"), kept["outcome"], kept["reason"], _message(messages["request"]),
            None if response is None else _message(response))


def _message(kept: dict[str, Any]) -> Message:
    headers = {field["name"]: field["value"] for field in kept["headers"]}
    return Message(headers, kept.get("body"), kept["length"])
