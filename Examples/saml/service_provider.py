"""A service provider: it stands for yours. The SAML code is python3-saml's, in strict mode."""

from urllib.parse import urlsplit

from onelogin.saml2.auth import OneLogin_Saml2_Auth
from onelogin.saml2.idp_metadata_parser import OneLogin_Saml2_IdPMetadataParser

ENTITY_ID = "https://sp.example.com/saml"
CONSUMER = "https://sp.example.com/acs"


class ServiceProvider:
    def __init__(self, metadata, key, certificate):
        """Trusts the identity provider of some metadata, and signs its requests with a key."""
        self.settings = {
            "strict": True,
            "sp": {
                "entityId": ENTITY_ID, "x509cert": certificate, "privateKey": key,
                "assertionConsumerService": {"url": CONSUMER},
                "NameIDFormat": "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
            },
            "idp": OneLogin_Saml2_IdPMetadataParser.parse(metadata)["idp"],
            "security": {
                "authnRequestsSigned": True, "wantAssertionsSigned": True, "rejectDeprecatedAlgorithm": True,
                "rejectUnsolicitedResponsesWithInResponseTo": True,
            },
        }

    def begin(self):
        """Returns the address of the identity provider's page, with a request."""
        auth = self.auth({})
        url = auth.login()
        self.request_id = auth.get_last_request_id()
        return url

    def consume(self, form):
        """Returns the user whom a posted form signs in, or None, and why not."""
        auth = self.auth(form)
        try:
            auth.process_response(request_id=self.request_id)
        except Exception as error:
            return None, str(error)
        name = (auth.get_nameid() or "") if auth.is_authenticated() else ""
        # python3-saml accepts a name of blanks: it signs in nobody.
        return (name if name.strip() else None), auth.get_last_error_reason()

    def auth(self, form):
        place = urlsplit(CONSUMER)
        request = {
            "https": "on", "http_host": place.netloc, "script_name": place.path, "get_data": {}, "post_data": form,
        }
        return OneLogin_Saml2_Auth(request, self.settings)
