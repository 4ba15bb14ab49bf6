"""A service provider that is pysaml2 signs people in at a simulated MVPD, and out again, judging by its own rules."""

import base64
import unittest
import urllib.parse
from types import SimpleNamespace

import requests
import saml2
from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.client import Saml2Client
from saml2.config import SPConfig
from saml2.metadata import entity_descriptor
from saml2.sigver import SignatureError, verify_redirect_signature
from saml2.xmldsig import DIGEST_SHA256, SIG_RSA_SHA256

from simulator import PATIENCE, Form, Key, Simulator, asks, main, sign_in

ENTITY = "https://backend.example/saml/pysaml2"
CONSUMER = "http://backend.example/acs"
LOGOUT = "http://backend.example/slo?done=1"
# The exceptions with which pysaml2 refuses.
DEFECTS = {
    "tampered": "SignatureError", "wrongKey": "SignatureError", "unsigned": "SignatureError",
    "wrongAudience": "Exception", "wrongRecipient": "VerificationError", "wrongIssuer": "MissingKey",
    "wrongInResponseTo": "UnsolicitedResponse", "expired": "ResponseLifetimeExceed", "notYetValid": "ToEarly",
    "statusNotSuccess": "StatusAuthnFailed",
}


class PySAML2ServiceProvider(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.simulator = Simulator()
        cls.key = Key(cls.simulator.folder.name, "service-provider")
        cls.other_key = Key(cls.simulator.folder.name, "somebody-else")
        cls.simulator.start(f"""
providers:
  Cablevision:
    subscribers:
      alice: {{attributes: {{zip: ["10001", "10002"], "urn:example:dept": "R&D"}}}}
      bob: {{}}
    serviceProviders:
      {ENTITY}:
        assertionConsumerServices: [{CONSUMER}]
        singleLogoutService: "{LOGOUT}"
        certificate: |{cls.key.indented(10)}
""")
        cls.metadata = requests.get(cls.simulator.url + "/mvpd/Cablevision/metadata", timeout=PATIENCE).text

    @classmethod
    def tearDownClass(cls):
        cls.simulator.stop()

    def client(self, entity=ENTITY, consumer=CONSUMER, key=None):
        """A service provider that knows the MVPD by its metadata alone."""
        key = key or self.key
        return Saml2Client(SPConfig().load({
            "entityid": entity,
            "key_file": key.private_file, "cert_file": key.certificate_file,
            "metadata": {"inline": [self.metadata]},
            "allow_unknown_attributes": True,
            "service": {"sp": {
                "endpoints": {
                    "assertion_consumer_service": [(consumer, BINDING_HTTP_POST)],
                    "single_logout_service": [(LOGOUT, BINDING_HTTP_REDIRECT)],
                },
                "authn_requests_signed": True, "logout_requests_signed": True,
                "want_assertions_signed": True, "want_response_signed": False,
                "allow_unsolicited": False,
            }},
        }))

    def ask(self, client, browser, relay_state="where I was", sign=True):
        """Brings the client's request to the MVPD; returns the request's ID and what the MVPD says."""
        [provider] = client.metadata.identity_providers()
        request, info = client.prepare_for_authenticate(
            provider, relay_state=relay_state, binding=BINDING_HTTP_REDIRECT, sign=sign, sigalg=SIG_RSA_SHA256)
        return request, browser.get(dict(info["headers"])["Location"], timeout=PATIENCE)

    def response(self, client, browser, **who):
        """Signs in; returns the request's ID and the form for the service provider."""
        request, page = self.ask(client, browser)
        return request, Form(sign_in(browser, page, **who))

    def judge(self, client, request, form):
        """What pysaml2 makes of a response; it looks at the recipient only where it knows who is spoken to."""
        return client.parse_authn_request_response(
            form.fields["SAMLResponse"], BINDING_HTTP_POST, outstanding={request: "/"},
            conv_info={"entity_id": client.config.entityid})

    def refusal(self, client, request, form):
        """Why pysaml2 does not believe a response."""
        try:
            judged = self.judge(client, request, form)
        except Exception as error:  # pysaml2 refuses by many classes, some of them Python's own.
            return type(error).__name__
        return None if judged else "no response"

    def test_1_sign_in(self):
        """pysaml2 asks for authentication with a signed request and believes the answer: name, attributes, session"""
        client, browser = self.client(), requests.Session()
        request, form = self.response(client, browser)
        self.assertEqual(form.action, CONSUMER)
        self.assertEqual(form.fields["RelayState"], "where I was")
        judged = self.judge(client, request, form)
        self.assertEqual(judged.ava["userID"], ["alice"])
        self.assertEqual(judged.ava["zip"], ["10001", "10002"])
        self.assertEqual(judged.ava["urn:example:dept"], ["R&D"])
        self.assertEqual(judged.name_id.text, "alice")
        self.assertEqual(judged.in_response_to, request)
        self.assertTrue(judged.session_info()["session_index"])
        self.assertEqual(judged.get_subject().text, "alice")

    def test_2_single_sign_on(self):
        """a second request from the same browser is answered at once, in the same session of the MVPD"""
        client, browser = self.client(), requests.Session()
        request, form = self.response(client, browser)
        first = self.judge(client, request, form)
        request, page = self.ask(client, browser)
        second = self.judge(client, request, Form(page))
        self.assertEqual(first.session_info()["session_index"], second.session_info()["session_index"])

    def test_3_logout(self):
        """pysaml2 ends the session with a signed logout request and believes the answer; then a password is asked for"""
        client, browser = self.client(), requests.Session()
        request, form = self.response(client, browser)
        judged = self.judge(client, request, form)
        [(_, (binding, info))] = client.global_logout(judged.name_id, sign=True, sign_alg=SIG_RSA_SHA256).items()
        self.assertEqual(binding, BINDING_HTTP_REDIRECT)
        answer = browser.get(dict(info["headers"])["Location"], timeout=PATIENCE, allow_redirects=False)
        self.assertTrue(answer.headers["Location"].startswith(LOGOUT + "&SAMLResponse="), answer.headers)
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(answer.headers["Location"]).query))
        [provider] = client.metadata.identity_providers()
        [(_, certificate)] = client.metadata.certs(provider, "idpsso", "signing")
        self.assertTrue(verify_redirect_signature(query, client.sec.sec_backend, certificate))
        changed = {**query, "RelayState": query.get("RelayState", "") + "x"}
        self.assertFalse(verify_redirect_signature(changed, client.sec.sec_backend, certificate))
        logout = client.parse_logout_request_response(query["SAMLResponse"], BINDING_HTTP_REDIRECT)
        self.assertTrue(logout.status_ok())
        _, page = self.ask(client, browser)
        self.assertTrue(asks(page))

    def test_4_refusals_by_the_provider(self):
        """the MVPD shows a page, and no form, for an unsigned request, a stranger, another key and another address"""
        browser = requests.Session()
        strangers = {
            "unsigned": (self.client(), False),
            "stranger": (self.client(entity="https://stranger.example/saml"), True),
            "other key": (self.client(key=self.other_key), True),
            "other address": (self.client(consumer="http://backend.example/elsewhere"), True),
        }
        for what, (client, sign) in strangers.items():
            _, page = self.ask(client, browser, sign=sign)
            with self.subTest(what):
                self.assertEqual(page.status_code, 400)
                self.assertIn("<h1>", page.text)
                self.assertNotIn("<form", page.text)

    def test_5_cancel(self):
        """a person who cancels comes back with a status that pysaml2 reads as a failed authentication"""
        client, browser = self.client(), requests.Session()
        request, form = self.response(client, browser, action="cancel")
        with self.assertRaises(saml2.response.StatusAuthnFailed):
            self.judge(client, request, form)

    def test_6_defects(self):
        """pysaml2 refuses each defect that the profile can give the MVPD's answers, and believes it again without"""
        client = self.client()
        for defect, reason in DEFECTS.items():
            self.simulator.command({"provider": {"id": "Cablevision", "set": {"defect": defect}}})
            with self.subTest(defect):
                request, form = self.response(client, requests.Session(), name="bob")
                self.assertEqual(self.refusal(client, request, form), reason)
        self.simulator.command({"provider": {"id": "Cablevision", "set": {"defect": "none"}}})
        request, form = self.response(client, requests.Session(), name="bob")
        self.assertIsNone(self.refusal(client, request, form))

    def usual(self, **sp):
        """pysaml2 with its defaults, except what is given."""
        return Saml2Client(SPConfig().load({
            "entityid": ENTITY, "key_file": self.key.private_file, "cert_file": self.key.certificate_file,
            "encryption_keypairs": [{"key_file": self.key.private_file, "cert_file": self.key.certificate_file}],
            "metadata": {"inline": [self.metadata]},
            "service": {"sp": {"endpoints": {"assertion_consumer_service": [(CONSUMER, BINDING_HTTP_POST)]}, **sp}},
        }))

    def set(self, **keys):
        self.simulator.command({"provider": {"id": "Cablevision", "set": keys}})

    def usual_sign_in(self, client, binding=BINDING_HTTP_REDIRECT):
        """Brings the request of a client by a binding; returns its ID and what the MVPD says."""
        request, info = client.prepare_for_authenticate(binding=binding, relay_state="here")
        browser = requests.Session()
        if binding == BINDING_HTTP_REDIRECT:
            return request, browser, browser.get(dict(info["headers"])["Location"], timeout=PATIENCE)
        form = Form(SimpleNamespace(url="", text=info["data"]))
        return request, browser, browser.post(form.action, form.fields, timeout=PATIENCE)

    def test_7_defaults(self):
        """the MVPD tells pysaml2 with its defaults to sign, and by SHA-256; then it gives the signed response wanted"""
        for sp, told in [({}, "WantAuthnRequestsSigned"), ({"authn_requests_signed": True}, "SHA-256")]:
            _, _, page = self.usual_sign_in(self.usual(**sp))
            self.assertEqual(page.status_code, 400)
            self.assertIn(told, page.text)
        client = self.usual(authn_requests_signed=True, signing_algorithm=SIG_RSA_SHA256)
        for signed in ["assertion", "response", "both"]:
            self.set(signedElements=signed)
            request, browser, page = self.usual_sign_in(client)
            form = Form(sign_in(browser, page))
            if signed == "assertion":
                with self.assertRaises(SignatureError):
                    self.judge(client, request, form)
            else:
                self.assertEqual(self.judge(client, request, form).name_id.text, "alice")
        self.set(signedElements="assertion")

    def test_8_posted(self):
        """pysaml2 brings a signed request by HTTP-POST, and decrypts the answer to it"""
        client = self.usual(
            authn_requests_signed=True, signing_algorithm=SIG_RSA_SHA256, digest_algorithm=DIGEST_SHA256)
        party = {"assertionConsumerServices": [CONSUMER], "singleLogoutService": LOGOUT,
                 "certificate": self.key.certificate}
        self.set(signedElements="both", serviceProviders={
            ENTITY: {**party, "encryptionCertificate": str(entity_descriptor(client.config))}})
        request, browser, page = self.usual_sign_in(client, BINDING_HTTP_POST)
        self.assertTrue(asks(page), page.text)
        form = Form(sign_in(browser, page))
        self.assertEqual(form.fields["RelayState"], "here")
        judged = self.judge(client, request, form)
        self.assertIn(b"EncryptedAssertion", base64.b64decode(form.fields["SAMLResponse"]))
        # Its defaults keep no attribute that they do not know, so the name is what it has decrypted.
        self.assertEqual(judged.name_id.text, "alice")
        self.assertEqual(self.usual_sign_in(self.usual(), BINDING_HTTP_POST)[2].status_code, 400)
        self.set(signedElements="assertion", serviceProviders={ENTITY: party})


if __name__ == "__main__":
    main()
