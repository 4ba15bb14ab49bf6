"""The situations of the single sign-on cookbook: combinations of permission, account, platform and so on.

The program ``tvsim`` knows the axes, which combinations can exist, and the steps that lead into each one.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from dataclasses import dataclass, field
from typing import Any, Iterator, Mapping, Sequence

from ._program import output_of
from .errors import TvsimError


@dataclass(frozen=True)
class Situation:
    """A situation, such as ``access=denied/account=signedOut``: ``situation["access"]`` is ``"denied"``."""

    name: str
    #: The profile of a world in this situation, and the commands or the state that lead into it.
    profile: Any = field(default=None, repr=False, compare=False)
    commands: Sequence[Any] = field(default=(), repr=False, compare=False)
    state: bytes | None = field(default=None, repr=False, compare=False)

    @property
    def axes(self) -> dict[str, str]:
        """The value of each axis that the name has."""
        return dict(part.split("=", 1) for part in self.name.split("/") if "=" in part)

    def __getitem__(self, axis: str) -> str:
        try:
            return self.axes[axis]
        except KeyError:
            raise TvsimError(
                f"the situation '{self.name}' has no axis '{axis}'", suggestion="name the axis in the matrix") from None

    def __str__(self) -> str:
        return self.name


def situations(axes: Mapping[str, Sequence[str] | str], profile: Mapping[str, Any] | None = None) -> list[Situation]:
    """Returns each combination of the values that can exist. ``"all"`` stands for all values of an axis.

    Axes that are not named are as the profile says, which is the built-in one if there is none.
    """
    given = dict(profile or {})
    given.pop("flow", None)
    world: dict[str, Any] = {"schema": 1, "name": "situations"} | given
    values = {name: list(value) if not isinstance(value, str) else value for name, value in axes.items()}
    text = json.dumps(world | {"matrix": values})
    output = output_of(["run", "-", "--format", "json"], input=text)
    return list(_entered(output, world))


def _entered(output: str, profile: dict[str, Any]) -> Iterator[Situation]:
    for line in output.splitlines():
        run = json.loads(line)
        name = run["profile"].rpartition(" [")[2].removesuffix("]")
        commands = []
        for step in run["steps"]:
            if step["requests"] or step["call"] in ("relaunch", "setRequestor"):
                raise TvsimError(
                    f"the situation '{name}' needs an app with the SDK, which a client over HTTP is not",
                    suggestion="leave out the axes 'token', 'start' and 'accessBefore', or use tvsim_matrix(profile=…)")
            arguments = step["arguments"]
            commands.append({step["call"]: arguments[0]} if arguments else step["call"])
        yield Situation(name, profile=profile, commands=commands)


# Saves the state of the device of one situation. `tvsim exec --matrix` runs it in each.
_SAVE = """
import os, sys, urllib.request
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
state = opener.open(os.environ["TVSIM_ADMIN_URL"] + "/state").read()
name = os.environ["TVSIM_SITUATION"]
with open(os.path.join(sys.argv[1], name.replace("/", ",")), "wb") as file:
    file.write(state)
"""


def situations_of(path: str | os.PathLike[str]) -> list[Situation]:
    """Returns the situations of the ``matrix`` of a profile, each with the state of its world."""
    with tempfile.TemporaryDirectory(prefix="tvsim-") as folder:
        jobs = str(min(os.cpu_count() or 1, 8))
        output = output_of(
            ["exec", "--matrix", os.fspath(path), "--jobs", jobs, "--", sys.executable, "-c", _SAVE, folder],
            adding={"TVSIM_HOME": os.path.join(folder, "home")})
        names = [line.removeprefix("PASS").strip() for line in output.splitlines() if line.startswith("PASS")]
        found = []
        for name in names:
            with open(os.path.join(folder, name.replace("/", ",")), "rb") as file:
                found.append(Situation(name, state=file.read()))
        return found
