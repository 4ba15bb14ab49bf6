"""The situations of the single sign-on cookbook: combinations of permission, account, platform and so on.

The server knows the axes, which combinations can exist, and the steps that lead into each one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .errors import TvsimError


@dataclass(frozen=True)
class Situation:
    """A situation, such as ``access=denied/account=signedOut``: ``situation["access"]`` is ``"denied"``."""

    name: str
    #: The profile of a world in this situation; ``None`` for that of the server.
    profile: Any = field(default=None, repr=False, compare=False)

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
