"""An identity provider that is pysaml2 signs people in for the simulated service, and out again, by the bindings alone."""

import base64
import re
import unittest
import urllib.parse

import requests
from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.attribute_converter import AttributeConverter
from saml2.config import IdPConfig
from saml2.saml import NAME_FORMAT_BASIC, NAMEID_FORMAT_PERSISTENT, NameID
from saml2.samlp import response_from_string
from saml2.server import Server
from saml2.sigver import verify_redirect_signature
from saml2.xmldsig import DIGEST_SHA256, DIGEST_SHA512, SIG_RSA_SHA256, SIG_RSA_SHA512

from simulator import PATIENCE, App, Key, Simulator, main

ENTITY = "https://login.operator.example/saml"
SIGN_ON = "https://login.operator.example/sso?tenant=1"
LOGOUT = "https://login.operator.example/slo"
DONE = "http://127.0.0.1:9/done"
OUT = "http://127.0.0.1:9/out"
CONSUMER = "/sp/saml/SAMLAssertionConsumer"
# pysaml2 would sign with SHA-1, which the service refuses as others do.
STRONG = {"sign_alg": SIG_RSA_SHA256, "digest_alg": DIGEST_SHA256}
ATTRIBUTES = {"userID": ["dave-7"], "zip": ["94105"], "householdID": ["7 & sons"]}
AUTHENTICATION = {
    "class_ref": "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport",
    "authn_auth": "https://login.operator.example",
}


class PySAML2IdentityProvider(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.simulator = Simulator()
        folder = cls.simulator.folder.name
        cls.keys = [Key(folder, name) for name in ["retired", "identity-provider", "somebody-else"]]
        cls.simulator.start(f"""
service:
  requestors:
    REF30:
      integrations:
        Operator:
          displayName: An operator of our own
          identityProvider:
            entityID: {ENTITY}
            singleSignOnService: {SIGN_ON}
            singleLogoutService: {LOGOUT}
            certificates:
              - |{cls.keys[0].indented(16)}
              - |{cls.keys[1].indented(16)}
""")
        cls.metadata = requests.get(cls.simulator.url + "/sp/saml/metadata", timeout=PATIENCE).text
        cls.provider = cls.server()
        [cls.service] = cls.provider.metadata.service_providers()
        [(_, cls.certificate)] = cls.provider.metadata.certs(cls.service, "spsso", "signing")
        cls.devices = 0

    @classmethod
    def tearDownClass(cls):
        cls.simulator.stop()

    @classmethod
    def server(cls, key=1, entity=ENTITY, lifetime=15, audience=None):
        """An identity provider that knows the service by its metadata alone, or takes it for somebody else."""
        metadata = cls.metadata
        if audience:
            metadata = re.sub('entityID="[^"]*"', f'entityID="{audience}"', metadata)
        configuration = IdPConfig().load({
            "entityid": entity,
            "key_file": cls.keys[key].private_file, "cert_file": cls.keys[key].certificate_file,
            "metadata": {"inline": [metadata]},
            "service": {"idp": {
                "endpoints": {
                    "single_sign_on_service": [(SIGN_ON, BINDING_HTTP_REDIRECT)],
                    "single_logout_service": [(LOGOUT, BINDING_HTTP_REDIRECT)],
                },
                "policy": {"default": {
                    "lifetime": {"minutes": lifetime}, "attribute_restrictions": None, "name_form": NAME_FORMAT_BASIC,
                }},
                "want_authn_requests_signed": True,
            }},
        })
        # Without a map of its own it would tell of "userID" by the name that directories have for it.
        names = AttributeConverter(NAME_FORMAT_BASIC)
        names.from_dict({"identifier": NAME_FORMAT_BASIC, "to": {name: name for name in ATTRIBUTES}})
        configuration.attribute_converters = [names]
        return Server(config=configuration)

    def asked(self):
        """Begins a sign-in on a new device; returns the app, and the request as it came to the identity provider."""
        type(self).devices += 1
        app = App(self.simulator, device=f"device {self.devices}")
        code = app.begin(mvpd="Operator", domainName="example.com", redirectUrl=DONE)
        return app, *self.redirected(app.authenticate_url(code), SIGN_ON + "&")

    def redirected(self, url, place):
        """Opens an address, and returns the message with which the browser is sent to a place; its signature is judged."""
        answer = requests.get(url, timeout=PATIENCE, allow_redirects=False)
        self.assertTrue(answer.headers["Location"].startswith(place), answer.headers)
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(answer.headers["Location"]).query))
        query.pop("tenant", None)
        self.assertTrue(verify_redirect_signature(query, self.provider.sec.sec_backend, self.certificate))
        changed = {**query, "RelayState": query["RelayState"][::-1]}
        self.assertFalse(verify_redirect_signature(changed, self.provider.sec.sec_backend, self.certificate))
        return (query,)

    def request(self, query):
        """What pysaml2 reads in the service's authentication request."""
        return self.provider.parse_authn_request(
            query["SAMLRequest"], BINDING_HTTP_REDIRECT, query["RelayState"], query["SigAlg"], query["Signature"]
        ).message

    def response(self, query, server=None, sign="assertion", **changes):
        """Signs a user in as the request asks, except for the changes."""
        server = server or self.provider
        asked = self.provider.response_args(self.request(query), [BINDING_HTTP_POST])
        asked.pop("binding")
        options = {"userid": "dave", **STRONG, **asked, **changes}
        if "name_id" in options:
            options.pop("name_id_policy")
        return str(server.create_authn_response(
            ATTRIBUTES, authn=AUTHENTICATION,
            sign_assertion=sign in ("assertion", "both"), sign_response=sign in ("response", "both"), **options))

    def post(self, response, query):
        """Brings a response to the service as a browser does."""
        return requests.post(
            self.simulator.url + CONSUMER,
            {"SAMLResponse": base64.b64encode(response.encode()), "RelayState": query["RelayState"]},
            timeout=PATIENCE, allow_redirects=False)

    def test_1_request(self):
        """the service's request is signed, and says what its metadata says: who asks and for whom, and where the answer goes"""
        _, query = self.asked()
        request = self.request(query)
        self.assertEqual(request.issuer.text, self.service)
        self.assertEqual(request.destination, SIGN_ON)
        self.assertEqual([requester.text for requester in request.scoping.requester_id], ["REF30"])
        arguments = self.provider.response_args(request, [BINDING_HTTP_POST])
        self.assertEqual(arguments["destination"], self.simulator.url + CONSUMER)
        self.assertEqual(request.assertion_consumer_service_url, self.simulator.url + CONSUMER)
        self.assertIn(request.name_id_policy.format, [
            f["text"] for d in self.provider.metadata[self.service]["spsso_descriptor"] for f in d["name_id_format"]])

    def test_2_believed(self):
        """pysaml2's answer is believed, whichever element is signed and by whichever pinned key, and the app is signed in"""
        ways = {
            "assertion": {}, "response": {}, "both": {},
            "another pinned key": {"server": self.server(key=0)},
            "SHA-512": {"sign_alg": SIG_RSA_SHA512, "digest_alg": DIGEST_SHA512},
        }
        for way, changes in ways.items():
            with self.subTest(way):
                app, query = self.asked()
                sign = way if way in ("assertion", "response", "both") else "both"
                answer = self.post(self.response(query, sign=sign, **changes), query)
                self.assertEqual((answer.status_code, answer.headers.get("Location")), (302, DONE), self.told(answer))
                profile = app.profile("Operator")
                self.assertEqual(profile["type"], "regular")
                values = {name: value["value"] for name, value in profile["attributes"].items()}
                self.assertEqual((values["userID"], values["householdID"]), ("dave-7", "7 & sons"))
                self.assertEqual(values["upstreamUserID"], "dave-7")

    def test_3_refused(self):
        """a page, and no profile, for another audience, key, issuer, request, address or time, and for no signature"""
        _, other = self.asked()
        wrong = {
            "audience": {"server": self.server(audience="https://another-service.example/saml"),
                         "sp_entity_id": "https://another-service.example/saml"},
            "signature": {"server": self.server(key=2)},
            "issuer": {"server": self.server(entity="https://somebody-else.example/saml")},
            "inResponseTo": {"in_response_to": self.request(other).id},
            "recipient": {"destination": "https://another-service.example/acs"},
            "conditions": {"server": self.server(lifetime=-1)},
            "unsigned": {"sign": "neither"},
        }
        for policy, changes in wrong.items():
            with self.subTest(policy):
                app, query = self.asked()
                answer = self.post(self.response(query, **changes), query)
                self.assertEqual(answer.status_code, 400)
                self.assertNotIn("Location", answer.headers)
                self.assertIn("<h1>", answer.text)
                self.assertIn(policy + ": ", self.told(answer))
                self.assertIsNone(app.profile("Operator"))
                # The person may still sign in: nothing was used up.
                self.assertEqual(self.post(self.response(query), query).status_code, 302)

    def test_4_replay(self):
        """a response is taken once: neither again, nor for another code"""
        _, query = self.asked()
        response = self.response(query)
        self.assertEqual(self.post(response, query).status_code, 302)
        self.assertEqual(self.post(response, query).status_code, 400)
        app, other = self.asked()
        self.assertEqual(self.post(response, other).status_code, 400)
        self.assertIsNone(app.profile("Operator"))

    def test_5_refusal(self):
        """an error that pysaml2 answers with sends the browser back to the app, which finds no profile"""
        app, query = self.asked()
        error = str(self.provider.create_error_response(
            self.request(query).id, self.simulator.url + CONSUMER,
            ("urn:oasis:names:tc:SAML:2.0:status:AuthnFailed", "no"), sign=True, **STRONG))
        answer = self.post(error, query)
        self.assertEqual((answer.status_code, answer.headers.get("Location")), (302, DONE), self.told(answer))
        self.assertIsNone(app.profile("Operator"))

    def test_6_logout(self):
        """the service asks pysaml2 to end the very session that it gave, by the same name, and takes its answer back"""
        persistent = NameID(
            format=NAMEID_FORMAT_PERSISTENT, name_qualifier=ENTITY, sp_name_qualifier=self.service, text="dave <7>")
        for changes in [{}, {"name_id": persistent}]:
            app, query = self.asked()
            response = self.response(query, **changes)
            self.assertEqual(self.post(response, query).status_code, 302)
            [statement], name_id = self.session(response)
            logout = app.get("/api/v2/REF30/logout/Operator?redirectUrl=" + urllib.parse.quote(OUT, ""))
            (query,) = self.redirected(logout["logouts"]["Operator"]["url"], LOGOUT + "?")
            request = self.provider.parse_logout_request(
                query["SAMLRequest"], BINDING_HTTP_REDIRECT, query["RelayState"], query["SigAlg"],
                query["Signature"]).message
            self.assertEqual(str(request.name_id), str(name_id))
            self.assertEqual([index.text for index in request.session_index], [statement.session_index])
            message = self.provider.create_logout_response(request, [BINDING_HTTP_REDIRECT])
            back = dict(self.provider.apply_binding(
                BINDING_HTTP_REDIRECT, str(message), message.destination, query["RelayState"], response=True,
                sign=True, sigalg=SIG_RSA_SHA256)["headers"])["Location"]
            forged = requests.get(back.replace("RelayState=", "RelayState=0"), timeout=PATIENCE, allow_redirects=False)
            self.assertEqual(forged.status_code, 400)
            answer = requests.get(back, timeout=PATIENCE, allow_redirects=False)
            self.assertEqual((answer.status_code, answer.headers.get("Location")), (302, OUT), self.told(answer))
            self.assertIsNone(app.profile("Operator"))

    def told(self, answer):
        """What a page says is wrong; nothing where it is no page."""
        return "".join(re.findall('role="alert">([^<]*)<', answer.text))

    def session(self, response):
        """The authentication statements and the name in a response."""
        assertion = response_from_string(response).assertion[0]
        return assertion.authn_statement, assertion.subject.name_id


if __name__ == "__main__":
    main()
