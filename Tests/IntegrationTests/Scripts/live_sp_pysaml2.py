"""`tvsim live sp` examines a service provider that is pysaml2, without a fault and with planted ones."""

import logging
import sys
import unittest
from contextlib import ExitStack
from unittest.mock import patch

from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT, response
from saml2.client import Saml2Client
from saml2.config import SPConfig
from saml2.metadata import entity_descriptor
from saml2.xmldsig import SIG_RSA_SHA256

from live_examination import LiveServiceProvider, thorough
from live_site import serve
from simulator import main

logging.getLogger("saml2").setLevel(logging.CRITICAL)
ANY_RESTRICTION = response.for_me


def every_restriction(conditions, entity):
    """Whether each restriction names us; pysaml2 asks for one of them."""
    return all(
        any((audience.text or "").strip() == entity for audience in restriction.audience)
        for restriction in conditions.audience_restriction)


# What a careless reader forgets: the function of pysaml2 that is replaced for it.
FAULTS = {
    "audience": lambda: patch.object(response, "for_me", lambda conditions, entity: True),
    "furtherAudience": lambda: patch.object(response, "for_me", ANY_RESTRICTION),
    "recipient": lambda: patch.object(response.AuthnResponse, "verify_recipient", lambda self, recipient: True),
    "status": lambda: patch.object(response.StatusResponse, "status_ok", lambda self: True),
    "inResponseTo": lambda: patch.object(
        response.AuthnResponse, "check_subject_confirmation_in_response_to", lambda self, identifier: True),
}


class PySAML2:
    """The SAML of a site."""

    def __init__(self, site, metadata):
        self.site, self.consumer = site, site.url + "/acs"
        self.configuration = SPConfig().load({
            "entityid": site.url + "/metadata",
            "key_file": site.key.private_file, "cert_file": site.key.certificate_file,
            "metadata": {"inline": [metadata]},
            "allow_unknown_attributes": True,
            "service": {"sp": {
                "endpoints": {"assertion_consumer_service": [(self.consumer, BINDING_HTTP_POST)]},
                "authn_requests_signed": True, "want_assertions_signed": True, "want_response_signed": False,
                "allow_unsolicited": site.fault == "inResponseTo",
            }},
        })

    def metadata(self):
        return str(entity_descriptor(self.configuration))

    def begin(self):
        identifier, info = Saml2Client(self.configuration).prepare_for_authenticate(
            binding=BINDING_HTTP_REDIRECT, sign=True, sigalg=SIG_RSA_SHA256)
        return identifier, dict(info["headers"])["Location"]

    def consume(self, form, requests):
        """Judges a form by the library, and by what an application must add to it."""
        with ExitStack() as stack:
            stack.enter_context(patch.object(response, "for_me", every_restriction))
            if self.site.fault in FAULTS:
                stack.enter_context(FAULTS[self.site.fault]())
            judged = Saml2Client(self.configuration).parse_authn_request_response(
                form["SAMLResponse"], BINDING_HTTP_POST, outstanding=dict.fromkeys(requests, "/"),
                conv_info={"entity_id": self.consumer})
        name = (judged.name_id.text or "").strip() if judged else ""
        return (name, None) if name else (None, "the response names no user")


class PySAML2ServiceProvider(LiveServiceProvider, unittest.TestCase):
    judge, faults, always = PySAML2, [*FAULTS, "replay"], ["recipient"]
    # The same for any library.
    test_3_cannot_be_told_apart = thorough(LiveServiceProvider.test_3_cannot_be_told_apart)
    # What the library itself accepts or refuses otherwise than the catalogue.
    differences = [
        "assertionWrongVersion", "attributeDefault", "blanksAroundIssuer", "canonicalizationWithComments",
        "commentInDigestValue", "commentInDoctype", "commentInSignatureValue", "confirmationNotBefore",
        "confirmationWithoutEnd", "decoySignature", "deflatedResponse", "doctype", "duplicateID",
        "emptyDestination", "emptyWindow", "evilInStatusDetail", "holderOfKeyBesideBearer",
        "inclusionInAttribute", "inclusiveCanonicalization", "instructionInNameID", "issuerNoEntity",
        "latinDeclared", "looseBits", "md5Signature", "nameAfterConfirmation", "noAudience", "noConditions",
        "noStatus", "outOfOrder", "paddingTooLong", "secondBase64", "sha1Digest", "sha1Signature",
        "signatureAtEnd", "signatureInExtensions", "signedResponse", "strangeID", "timeWithoutZone",
        "transformWithComments", "twoBearers", "twoNameIDs", "utf16BigEndian", "utf16LittleEndian",
        "wrongResponseIssuer", "xsw7",
    ]


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(PySAML2, FAULTS)
    else:
        main()
