"""The evidence of tests: what the plugin for pytest tells the server, reports and writes."""

from __future__ import annotations

import os
from typing import Any

import pytest

from ._pytest_options import folder_of, option
from .errors import TvsimError
from .evidence import FILES
from .types import Outcome
from .world import World

#: A file in each folder of evidence that the plugin wrote. It has the name of the folder, so a copy is not marked.
MARK = ".tvsim-evidence"


def keep(item: pytest.Item, report: pytest.TestReport, world: World, status: Outcome, suffix: str) -> None:
    """Tells the server what became of a test, reports its evidence if it failed, and writes the files.

    ``suffix`` names the world in the titles of the report, if the test has several.
    """
    kept = option(item.config, "keep") or "failed"
    if status != "failed":
        world.outcome(status, item.nodeid, **_place(item))
        if kept != "all":
            return
    try:
        if status == "failed":
            crash = getattr(report.longrepr, "reprcrash", None)
            message = str(report.longrepr if crash is None else crash.message)
            world.outcome(status, item.nodeid, message=message, **_place(item, crash))
        evidence = world.evidence()
        if status == "failed":
            report.sections.append((f"tvsim{suffix}", evidence.text()))
        if kept == "none":
            return
        folder = folder_of(item.config) / world.name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / MARK).write_text(world.name, "utf-8")
        evidence.write(folder)
    except (TvsimError, OSError) as error:
        report.sections.append((f"tvsim evidence{suffix}", f"The evidence is incomplete: {error}"))
        return
    shown = os.path.relpath(folder, item.config.invocation_params.dir)
    item.user_properties.append(("tvsim_evidence", shown))
    report.user_properties.append(("tvsim_evidence", shown))
    if status == "failed":
        report.sections.append((f"tvsim evidence{suffix}", shown))
    if item.config.pluginmanager.hasplugin("html"):
        link = {"name": "tvsim evidence", "format_type": "url", "content": shown, "mime_type": None, "extension": None}
        report.extras = getattr(report, "extras", []) + [link]  # type: ignore[attr-defined]


def _place(item: pytest.Item, crash: Any = None) -> dict[str, Any]:
    """Returns the file of a test, with the line of the failure if it is in this file, else that of the test."""
    file, line, _ = item.location
    if crash is not None and os.path.abspath(crash.path) == str(item.path):
        return {"file": file, "line": crash.lineno}
    return {"file": file, "line": None if line is None else line + 1}


def remove_earlier(folder: Any) -> None:
    """Removes the evidence of earlier runs, and nothing else."""
    if not folder.is_dir():
        return
    for each in folder.iterdir():
        if each.is_dir() and not each.is_symlink() and _is_marked(each):
            files = list(each.iterdir())
            if all(file.name in (*FILES, MARK) and file.is_file() for file in files):
                for file in files:
                    file.unlink()
                each.rmdir()


def _is_marked(folder: Any) -> bool:
    """Returns whether the plugin wrote a folder, which has this name since then."""
    try:
        return bool((folder / MARK).read_bytes() == os.fsencode(folder.name))
    except OSError:
        return False
