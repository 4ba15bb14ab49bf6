"""Four libraries that we did not write, each with the question that it can answer of a case of the catalogue.

signxml and xmlsec1 are asked for the signature only; python3-saml and pysaml2 whether they sign the user in.
"""

import calendar
import datetime
import importlib.metadata
import json
import logging
import os
import subprocess
import time
import types
import urllib.parse
from unittest import mock

import saml2
import saml2.time_util
import signxml
from onelogin.saml2.constants import OneLogin_Saml2_Constants
from onelogin.saml2.response import OneLogin_Saml2_Response
from onelogin.saml2.settings import OneLogin_Saml2_Settings
from onelogin.saml2.utils import OneLogin_Saml2_Utils
from saml2.client import Saml2Client
from saml2.config import SPConfig

SAML, SAMLP = "urn:oasis:names:tc:SAML:2.0:assertion", "urn:oasis:names:tc:SAML:2.0:protocol"
# At each start, xmlsec1 reads the certificates of the machine, which takes longer than a check. None of them is needed.
os.environ.update(SSL_CERT_FILE=os.devnull, SSL_CERT_DIR=os.devnull)


class Answer(types.SimpleNamespace):
    """What a library says of a case: whether it accepts it, why not, and the name and the attributes that it reads."""

    def __init__(self, accepts, why="", name=None, attributes=None):
        super().__init__(accepts=accepts, why=why, name=name, attributes=attributes)


def refusal(error):
    """The answer of a library that ends with an exception."""
    text = " ".join(str(error).split())
    return Answer(False, f"{type(error).__name__}: {text}"[:160])


class Folder:
    """A folder that `tvsim fixtures generate` has written."""

    def __init__(self, path):
        self.path = os.path.abspath(path)
        with open(os.path.join(self.path, "manifest.json"), encoding="utf-8") as file:
            self.cases = json.load(file)["cases"]

    def file(self, case, kind):
        """The absolute path of a file of a case."""
        return os.path.join(self.path, case["files"][kind]["path"])

    def form_field(self, case):
        """The form field SAMLResponse, as a web server gives it to a library."""
        with open(self.file(case, "base64"), encoding="utf-8") as file:
            return file.read().removesuffix("\n")

    def decryption_key(self, case):
        """The reader's private key, as PEM; empty if the reader of the case has none."""
        if "decryptionKey" not in case["files"]:
            return ""
        with open(self.file(case, "decryptionKey"), encoding="ascii") as file:
            return file.read()

    def certificate(self, case):
        """The trusted certificate, as PEM."""
        with open(self.file(case, "certificate"), encoding="ascii") as file:
            return file.read()


def without_marks(pem):
    """The Base64 inside of a PEM block."""
    return "".join(line for line in pem.splitlines() if not line.startswith("-----"))


class SignatureLibrary:
    """What is shared by those that know no SAML: the question is whether the first signature is genuine."""

    question = "signature"

    def unasked(self, case):
        """Why the library cannot answer; `None` if it can."""
        return None if "xml" in case["files"] else "the defect is in the Base64, and the library reads XML"

    def is_expected(self, case, answer):
        """Whether the answer is that of the manifest."""
        return answer.accepts == (case["expected"]["signature"] == "genuine")


class SignXML(SignatureLibrary):
    name, version = "signxml", importlib.metadata.version("signxml")

    def answer(self, folder, case):
        try:
            with open(folder.file(case, "xml"), "rb") as file:
                signxml.XMLVerifier().verify(file.read(), x509_cert=folder.certificate(case), id_attribute="ID")
        except Exception as error:  # signxml and lxml refuse by many classes.
            return refusal(error)
        return Answer(True)


class XMLSec(SignatureLibrary):
    name = "xmlsec1"
    version = subprocess.run(["xmlsec1", "--version"], capture_output=True, text=True, check=True).stdout.split()[1]

    def answer(self, folder, case):
        done = subprocess.run(
            ["xmlsec1", "--verify", "--enabled-reference-uris", "empty,same-doc", "--id-attr:ID", SAMLP + ":Response",
             "--id-attr:ID", SAML + ":Assertion", "--pubkey-cert-pem", folder.file(case, "certificate"),
             folder.file(case, "xml")], capture_output=True, text=True, errors="replace", check=False)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"xmlsec1 gives no verdict of {case['name']}: status {done.returncode}")
        return Answer(done.returncode == 0, done.stderr.split("\n", 1)[0][-160:] if done.returncode else "")


class ServiceProvider:
    """What is shared by those that judge a whole response: the question is the verdict of the manifest's reader."""

    question = "response"

    def unasked(self, case):
        """Why the library cannot answer; `None` if it can."""
        if case["reader"]["deliveries"] != 1:
            return "the application keeps the list of used assertions"
        if case["strength"].get("row") == "S-97":
            return "the application knows which attributes it needs"
        return None

    def is_expected(self, case, answer):
        """Whether the answer is that of the manifest: of a valid response also the name and each value."""
        verdict = case["expected"]["verdict"]
        if not (answer.accepts and verdict["valid"]):
            return answer.accepts == verdict["valid"]
        return (answer.name, answer.attributes) == (verdict["nameID"], verdict["attributes"])

    def answer(self, folder, case):
        moment = datetime.datetime.fromisoformat(case["instant"].replace("Z", "+00:00"))
        with self.clock(moment):
            try:
                return self.signed_in(folder, case)
            except Exception as error:  # Both refuse by many classes, some of them Python's own.
                return refusal(error)


class Python3SAML(ServiceProvider):
    name, version = "python3-saml", importlib.metadata.version("python3-saml")

    def clock(self, moment):
        return mock.patch.object(OneLogin_Saml2_Utils, "now", staticmethod(lambda: int(moment.timestamp())))

    def signed_in(self, folder, case):
        reader, place = case["reader"], urllib.parse.urlsplit(case["reader"]["recipient"])
        settings = OneLogin_Saml2_Settings({
            "strict": True,
            "sp": {"entityId": reader["audience"], "privateKey": without_marks(folder.decryption_key(case)),
                   "assertionConsumerService": {"url": reader["recipient"]},
                   "NameIDFormat": OneLogin_Saml2_Constants.NAMEID_UNSPECIFIED},
            "idp": {"entityId": reader["issuer"], "singleSignOnService": {"url": "https://idp.example/sso"},
                    "x509cert": without_marks(folder.certificate(case))},
            # Either the response or the assertion is signed: without one of both it always refuses.
            "security": {
                "wantNameId": True, "wantAttributeStatement": True, "rejectDeprecatedAlgorithm": True,
                "allowRepeatAttributeName": True,
            },
        }, sp_validation_only=False)
        # Its five minutes are for clocks that differ; the reader of a case says by how much they may.
        with mock.patch.object(OneLogin_Saml2_Constants, "ALLOWED_CLOCK_DRIFT", reader["clockSkew"]):
            response = OneLogin_Saml2_Response(settings, folder.form_field(case))
            request = {"https": "on", "http_host": place.netloc, "script_name": place.path, "get_data": {},
                       "post_data": {}}
            response.is_valid(request, request_id=reader["inResponseTo"], raise_exceptions=True)
            return Answer(True, name=response.get_nameid(), attributes=response.get_attributes())


class PySAML2(ServiceProvider):
    name, version = "pysaml2", importlib.metadata.version("pysaml2")
    METADATA = """<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="{issuer}">
<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing">
<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>{certificate}
</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService
Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/>
</md:IDPSSODescriptor></md:EntityDescriptor>"""

    def __init__(self):
        self.clients = {}
        logging.getLogger("saml2").setLevel(logging.CRITICAL + 1)

    def clock(self, moment):
        """Every time that it compares comes from `saml2.time_util`."""
        now = calendar.timegm(moment.utctimetuple())
        clock = types.SimpleNamespace(**{
            **vars(time), "gmtime": lambda seconds=None: time.gmtime(now if seconds is None else seconds)})
        today = types.SimpleNamespace(now=lambda zone: moment.astimezone(zone))
        return mock.patch.multiple(saml2.time_util, time=clock, datetime=today)

    def client(self, folder, case):
        """A service provider that trusts the certificate of a case, by metadata."""
        reader, certificate, has_key = case["reader"], folder.certificate(case), "decryptionKey" in case["files"]
        chosen = (*(reader[name] for name in ["audience", "recipient", "issuer", "clockSkew"]), certificate, has_key)
        if chosen not in self.clients:
            self.clients[chosen] = Saml2Client(SPConfig().load({
                "entityid": reader["audience"],
                "metadata": {"inline": [self.METADATA.format(
                    issuer=reader["issuer"], certificate=without_marks(certificate))]},
                "encryption_keypairs": [{
                    "key_file": folder.file(case, "decryptionKey"), "cert_file": folder.file(case, "certificate"),
                }] if has_key else [],
                "allow_unknown_attributes": True, "accepted_time_diff": reader["clockSkew"],
                "service": {"sp": {
                    "endpoints": {"assertion_consumer_service": [(reader["recipient"], saml2.BINDING_HTTP_POST)]},
                    "want_response_signed": False, "want_assertions_signed": False,
                    "want_assertions_or_response_signed": True, "allow_unsolicited": False,
                }},
            }))
        return self.clients[chosen]

    def signed_in(self, folder, case):
        client = self.client(folder, case)
        # It looks at the recipient only if it knows the entity.
        response = client.parse_authn_request_response(
            folder.form_field(case), saml2.BINDING_HTTP_POST, outstanding={case["reader"]["inResponseTo"]: "/"},
            conv_info={"entity_id": case["reader"]["audience"]})
        # It returns a response without an assertion if the destination or the instant of issue is wrong.
        if response is None or response.assertion is None:
            return Answer(False, "no assertion is returned")
        response.session_info()
        name = response.name_id.text if response.name_id is not None else None
        return Answer(True, name=name, attributes=response.ava)


LIBRARIES = [SignXML, XMLSec, Python3SAML, PySAML2]
