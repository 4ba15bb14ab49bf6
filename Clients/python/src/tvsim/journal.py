"""What the simulator decided, and the requests that it got."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from .errors import TvsimError, WaitTimeout
from .types import JournalEntry

if TYPE_CHECKING:
    from .world import World


#: How many entries a message or a report shows.
NEWEST = 25
#: How many entries are read at once. The server allows 10,000, and sends 100 by default.
PAGE = 1000
#: How many requests the server keeps, of all its worlds together.
KEPT = 200


def line(entry: JournalEntry) -> str:
    """Returns an entry as ``tvsim journal show`` prints it."""
    return f"{entry['number']}  {entry['at']}  {entry['room']}: {entry['event']}: {entry['outcome']} ({entry['reason']})"


class Journal:
    """The decisions of the simulator, with their reasons and without secrets."""

    def __init__(self, world: World) -> None:
        self._world = world

    def entries(self, contains: str | None = None, *, after: int = 0) -> list[JournalEntry]:
        """Returns all entries after a number, oldest first; those that contain a text, if one is given."""
        entries: list[JournalEntry] = []
        while True:
            page = self._world.send("GET", "journal", contains=contains, after=after, limit=PAGE)
            entries += page["entries"]
            if page["count"] <= len(page["entries"]):
                return entries
            after = page["last"]

    def wait(self, contains: str, *, timeout: float = 10, after: int = 0) -> JournalEntry:
        """Waits for the first entry that contains a text. The server waits, so a frozen clock of the test does not."""
        seconds = max(1, round(timeout))
        found = self._world.send(
            "GET", "journal/wait", wait=timeout, contains=contains, after=after, timeout=f"{seconds}s")["entries"]
        if not found:
            raise WaitTimeout(
                f"no entry of the journal contained '{contains}' in {seconds} s", context=self.newest())
        entry: JournalEntry = found[0]
        return entry

    def text(self) -> str:
        """Returns the entries as lines of text."""
        return "".join(line(entry) + "\n" for entry in self.entries())

    def newest(self) -> str:
        """Returns the newest 25 entries as lines of text, for a message."""
        lines = [line(entry) for entry in self.entries()[-NEWEST:]]
        return "\n".join(["The newest entries of the journal:"] + lines) if lines else "The journal is empty."

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
    at: str
    method: str
    #: The path with its query, without ``/s/NAME``.
    target: str
    status: int
    #: What the service decided, and why.
    outcome: str
    reason: str
    request: Message
    response: Message

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
        return [found for entry in self._entries(path)[-KEPT:] if (found := self._exchange(entry)) is not None]

    def last(self, path: str | None = None) -> Exchange:
        """Returns the newest request."""
        entries = self._entries(path)
        for entry in reversed(entries[-KEPT:]):
            found = self._exchange(entry)
            if found is not None:
                return found
        wanted = "" if path is None else f" with '{path}' in its path"
        if entries:
            message = f"the server no longer keeps a request{wanted}: it keeps the latest {KEPT} of all its worlds"
        else:
            message = f"no request{wanted} reached the world '{self._world.name}'"
        raise TvsimError(message, context=self._world.journal.newest())

    def _entries(self, path: str | None) -> list[JournalEntry]:
        # Each request has one entry whose event is its first line; further entries say what happened inside.
        requests = [entry for entry in self._world.journal.entries() if re.match(r"[A-Z]+ /", entry["event"])]
        return [entry for entry in requests if path is None or path in entry["event"].split(" ", 1)[1]]

    def _exchange(self, entry: JournalEntry) -> Exchange | None:
        kept = self._world.send("GET", "journal/exchange", number=entry["number"])["exchange"]
        if kept is None:
            return None
        method, _, target = kept["request"]["line"].partition(" ")
        return Exchange(
            entry["number"], entry["at"], method, target, int(kept["response"]["line"].split()[0]), entry["outcome"],
            entry["reason"], _message(kept["request"]), _message(kept["response"]))


def _message(kept: dict[str, Any]) -> Message:
    headers = {field["name"]: field["value"] for field in kept["headers"]}
    return Message(headers, kept.get("body"), kept["length"])
