"""What the simulator knows about a world, for the report of a failed test."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._version import __version__
from .errors import TvsimError
from .journal import Exchange, line
from .types import Explanation, JournalEntry

if TYPE_CHECKING:
    from .world import World

#: The files of a world's evidence.
FILES = ("journal.txt", "journal.json", "requests.har", "world.json", "explain.json")


@dataclass(frozen=True)
class Evidence:
    """The journal, the requests, the state, and what the app's first call would do now."""

    world: str
    url: str
    entries: list[JournalEntry]
    exchanges: list[Exchange]
    state: bytes
    explanation: Explanation | None

    @classmethod
    def of(cls, world: World) -> Evidence:
        # `explain` fails in a world without the app that it asks for. Everything else is still evidence.
        try:
            explanation = world.explain()
        except TvsimError as error:
            if error.status != 422:
                raise
            explanation = None
        return cls(
            world.name, world.url, world.journal.entries(), world.requests.all(), world.save(), explanation)

    def sections(self, *, limit: int = 25) -> list[tuple[str, str]]:
        """Returns titles with texts for a report: journal, failed requests, and reasons."""
        sections = [("tvsim journal", _newest([line(entry) for entry in self.entries], limit))]
        refused = [exchange for exchange in self.exchanges if exchange.status >= 400]
        total = f"requests that reached {self.url}: {len(self.exchanges)}; refused: {len(refused)}"
        sections.append(("tvsim requests", "\n".join([total] + [_answer(exchange) for exchange in refused[-5:]])))
        if self.explanation is not None:
            sections.append(("tvsim explain", _reasons(self.explanation)))
        return sections

    def write(self, folder: str | os.PathLike[str]) -> str:
        """Writes the files into a folder, and returns its path."""
        path = os.path.abspath(folder)
        os.makedirs(path, exist_ok=True)
        contents: dict[str, Any] = {
            "journal.txt": "".join(line(entry) + "\n" for entry in self.entries).encode(),
            "journal.json": _json(self.entries),
            "requests.har": _json(self.har()),
            "world.json": self.state,
            "explain.json": _json(self.explanation),
        }
        for name in FILES:
            with open(os.path.join(path, name), "wb") as file:
                file.write(contents[name])
        return path

    def har(self) -> dict[str, Any]:
        """Returns the requests as HTTP Archive 1.2, for the developer tools of a browser."""
        creator = {"name": "tvsim", "version": __version__}
        return {"log": {"version": "1.2", "creator": creator, "entries": [self._har(each) for each in self.exchanges]}}

    def _har(self, exchange: Exchange) -> dict[str, Any]:
        def headers(fields: dict[str, str]) -> list[dict[str, str]]:
            return [{"name": name, "value": value} for name, value in fields.items()]

        request, response = exchange.request, exchange.response
        sent: dict[str, Any] = {
            "method": exchange.method, "url": self.url + exchange.target, "httpVersion": "HTTP/1.1", "cookies": [],
            "headers": headers(request.headers), "queryString": [], "headersSize": -1, "bodySize": request.length,
        }
        if request.body is not None:
            sent["postData"] = {"mimeType": request.headers.get("Content-Type", ""), "text": request.body}
        return {
            "startedDateTime": exchange.at, "time": 0, "cache": {}, "timings": {"send": 0, "wait": 0, "receive": 0},
            "comment": f"{exchange.outcome}: {exchange.reason}", "request": sent,
            "response": {
                "status": exchange.status, "statusText": "", "httpVersion": "HTTP/1.1", "cookies": [],
                "headers": headers(response.headers), "redirectURL": response.headers.get("Location", ""),
                "headersSize": -1, "bodySize": response.length,
                "content": {
                    "size": response.length, "mimeType": response.headers.get("Content-Type", ""),
                    "text": response.body or "",
                },
            },
        }


def _json(value: Any) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()


def _newest(lines: list[str], limit: int) -> str:
    if not lines:
        return "(no entries)"
    left = len(lines) - limit
    return "\n".join(([f"… {left} earlier entries are in journal.txt"] if left > 0 else []) + lines[-limit:])


def _answer(exchange: Exchange) -> str:
    text = " ".join((exchange.response.body or "").split())
    return f"{exchange}\n    {text[:400]}" if text else str(exchange)


def _reasons(explanation: Explanation) -> str:
    lines = [f"{explanation['call']} would cause now: {', '.join(explanation['callbacks'])}"]
    lines += [f"NO   {each['name']}" for each in explanation.get("conditions", []) if not each["holds"]]
    remedy = explanation.get("remedy")
    if remedy is not None:
        lines.append(f"to change that: {_in_python(remedy)}")
    return "\n".join(lines)


def _in_python(remedy: str) -> str:
    """A remedy is a command of the admin API, in JSON, or the change of a profile."""
    try:
        return f"tvsim.perform({json.loads(remedy)!r})"
    except ValueError:
        return remedy
