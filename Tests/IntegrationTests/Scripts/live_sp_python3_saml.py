"""`tvsim live sp` examines a service provider that is python3-saml, without a fault and with each planted one."""

import base64
import sys
import unittest
from copy import deepcopy

import xmlsec
from lxml import etree
from onelogin.saml2.auth import OneLogin_Saml2_Auth
from onelogin.saml2.idp_metadata_parser import OneLogin_Saml2_IdPMetadataParser
from onelogin.saml2.response import OneLogin_Saml2_Response
from onelogin.saml2.settings import OneLogin_Saml2_Settings
from onelogin.saml2.utils import OneLogin_Saml2_Utils
from onelogin.saml2.xml_utils import OneLogin_Saml2_XML

from live_examination import LiveServiceProvider
from live_site import serve
from simulator import main

SPACES = {
    "saml": "urn:oasis:names:tc:SAML:2.0:assertion", "samlp": "urn:oasis:names:tc:SAML:2.0:protocol",
    "ds": "http://www.w3.org/2000/09/xmldsig#",
}
# What a careless reader forgets.
FAULTS = ["audience", "furtherAudience", "recipient", "inResponseTo", "keyInfo", "firstAssertion", "status"]


class Refused(Exception):
    """The library accepted a response that the application refuses."""


class Response(OneLogin_Saml2_Response):
    """A response as python3-saml reads it, except for the fault."""

    fault = None

    def get_audiences(self):
        return [] if self.fault == "audience" else super().get_audiences()

    def check_status(self):
        if self.fault != "status":
            super().check_status()

    def _query_assertion(self, path):
        nodes = super()._query_assertion(path)
        if self.fault == "recipient" and path.endswith("/saml:SubjectConfirmation"):
            nodes = deepcopy(nodes)
            for data in [data for node in nodes for data in node]:
                data.attrib.pop("Recipient", None)
        return nodes

    def restrictions(self):
        """The audiences of each restriction."""
        return [[audience.text for audience in restriction] for restriction in self._query_assertion(
            "/saml:Conditions/saml:AudienceRestriction")]


class Python3SAML:
    """The SAML of a site."""

    def __init__(self, site, metadata):
        self.site, self.entity, self.consumer = site, site.url + "/metadata", site.url + "/acs"
        self.provider = OneLogin_Saml2_IdPMetadataParser.parse(metadata)["idp"]

    def settings(self, **provider):
        return {
            "strict": True,
            "sp": {
                "entityId": self.entity, "x509cert": self.site.key.certificate, "privateKey": self.site.key.private,
                "assertionConsumerService": {"url": self.consumer},
                "NameIDFormat": "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
            },
            "idp": {**self.provider, **provider},
            "security": {
                "authnRequestsSigned": True, "wantAssertionsSigned": True, "rejectDeprecatedAlgorithm": True,
                "requestedAuthnContext": False,
                "rejectUnsolicitedResponsesWithInResponseTo": self.site.fault != "inResponseTo",
            },
        }

    def request(self, path="/acs"):
        return {"http_host": self.site.url.removeprefix("http://"), "script_name": path, "get_data": {}, "post_data": {}}

    def metadata(self):
        return OneLogin_Saml2_Settings(self.settings(), sp_validation_only=True).get_sp_metadata()

    def begin(self):
        auth = OneLogin_Saml2_Auth(self.request("/login"), self.settings())
        url = auth.login()
        return auth.get_last_request_id(), url

    def consume(self, form, requests):
        """Judges a form by the library, and by what an application must add to it."""
        fault, provider = self.site.fault, {}
        if fault == "firstAssertion":
            return self.first_name(form["SAMLResponse"]), None
        if fault == "keyInfo":
            provider = {"x509cert": etree.fromstring(base64.b64decode(form["SAMLResponse"])).findtext(
                ".//ds:X509Certificate", namespaces=SPACES)}
        kind = type("Response", (Response,), {"fault": fault})
        response = kind(OneLogin_Saml2_Settings(self.settings(**provider)), form["SAMLResponse"])
        asked = response.get_in_response_to()
        if fault != "inResponseTo" and asked not in requests:
            raise Refused("this answers no request of this session")
        response.is_valid(self.request(), None if fault == "inResponseTo" else asked, raise_exceptions=True)
        if fault not in ("audience", "furtherAudience") and any(
                self.entity not in audiences for audiences in response.restrictions()):
            raise Refused("a further restriction names another audience")
        name = (response.get_nameid() or "").strip()
        if not name:
            raise Refused("the response names no user")
        return name, None

    def first_name(self, text):
        """The name in the first assertion of a document in which any signature is good."""
        document = OneLogin_Saml2_XML.to_etree(base64.b64decode(text))
        xmlsec.tree.add_ids(document, ["ID"])
        certificate = OneLogin_Saml2_Settings(self.settings()).get_idp_cert()
        if not any(
                OneLogin_Saml2_Utils.validate_node_sign(signature, document, cert=certificate)
                for signature in document.iterfind(".//ds:Signature", SPACES)):
            raise Refused("no signature is good")
        return document.findtext(".//saml:Assertion//saml:NameID", namespaces=SPACES)


class Python3SAMLServiceProvider(LiveServiceProvider, unittest.TestCase):
    judge, faults, always = Python3SAML, [*FAULTS, "replay"], ["audience", "firstAssertion", "replay"]
    # What the library itself accepts or refuses otherwise than the catalogue.
    differences = [
        "assertionWrongVersion", "attributeWithoutName", "blanksAroundAudience",
        "canonicalizationWithComments", "commentInDigestValue", "commentInSignatureValue",
        "confirmationNotBefore", "confirmationWithoutEnd", "elementInAttribute", "emptyRecipient",
        "emptyWindow", "inclusionInAttribute", "issuerNoEntity", "latinDeclared", "looseBits", "md5Signature",
        "noAudience", "noRecipient", "objectInSignature", "oneTimeUseTwice", "paddingTooLong", "secondBase64",
        "signedResponse", "silentConfirmation", "thirdTransform", "timeWithoutZone", "transformWithComments",
        "twoReferences", "utf32", "utf8DeclaredWide", "xpathTransform", "xsltTransform",
    ]


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(Python3SAML, FAULTS)
    else:
        main()
