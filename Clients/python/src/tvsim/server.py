"""A server: one that this process starts, or one that runs already."""

from __future__ import annotations

import os
import re
import uuid
import warnings
from types import TracebackType
from typing import Any, Callable, Mapping, Sequence, Union
from urllib.parse import urlsplit

from ._http import Endpoint
from ._program import ServerProcess
from ._version import __build__, __version__
from .errors import TvsimError, VersionMismatch
from .situations import Situation
from .types import RuleReport, Severity
from .world import World

#: A profile: the path of a file (YAML or JSON), or its content as a dictionary. A dictionary needs no ``schema``.
Profile = Union[str, "os.PathLike[str]", Mapping[str, Any]]


class Server:
    """A server of isolated worlds. As a context manager, a server of this process ends with the block."""

    def __init__(
        self, endpoint: Endpoint, process: ServerProcess | None, profile: Profile | None,
        ports: Callable[[int], int] | None = None,
    ) -> None:
        self._endpoint, self._process, self._ports = endpoint, process, ports
        self._profile = profile
        #: Whether each world has a port of its own. If not, a world is a path of the server; see ``connect``.
        self.has_world_ports: bool | None = None if process is None else True
        self._situation: Situation | None = None
        health = endpoint.send("GET", "/_sim/v1/health").json()
        #: The version of the server.
        self.version: str = health["version"]
        if self.version != __version__:
            source = f"{process.program} is" if process else f"the server at {endpoint.url} has"
            raise VersionMismatch(
                f"{source} version {self.version}, and this Python package has version {__version__}",
                suggestion=f"install tvsim=={self.version} with pip, or the programs of version {__version__}")
        #: The build of the server, or ``unknown``.
        self.build: str = health.get("build", "unknown")
        if self.build != __build__ and "unknown" not in (self.build, __build__):
            source = f"{process.program} is" if process else f"the server at {endpoint.url} has"
            warnings.warn(
                f"{source} build {self.build}, and this Python package has build {__build__}: install both from one "
                "release", stacklevel=2)

    @classmethod
    def start(cls, *, profile: Profile | None = None, tls: bool = False) -> Server:
        """Starts a server, whose worlds are in memory. It ends with this process at the latest.

        ``profile`` is that of each world that names none; without it a world begins as the built-in profile says. With
        ``tls`` the addresses begin with ``https:``, and the client under test must trust ``certificate_authority``.
        """
        process = ServerProcess(["serve", "--store", "memory:", "--port", "0"] + ["--tls"] * tls)
        try:
            locator = process.locator
            return cls(Endpoint(locator["url"], authority=locator.get("certificateAuthority")), process, profile)
        except BaseException:
            process.stop()
            raise

    @classmethod
    def connect(
        cls, url: str | None = None, *, timeout: float = 30, profile: Profile | None = None,
        ports: Callable[[int], int] | None = None,
    ) -> Server:
        """Connects to a running server: that at ``url``, else that of ``TVSIM_URL``.

        A world has a port of its own, if that can be reached from here. In a container with one published port it
        cannot, and worlds then have the address ``URL/s/NAME`` (``has_world_ports`` is ``False``). ``ports`` returns the
        published port of a port of the server. Under ``tvsim exec --matrix`` each new world is in the situation of the
        run.
        """
        address = url or os.environ.get("TVSIM_URL")
        if not address:
            raise TvsimError(
                "no server is named", suggestion="set TVSIM_URL, pass an address, or use Server.start()")
        server = cls(Endpoint(address, timeout=timeout), None, profile, ports)
        name = os.environ.get("TVSIM_SITUATION")
        if name and address == os.environ.get("TVSIM_URL"):
            # The server of this run leads each new world into it.
            server._situation = Situation(name)
        return server

    @property
    def url(self) -> str:
        """The address of the server. Requests belong to a world: use ``World.url``."""
        return self._endpoint.url

    @property
    def certificate_authority(self) -> str | None:
        """The file (PEM) of the authority that clients of a server with TLS must trust."""
        return self._endpoint.authority if self.url.startswith("https:") else None

    @property
    def is_own(self) -> bool:
        """Whether this process started the server."""
        return self._process is not None

    @property
    def situation(self) -> Situation | None:
        """The situation of ``tvsim exec --matrix``, in which each new world is."""
        return self._situation

    def world(
        self, name: str | None = None, *, profile: Profile | None = None, situation: Situation | str | None = None,
    ) -> World:
        """Creates an isolated world. It is an error if one of this name exists.

        A name has at most 64 letters, digits and hyphens. ``situation`` is one of ``situations``, or its name.
        """
        name = name or f"world-{uuid.uuid4().hex[:12]}"
        if not re.fullmatch(r"[A-Za-z0-9-]{1,64}", name):
            raise TvsimError(f"invalid name '{name}' of a world: expected at most 64 letters, digits and hyphens")
        if self._situation is not None and (situation or profile) is not None:
            raise TvsimError(
                f"'tvsim exec --matrix' runs these tests in the situation '{self._situation}', and the world "
                f"'{name}' has a profile or a situation of its own",
                suggestion="run the test without 'tvsim exec --matrix', or let it take the world as it is")
        if isinstance(situation, str):
            situation = Situation(situation)
        if profile is None and situation is not None:
            profile = situation.profile
        if profile is None and self._situation is None:
            profile = self._profile
        wish: dict[str, Any] = {"name": name, "ifExists": "fail"}
        if profile is not None:
            wish["profile"] = _content(profile)
        if situation is not None:
            wish["situation"] = situation.name
        url = self._address(self._asked("POST", "/_sim/v1/worlds", wish, profile)["url"], name)
        endpoint = Endpoint(url, world=name, timeout=self._endpoint.timeout, server=self._endpoint)
        return World(endpoint, name, situation or self._situation)

    def situations(
        self, axes: Mapping[str, Sequence[str] | str], profile: Profile | None = None
    ) -> list[Situation]:
        """Returns each combination of the values that can exist. ``"all"`` stands for all values of an axis.

        Axes that are not named are as the profile of the world says: ``profile``, else that of the server.
        """
        query = {name: value if isinstance(value, str) else ",".join(value) for name, value in axes.items()}
        found = self._endpoint.send("GET", "/_sim/v1/situations", query=query).json()["situations"]
        return [Situation(each["name"], profile) for each in found]

    def situations_of(self, profile: Profile) -> list[Situation]:
        """Returns the situations of the ``matrix`` of a profile."""
        found = self._asked("POST", "/_sim/v1/situations", _content(profile), profile)["situations"]
        return [Situation(each["name"], profile) for each in found]

    def rules(self, fail_on: Severity | None = None) -> RuleReport:
        """Returns the report over all worlds whose rules were asked for or whose test failed, also removed ones."""
        report: RuleReport = self._endpoint.send("GET", "/_sim/v1/worlds/rules", query={"failOn": fail_on}).json()
        return report

    def _asked(self, method: str, path: str, body: Any, profile: Profile | None) -> dict[str, Any]:
        """Sends a request with a profile. An error names the file, which the server does not know."""
        try:
            answer: dict[str, Any] = self._endpoint.send(method, path, body).json()
            return answer
        except TvsimError as error:
            source, rest = "profile:", error.message.removeprefix("profile:")
            if rest == error.message:
                raise
            source = "the profile:" if isinstance(profile, Mapping) else f"{profile}:"
            raise TvsimError(source + rest, status=error.status, suggestion=error.suggestion) from None

    def _address(self, url: str, name: str) -> str:
        """Returns the address of a world as it can be reached from here."""
        parts = urlsplit(url)
        if parts.path:
            self.has_world_ports = False
            return url
        if self._ports is not None and parts.port is not None:
            host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
            url = f"{parts.scheme}://{host}:{self._ports(parts.port)}"
        if self.has_world_ports is None:
            # The port of a world may not be published, for example by a container.
            try:
                probe = Endpoint(url, timeout=min(3, self._endpoint.timeout), authority=self._endpoint.authority)
                health = probe.send("GET", "/_sim/v1/health")
                self.has_world_ports = health.json().get("world") == name
            except (TvsimError, ValueError):
                self.has_world_ports = False
        return url if self.has_world_ports else f"{self.url}/s/{name}"

    def close(self) -> None:
        """Ends a server of this process. A server that was connected to goes on."""
        if self._process is not None:
            self._process.stop()

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<tvsim.Server {self.url} {self.version}>"



def _content(profile: Profile) -> Any:
    """Returns a profile as the server takes it: an object, or the text of a file."""
    if isinstance(profile, Mapping):
        return {"schema": 1, "name": "profile"} | dict(profile)
    source = os.fspath(profile)
    try:
        with open(source, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise TvsimError(f"the profile '{source}' cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise TvsimError(f"the profile '{source}' is not UTF-8") from error
