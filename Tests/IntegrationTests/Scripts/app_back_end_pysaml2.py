"""An app whose back end is pysaml2 and not the entitlement service signs in through the device: the back end makes the
verification token, the app hands it to the system's framework, and the back end judges the response."""

import base64
import os
import subprocess
import unittest

import requests
from saml2 import BINDING_HTTP_POST
from saml2.client import Saml2Client
from saml2.config import SPConfig
from saml2.xmldsig import DIGEST_SHA256, SIG_RSA_SHA256

from simulator import PATIENCE, Key, Simulator, main

ENTITY = "https://backend.example/saml/pysaml2"
CONSUMER = "http://backend.example/acs"
PRIVATE = "https://private.example/tokens"
BUNDLE = "com.example.stream"
# What the app is told where its token is not accepted: VSError.invalidVerificationToken.
NOT_ACCEPTED = "VSErrorDomain 5"


class AppWithBackEnd(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.simulator = Simulator()
        cls.key = Key(cls.simulator.folder.name, "service-provider")
        cls.other_key = Key(cls.simulator.folder.name, "somebody-else")
        cls.simulator.start(f"""
providers:
  Cablevision:
    subscribers:
      alice: {{attributes: {{zip: ["10001", "10002"]}}}}
    serviceProviders:
      {ENTITY}:
        assertionConsumerServices: [{CONSUMER}]
        certificate: |{cls.key.indented(10)}
      {PRIVATE}:
        assertionConsumerServices: [https://private.example/acs]
        verificationToken: opaque
""")
        cls.simulator.tvsim("permission", "grant", BUNDLE, "--device", "served")
        cls.simulator.tvsim("account", "sign-in", "Cablevision", "--as", "alice", "--device", "served")
        cls.metadata = requests.get(cls.simulator.url + "/mvpd/Cablevision/metadata", timeout=PATIENCE).text
        program = os.path.join(os.path.dirname(os.environ["TVSIM"]), "StatusClient")
        environment = {**cls.simulator.environment, "TVSIM_DEVICE": "served", "TVSIM_BUNDLE_ID": BUNDLE}
        cls.app = subprocess.Popen(
            [program], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    @classmethod
    def tearDownClass(cls):
        cls.app.stdin.close()
        cls.app.wait(PATIENCE)
        cls.app.stdout.close()
        cls.simulator.stop()

    def back_end(self, key=None):
        """A service provider that knows the MVPD by its metadata alone."""
        key = key or self.key
        return Saml2Client(SPConfig().load({
            "entityid": ENTITY,
            "key_file": key.private_file, "cert_file": key.certificate_file,
            "metadata": {"inline": [self.metadata]},
            "allow_unknown_attributes": True,
            "service": {"sp": {
                "endpoints": {"assertion_consumer_service": [(CONSUMER, BINDING_HTTP_POST)]},
                "want_assertions_signed": True, "want_response_signed": False, "allow_unsolicited": False,
            }},
        }))

    def token(self, back_end, sign=True):
        """A request's ID, and the request as a verification token."""
        request, xml = back_end.create_authn_request(
            self.simulator.url + "/mvpd/Cablevision/sso", binding=BINDING_HTTP_POST, sign=sign, sign_alg=SIG_RSA_SHA256,
            digest_alg=DIGEST_SHA256)
        return request, base64.b64encode(str(xml).encode()).decode()

    def exchange(self, channel, token, attribute="zip"):
        """What the framework tells the app."""
        self.app.stdin.write(f"exchange {channel} {token} {attribute}\n")
        self.app.stdin.flush()
        return self.app.stdout.readline().strip()

    def test_1_response(self):
        """pysaml2 makes the token, and believes the response that the framework hands the app: to it, and for it"""
        back_end = self.back_end()
        request, token = self.token(back_end)
        response = self.exchange(ENTITY, token)
        judged = back_end.parse_authn_request_response(
            base64.b64encode(response.encode()).decode(), BINDING_HTTP_POST, outstanding={request: "/"},
            conv_info={"entity_id": ENTITY})
        self.assertEqual(judged.in_response_to, request)
        self.assertEqual(judged.ava, {"zip": ["10001", "10002"]})
        self.assertEqual(judged.name_id.text, "alice")

    def test_2_another_request(self):
        """pysaml2 does not believe a response to another request than its own"""
        back_end = self.back_end()
        _, token = self.token(back_end)
        response = self.exchange(ENTITY, token)
        with self.assertRaises(Exception) as refused:
            back_end.parse_authn_request_response(
                base64.b64encode(response.encode()).decode(), BINDING_HTTP_POST, outstanding={"id-other": "/"},
                conv_info={"entity_id": ENTITY})
        self.assertEqual(type(refused.exception).__name__, "UnsolicitedResponse")

    def test_3_refused(self):
        """the app is told that its token is not accepted: unsigned, by another key, no request at all"""
        tokens = {
            "unsigned": self.token(self.back_end(), sign=False)[1],
            "other key": self.token(self.back_end(self.other_key))[1],
            "no request": base64.b64encode(b"<a/>").decode(),
            "another form": "a-token-of-another-form",
        }
        for what, token in tokens.items():
            with self.subTest(what):
                self.assertEqual(self.exchange(ENTITY, token), NOT_ACCEPTED)

    def test_4_opaque(self):
        """a token that only the back end and its provider understand is accepted where the provider knows of that"""
        response = self.exchange(PRIVATE, "a-token-of-another-form")
        self.assertIn("<saml:Audience>" + PRIVATE + "</saml:Audience>", response)
        self.assertIn('Recipient="https://private.example/acs"', response)


if __name__ == "__main__":
    main()
