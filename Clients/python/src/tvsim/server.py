"""A server: one that this process starts, or one that runs already."""

from __future__ import annotations

import os
import re
import threading
import uuid
from types import TracebackType
from typing import Any, Callable, Mapping, Union
from urllib.parse import urlsplit

from ._http import Endpoint
from ._program import ServerProcess
from ._version import __version__
from .errors import ServerLost, TvsimError, VersionMismatch, WorldLost
from .situations import Situation
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
        self._successor: Server | None = None
        self._lock = threading.Lock()
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

    @classmethod
    def start(cls, *, profile: Profile | None = None) -> Server:
        """Starts a server, whose worlds are in memory. It ends with this process at the latest.

        ``profile`` is that of each world that names none; without it a world begins as the built-in profile says.
        """
        process = ServerProcess(["serve", "--store", "memory:", "--port", "0"])
        try:
            return cls(Endpoint(process.locator["url"]), process, profile)
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
            # A new world begins as the server's profile says. Only the server's own world is in the situation.
            server._situation = Situation(name, state=server._endpoint.send("GET", "/_sim/v1/state").body)
        return server

    @property
    def url(self) -> str:
        """The address of the server. Requests belong to a world: use ``World.url``."""
        return self._endpoint.url

    @property
    def is_own(self) -> bool:
        """Whether this process started the server."""
        return self._process is not None

    @property
    def situation(self) -> Situation | None:
        """The situation of ``tvsim exec --matrix``, in which each new world is."""
        return self._situation

    def world(
        self, name: str | None = None, *, profile: Profile | None = None, situation: Situation | None = None,
    ) -> World:
        """Creates an isolated world. It is an error if one of this name exists.

        A name has at most 64 letters, digits and hyphens. ``situation`` is one of ``tvsim.situations``.
        """
        name = name or f"world-{uuid.uuid4().hex[:12]}"
        if not re.fullmatch(r"[A-Za-z0-9-]{1,64}", name):
            raise TvsimError(f"invalid name '{name}' of a world: expected at most 64 letters, digits and hyphens")
        if self._situation is not None and (situation or profile) is not None:
            raise TvsimError(
                f"'tvsim exec --matrix' runs these tests in the situation '{self._situation}', and the world "
                f"'{name}' has a profile or a situation of its own",
                suggestion="run the test without 'tvsim exec --matrix', or let it take the world as it is")
        situation = situation or self._situation
        if self._successor is not None:
            return self._successor.world(name, profile=profile or self._profile, situation=situation)
        path = f"/s/{name}"
        by_path = Endpoint(self.url + path, world=name, timeout=self._endpoint.timeout)
        self._refuse_existing(name, by_path)
        content = profile
        if content is None and situation is not None:
            content = situation.profile
        if content is None:
            content = self._profile
        if content is not None:
            self._create(path, name, content)
        try:
            address = self._address(name, path)
        except _NoPort:
            if content is not None:
                by_path.send("DELETE", "/_sim/v1/world")
            with self._lock:
                if self._successor is None:
                    self._successor = Server.start(profile=self._profile)
            return self._successor.world(name, profile=profile, situation=situation)
        endpoint = Endpoint(address, world=name, timeout=self._endpoint.timeout)
        world = World(endpoint, by_path, name, situation)
        if situation is not None:
            if situation.state is not None:
                world.restore(situation.state)
            world.perform(*situation.commands)
        return world

    def _refuse_existing(self, name: str, world: Endpoint) -> None:
        try:
            world.send("GET", "/_sim/v1/health")
        except WorldLost:
            return
        raise TvsimError(
            f"the world '{name}' exists already at {self.url}", status=409,
            suggestion="use another name, or remove it with DELETE " + world.url + "/_sim/v1/world")

    def _create(self, path: str, name: str, profile: Profile) -> None:
        if isinstance(profile, Mapping):
            body: Any = {"schema": 1, "name": name} | dict(profile)
            source = "the profile"
        else:
            source = os.fspath(profile)
            try:
                with open(source, "rb") as file:
                    body = file.read()
            except OSError as error:
                raise TvsimError(f"the profile '{source}' cannot be read: {error.strerror}") from error
        try:
            self._endpoint.send("PUT", f"{path}/_sim/v1/world", body)
        except ServerLost:
            raise
        except TvsimError as error:
            raise TvsimError(
                f"{source}: {error.message}", status=error.status, suggestion=error.suggestion) from None

    def _address(self, name: str, path: str) -> str:
        """Creates the world if it is missing, and returns its address."""
        if self.has_world_ports is False:
            self._endpoint.send("GET", f"{path}/_sim/v1/health")
            return self.url + path
        try:
            answer = self._endpoint.send("POST", "/_sim/v1/worlds", {"name": name}).json()
        except TvsimError as error:
            if error.status == 503 and "port of their own" in error.message:
                if self.is_own:
                    raise _NoPort from None
                raise TvsimError(
                    f"the server at {self.url} gives no further world a port: {error.message}", status=503,
                    suggestion="unset TVSIM_URL, so that the tests start their own servers") from None
            raise
        port = urlsplit(answer["url"]).port
        assert port is not None
        # A server that listens on all addresses names one that is no destination. This one is known to work.
        host = f"[{self._endpoint.host}]" if ":" in self._endpoint.host else self._endpoint.host
        scheme = urlsplit(self.url).scheme
        address = f"{scheme}://{host}:{self._ports(port) if self._ports else port}"
        if self.has_world_ports is None:
            try:
                health = Endpoint(address, timeout=min(3, self._endpoint.timeout)).send("GET", "/_sim/v1/health")
                self.has_world_ports = health.json().get("world") == name
            except (TvsimError, ValueError):
                self.has_world_ports = False
            if not self.has_world_ports:
                return self.url + path
        return address

    def close(self) -> None:
        """Ends a server of this process. A server that was connected to goes on."""
        if self._successor is not None:
            self._successor.close()
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


class _NoPort(Exception):
    """A server gives at most 256 worlds a port during its life. A further server has 256 more."""
