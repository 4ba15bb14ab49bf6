"""What the simulator knows about a world, for the report of a failed test."""

from __future__ import annotations

import io
import json
import os
import zipfile
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any, Mapping

from .types import Explanation, JournalEntry

if TYPE_CHECKING:
    from .world import World

#: The files of a world's evidence.
FILES = (
    "report.txt", "journal.txt", "journal.json", "flows.json", "requests.har", "world.json", "evidence.json",
    "explain.json", "report.html")


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

    def text(self) -> str:
        """Returns what the report of a failed test shows: the file ``report.txt``.

        It ends with the time of this machine, if the newest entry has another one by more than a day.
        """
        text = self.files["report.txt"].decode()
        now = datetime.now(timezone.utc)
        for entry in self.entries[-1:]:
            if abs(now - datetime.fromisoformat(entry["at"].replace("Z", "+00:00"))) > timedelta(days=1):
                text += f"\nThe clock of this machine says {now:%Y-%m-%dT%H:%M:%SZ}; the times above are the world's.\n"
        return text

    def write(self, folder: str | os.PathLike[str]) -> str:
        """Writes the files into a folder, and returns its path."""
        path = os.path.abspath(folder)
        os.makedirs(path, exist_ok=True)
        for name, content in self.files.items():
            with open(os.path.join(path, os.path.basename(name)), "wb") as file:
                file.write(content)
        return path
