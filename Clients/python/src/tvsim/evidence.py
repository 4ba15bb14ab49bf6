"""What the simulator knows about a world, for the report of a failed test."""

from __future__ import annotations

import io
import json
import os
import zipfile
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Mapping
from urllib.parse import urlsplit

from .journal import NEWEST, line
from .types import Explanation, JournalEntry

if TYPE_CHECKING:
    from .world import World

#: The files of a world's evidence.
FILES = (
    "journal.txt", "journal.json", "flows.json", "requests.har", "world.json", "evidence.json", "explain.json",
    "report.html")
#: What writes an entry only if an app with the SDK, or Apple's framework, was used.
ROOMS = ("AccessEnabler", "VideoSubscriberAccount")


@dataclass(frozen=True)
class Evidence:
    """The journal, the requests, the state, and what the app's first call would do now."""

    world: str
    url: str
    #: The content of each file.
    files: Mapping[str, bytes] = field(repr=False)

    @classmethod
    def of(cls, world: World) -> Evidence:
        archive = world._endpoint.send("GET", f"/_sim/v1/worlds/{world.name}/evidence").body
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            return cls(world.name, world.url, {name: opened.read(name) for name in opened.namelist()})

    @property
    def entries(self) -> list[JournalEntry]:
        """The entries of the journal."""
        entries: list[JournalEntry] = json.loads(self.files["journal.json"])["entries"]
        return entries

    @property
    def explanation(self) -> Explanation | None:
        """What the app's first call would do now, or ``None`` in a world without the app."""
        content = self.files.get("explain.json")
        return None if content is None else json.loads(content)

    def har(self) -> dict[str, Any]:
        """Returns the requests as HTTP Archive 1.2, for the developer tools of a browser."""
        archive: dict[str, Any] = json.loads(self.files["requests.har"])
        return archive

    def sections(self, *, limit: int = NEWEST) -> list[tuple[str, str]]:
        """Returns titles with texts for a report: the journal and the requests.

        If the SDK or Apple's framework was used, the reasons follow. Without these they would be about a call that the
        test does not make.
        """
        sections = [("tvsim journal", _newest([line(entry) for entry in self.entries], limit))]
        requests = self.har()["log"]["entries"]
        refused = [entry for entry in requests if entry["response"]["status"] >= 400]
        total = f"requests that reached {self.url}: {len(requests)}; with status 400 or more: {len(refused)}"
        sections.append(("tvsim requests", "\n".join([total] + [_answer(entry) for entry in refused[-5:]])))
        is_asked = any(entry["room"] in ROOMS for entry in self.entries)
        if is_asked and self.explanation is not None:
            sections.append(("tvsim explain", _reasons(self.explanation)))
        return sections

    def write(self, folder: str | os.PathLike[str]) -> str:
        """Writes the files into a folder, and returns its path."""
        path = os.path.abspath(folder)
        os.makedirs(path, exist_ok=True)
        for name, content in self.files.items():
            with open(os.path.join(path, os.path.basename(name)), "wb") as file:
                file.write(content)
        return path


def _newest(lines: list[str], limit: int) -> str:
    if not lines:
        return "(no entries)"
    left = len(lines) - limit
    return "\n".join(([f"… {left} earlier entries are in journal.txt"] if left > 0 else []) + lines[-limit:])


def _answer(entry: dict[str, Any]) -> str:
    request, content = entry["request"], entry["response"]["content"]
    shown = f"{request['method']} {urlsplit(request['url']).path} -> {entry['comment']}"
    text = " ".join(content.get("text", "").split())
    return f"{shown}\n    {text[:400]}" if text else shown


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
