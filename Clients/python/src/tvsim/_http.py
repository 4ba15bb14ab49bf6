"""HTTP to a server, without proxies and without packages that a test may replace by a mock."""

from __future__ import annotations

import http.client
import json
import os
import ssl
from dataclasses import dataclass
from typing import Any, Iterator, NoReturn
from urllib.parse import quote, urlencode, urlsplit

from .errors import ServerLost, TvsimError, WorldLost


@dataclass(frozen=True)
class Answer:
    """A response of the server."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Endpoint:
    """The address of a server or of one of its worlds. Each request has a connection of its own."""

    def __init__(
        self, url: str, *, world: str | None = None, timeout: float = 30, server: Endpoint | None = None,
        authority: str | None = None,
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise TvsimError(
                f"invalid address '{url}' of the server", suggestion="write it as http://HOST:PORT")
        self.url, self.world, self.timeout, self._server = url.rstrip("/"), world, timeout, server
        self.host, self.port = parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)
        # The file of the authority that the connection trusts; `tvsim exec --tls` names it.
        self.authority: str | None = authority or (server.authority if server else os.environ.get("TVSIM_CA"))
        self._prefix, self._tls = parts.path.rstrip("/"), parts.scheme == "https"

    def send(
        self, method: str, path: str, body: Any = None, *, query: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None, wait: float = 0,
    ) -> Answer:
        """Sends a request, and raises an error if the status is not 2xx. ``wait`` is how long the server may wait."""
        connection, response = self._open(method, path, body, query, headers, wait)
        try:
            answer = Answer(response.status, response.headers, response.read())
        except (OSError, http.client.HTTPException) as error:
            self._lost(method, path, error)
        finally:
            connection.close()
        if not 200 <= answer.status < 300:
            self._refused(method, path, answer)
        return answer

    def events(self, path: str, *, query: dict[str, Any], wait: float) -> Iterator[str]:
        """Yields the names of server-sent events until the server ends the stream."""
        connection, response = self._open("GET", path, None, query, None, wait)
        try:
            if response.status != 200:
                self._refused("GET", path, Answer(response.status, response.headers, response.read()))
            while line := response.readline():
                if line.startswith(b"event:"):
                    yield line[6:].decode().strip()
        except (OSError, http.client.HTTPException) as error:
            self._lost("GET", path, error)
        finally:
            connection.close()

    def _open(
        self, method: str, path: str, body: Any, query: dict[str, Any] | None, headers: dict[str, str] | None,
        wait: float,
    ) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        given = {name: value for name, value in (query or {}).items() if value is not None}
        target = self._prefix + quote(path, safe="/%") + (f"?{urlencode(given)}" if given else "")
        fields = dict(headers or {})
        if self.world is not None:
            # Without it the server creates a missing world, and the test would go on in another one than before.
            fields["If-Match"] = "*"
        secret = os.environ.get("TVSIM_ADMIN_TOKEN")
        if secret:
            fields["Tvsim-Admin-Token"] = secret
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        connection = self._connection(self.timeout + wait)
        try:
            connection.request(method, target, data, fields)
            return connection, connection.getresponse()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            self._lost(method, path, error)

    def _connection(self, timeout: float) -> http.client.HTTPConnection:
        if not self._tls:
            return http.client.HTTPConnection(self.host, self.port, timeout=timeout)
        return http.client.HTTPSConnection(self.host, self.port, timeout=timeout, context=tls_context(self.authority))

    def _lost(self, method: str, path: str, error: Exception) -> NoReturn:
        if self._server is not None and isinstance(error, ConnectionError):
            # The port of a world closes with it. If the server has ended too, this raises that.
            self._server.send("GET", "/_sim/v1/health")
            raise WorldLost(
                f"unknown world '{self.world}': it was removed ({method} {self.url}{path})",
                suggestion="use a world only inside its 'with' block or its test") from None
        raise ServerLost(
            f"the server at {self.url} did not answer {method} {path}: {error or type(error).__name__}",
            suggestion="check that it runs and can be reached from here") from None

    def _refused(self, method: str, path: str, answer: Answer) -> NoReturn:
        try:
            error = answer.json()["error"]
            message, suggestion = error["message"], error.get("suggestion")
        except (ValueError, KeyError, TypeError):
            message, suggestion = f"{method} {self.url}{path} was answered with status {answer.status}", None
        if answer.status in (412, 421) and self.world is not None:
            raise WorldLost(
                f"{message} ({method} {self.url}{path})", status=answer.status,
                suggestion=suggestion or "use a world only inside its 'with' block or its test")
        raise TvsimError(message, status=answer.status, suggestion=suggestion)


def tls_context(authority: str | None) -> ssl.SSLContext:
    """Returns a context that trusts the authority in a file; without it, those of the system."""
    return ssl.create_default_context(cafile=authority)
