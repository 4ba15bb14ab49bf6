"""The program ``tvsim`` of this machine."""

from __future__ import annotations

import json
import os
import shutil
import site
import subprocess
import sys
import sysconfig
import tempfile
from typing import IO, Any, Sequence

from .errors import ProgramMissing, ServerLost

# How long a server has for its last responses, in seconds.
PATIENCE = 10

HELP = (
    "install the wheel of your platform (Linux with glibc 2.34 or newer), name the program in TVSIM_PROGRAM, or name a "
    "running server in TVSIM_URL, such as the container: podman run --rm --publish 127.0.0.1:8080:8080 tvsim"
)


def find_program() -> str:
    """Returns the path of ``tvsim``: that in ``TVSIM_PROGRAM``, of this Python's scripts, or in ``PATH``."""
    named = os.environ.get("TVSIM_PROGRAM")
    if named:
        if not os.access(named, os.X_OK) or os.path.isdir(named):
            raise ProgramMissing(f"TVSIM_PROGRAM names '{named}', which is not a program", suggestion=HELP)
        return os.path.abspath(named)
    folders = [sysconfig.get_path("scripts"), os.path.dirname(sys.executable)]
    if os.path.abspath(__file__).startswith(os.path.join(site.getusersitepackages(), "")):
        folders.append(sysconfig.get_path("scripts", f"{os.name}_user"))
    for folder in folders:
        path = os.path.join(folder, "tvsim")
        if os.access(path, os.X_OK):
            return path
    found = shutil.which("tvsim")
    if found is None:
        raise ProgramMissing(
            f"the program 'tvsim' is not in {folders[0]}, and not in PATH", suggestion=HELP)
    return found


def environment() -> dict[str, str]:
    """The environment of a program that must not use a device or a server of the user."""
    own = {"TVSIM_STARTED_BY", "TVSIM_DEVICE", "TVSIM_STORE", "TVSIM_URL", "TVSIM_ADMIN_URL", "TVSIM_SITUATION"}
    return {name: value for name, value in os.environ.items() if name not in own}


class ServerProcess:
    """A server that ends with this process, also if this process is killed."""

    def __init__(self, arguments: Sequence[str]) -> None:
        program = find_program()
        self._error: IO[str] = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")
        try:
            # A session of its own keeps Ctrl-C from the server, so that the evidence of an interrupted test can still
            # be read.
            self._process = subprocess.Popen(
                [program, *arguments, "--until-stdin-closes"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=self._error, env=environment() | {"TVSIM_STARTED_BY": str(os.getpid())}, start_new_session=True)
        except OSError as error:
            raise ProgramMissing(f"{program} cannot be started: {error.strerror}", suggestion=HELP) from error
        assert self._process.stdout is not None
        first = self._process.stdout.readline()
        if not first:
            self.stop()
            raise ServerLost(
                f"{program} {' '.join(arguments)} ended with exit status {self._process.returncode}: {self.said()}")
        self.program, self.locator = program, json.loads(first)

    locator: dict[str, Any]

    def said(self) -> str:
        """What the server wrote to standard error."""
        self._error.seek(0)
        return self._error.read().strip() or "it said nothing"

    def stop(self) -> None:
        """Ends the server and waits for its end. A second call does nothing."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        # A process that a test has forked may hold the other end of standard input, so the server is asked too.
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
