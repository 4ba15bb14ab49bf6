"""SAML responses of the world's TV providers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

from .types import IssuedResponse, ResponseVerdict

if TYPE_CHECKING:
    from .world import World


class SAML:
    """Issues and validates SAML responses. Named arguments have the names of the admin API."""

    def __init__(self, world: World) -> None:
        self._world = world

    def issue(
        self, provider: str, username: str, *, defects: Sequence[str] = (), **options: Any
    ) -> IssuedResponse:
        """Issues a response for a user, with defects such as ``"expired"``. Changes nothing."""
        body = {"provider": provider, "as": username, "defects": list(defects)} | options
        issued: IssuedResponse = self._world.send("POST", "saml/issue", body)
        return issued

    def validate(self, response: str, certificates: Sequence[str], **options: Any) -> ResponseVerdict:
        """Validates a response (XML or Base64) with certificates (PEM). An invalid response is not an error."""
        body = {"response": response, "certificates": list(certificates)} | options
        verdict: ResponseVerdict = self._world.send("POST", "saml/validate", body)
        return verdict
