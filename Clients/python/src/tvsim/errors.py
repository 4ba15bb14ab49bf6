"""The errors of this package. Each says what is wrong, where, and what to do."""

from __future__ import annotations


class TvsimError(Exception):
    """A request that the simulator refused, or that did not reach it.

    ``status`` is the HTTP status, or ``None`` if there was no answer. ``suggestion`` is what may have been meant, or
    what to do. ``context`` is what the simulator did before.
    """

    def __init__(
        self, message: str, *, status: int | None = None, suggestion: str | None = None, context: str | None = None
    ) -> None:
        self.message, self.status, self.suggestion, self.context = message, status, suggestion, context
        super().__init__(message)

    def __str__(self) -> str:
        text = self.message
        if self.suggestion is not None:
            # The server suggests one word for a word that it does not know.
            text += f"; did you mean '{self.suggestion}'?" if " " not in self.suggestion else f"; {self.suggestion}"
        return text if self.context is None else f"{text}\n{self.context}"


class ProgramMissing(TvsimError):
    """The program ``tvsim`` was not found, or cannot be started."""


class VersionMismatch(TvsimError):
    """The server has another version than this package."""


class ServerLost(TvsimError):
    """The server does not answer: it was never there, has ended, or cannot be reached."""


class WorldLost(TvsimError):
    """The world does not exist: it was removed, or its server was restarted."""


class WaitTimeout(TvsimError):
    """What a test waited for did not happen."""
