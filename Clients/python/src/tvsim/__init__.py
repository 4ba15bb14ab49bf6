"""A client of tvsim, the simulator of TV Everywhere single sign-on, and a plugin for pytest.

>>> import tvsim
>>> with tvsim.Server.start() as server, server.world() as world:  # doctest: +SKIP
...     world.permission.grant()
...     world.account.sign_in("Cablevision", "alice")
...     client = YourClient(world.url, world.statement())
"""

from ._version import __build__, __version__
from .device import Account, Clock, Faults, Permission, Viewer
from .errors import ProgramMissing, ServerLost, TvsimError, VersionMismatch, WaitTimeout, WorldLost
from .evidence import Evidence
from .framework import Framework, PendingRequest
from .journal import Exchange, Journal, Message, Requests
from .saml import SAML
from .server import Profile, Server
from .situations import Situation
from .types import (
    Access, AccessStatus, AccountMetadata, Call, Condition, Explanation, FaultOperation, FrameworkError, IssuedResponse,
    JournalEntry, JudgedRule, Metadata, Outcome, ResponseVerdict, RuleReport, Severity, TokenVerdict,
)
from .world import World

__all__ = [
    "Access", "AccessStatus", "Account", "AccountMetadata", "Call", "Clock", "Condition", "Evidence", "Exchange",
    "Explanation", "FaultOperation", "Faults", "Framework", "FrameworkError", "IssuedResponse", "Journal",
    "JournalEntry", "JudgedRule", "Message", "Metadata", "Outcome", "PendingRequest", "Permission", "Profile",
    "ProgramMissing", "Requests", "ResponseVerdict", "RuleReport", "SAML", "Server", "ServerLost", "Severity",
    "Situation", "TokenVerdict", "TvsimError", "VersionMismatch", "Viewer", "WaitTimeout", "World", "WorldLost",
    "__build__",
    "__version__",
]
