"""A service provider that is python3-saml, in strict mode, signs people in at a simulated MVPD, and out again."""

import unittest
import urllib.parse

import requests
from onelogin.saml2.auth import OneLogin_Saml2_Auth
from onelogin.saml2.constants import OneLogin_Saml2_Constants
from onelogin.saml2.idp_metadata_parser import OneLogin_Saml2_IdPMetadataParser
from onelogin.saml2.logout_request import OneLogin_Saml2_Logout_Request

from simulator import PATIENCE, Form, Key, Simulator, asks, main, sign_in

ENTITY = "https://backend.example/saml/python3-saml"
CONSUMER = "https://backend.example/acs"
LOGOUT = "https://backend.example/slo"
# What python3-saml says of each defect; it lets clocks differ by five minutes.
DEFECTS = {
    "tampered": "Signature validation failed",
    "wrongKey": "Signature validation failed",
    "unsigned": "The Assertion of the Response is not signed",
    "wrongAudience": "is not a valid audience for this Response",
    "wrongRecipient": "A valid SubjectConfirmation was not found",
    "wrongIssuer": "Invalid issuer in the Assertion/Response",
    "wrongInResponseTo": "does not match the ID of the AuthNRequest sent by the SP",
    "expired": "Could not validate timestamp: expired",
    "notYetValid": "Could not validate timestamp: not yet valid",
    "statusNotSuccess": "The status code of the Response was not Success",
}


class Python3SAMLServiceProvider(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.simulator = Simulator()
        cls.key = Key(cls.simulator.folder.name, "service-provider")
        cls.other_key = Key(cls.simulator.folder.name, "somebody-else")
        cls.simulator.start(f"""
providers:
  Cablevision:
    subscribers:
      alice: {{attributes: {{zip: ["10001", "10002"], userID: "alice <1>"}}}}
    serviceProviders:
      {ENTITY}:
        assertionConsumerServices: [{CONSUMER}]
        singleLogoutService: {LOGOUT}
        certificate: |{cls.key.indented(10)}
""")
        metadata = requests.get(cls.simulator.url + "/mvpd/Cablevision/metadata", timeout=PATIENCE).text
        cls.provider = OneLogin_Saml2_IdPMetadataParser.parse(metadata)["idp"]

    @classmethod
    def tearDownClass(cls):
        cls.simulator.stop()

    def auth(self, url=CONSUMER, post=None, query="", entity=ENTITY, key=None, signs=True, name=None, **security):
        """The library for one request of the service provider's own web site."""
        key = key or self.key
        place = urllib.parse.urlsplit(url)
        return OneLogin_Saml2_Auth(
            {
                "https": "on", "http_host": place.netloc, "script_name": place.path, "post_data": post or {},
                "get_data": dict(urllib.parse.parse_qsl(query)), "query_string": query,
                "validate_signature_from_qs": True,
            },
            {
                "strict": True,
                "sp": {
                    "entityId": entity, "x509cert": key.certificate, "privateKey": key.private,
                    "assertionConsumerService": {"url": CONSUMER, "binding": OneLogin_Saml2_Constants.BINDING_HTTP_POST},
                    "singleLogoutService": {"url": LOGOUT, "binding": OneLogin_Saml2_Constants.BINDING_HTTP_REDIRECT},
                    "NameIDFormat": name or OneLogin_Saml2_Constants.NAMEID_PERSISTENT,
                },
                "idp": self.provider,
                "security": {
                    "authnRequestsSigned": signs, "logoutRequestSigned": True, "logoutResponseSigned": True,
                    "wantAssertionsSigned": True,
                    "wantMessagesSigned": False, "wantNameId": True, "wantAttributeStatement": True,
                    "rejectUnsolicitedResponsesWithInResponseTo": True, "rejectDeprecatedAlgorithm": True,
                    "requestedAuthnContext": True, "failOnAuthnContextMismatch": True, **security,
                },
            })

    def respond(self, browser, **options):
        """Signs in; returns the request's ID and the form for the service provider."""
        auth = self.auth()
        page = browser.get(auth.login(return_to="https://backend.example/next", **options), timeout=PATIENCE)
        form = Form(page)
        if asks(page):
            form = Form(sign_in(browser, page))
        return auth.get_last_request_id(), form

    def judge(self, request, form):
        """What the library makes of a response."""
        auth = self.auth(post=form.fields)
        auth.process_response(request_id=request)
        return auth

    def test_1_sign_in(self):
        """python3-saml in strict mode believes the answer to its signed request, valid by the OASIS schema"""
        request, form = self.respond(requests.Session())
        self.assertEqual(form.action, CONSUMER)
        self.assertEqual(form.fields["RelayState"], "https://backend.example/next")
        auth = self.judge(request, form)
        self.assertEqual(auth.get_errors(), [], auth.get_last_error_reason())
        self.assertTrue(auth.is_authenticated())
        self.assertEqual(auth.get_attributes(), {"zip": ["10001", "10002"], "userID": ["alice <1>"]})
        self.assertEqual(auth.get_nameid(), "alice <1>")
        self.assertEqual(auth.get_nameid_format(), OneLogin_Saml2_Constants.NAMEID_PERSISTENT)
        self.assertTrue(auth.get_session_index())
        self.assertTrue(auth.get_session_expiration())

    def test_2_forced_and_passive(self):
        """ForceAuthn asks a person who is known for the password; IsPassive asks nobody, and says NoPassive"""
        browser = requests.Session()
        request, form = self.respond(browser, is_passive=True)
        auth = self.judge(request, form)
        self.assertFalse(auth.is_authenticated())
        # The library tells the message in place of the code.
        self.assertIn("IsPassive", auth.get_last_error_reason())
        self.assertIn("status:NoPassive", auth.get_last_response_xml())
        self.respond(browser)
        asked = self.auth()
        self.assertTrue(asks(browser.get(asked.login(force_authn=True), timeout=PATIENCE)))
        request, form = self.respond(browser, is_passive=True)
        self.assertTrue(self.judge(request, form).is_authenticated())

    def test_3_logout(self):
        """python3-saml ends the session with a signed logout request and believes the signed answer, but no changed one"""
        browser = requests.Session()
        request, form = self.respond(browser)
        signed_in = self.judge(request, form)
        auth = self.auth()
        url = auth.logout(
            name_id=signed_in.get_nameid(), session_index=signed_in.get_session_index(),
            name_id_format=signed_in.get_nameid_format(), return_to="https://backend.example/bye now")
        answer = browser.get(url, timeout=PATIENCE, allow_redirects=False)
        place, query = answer.headers["Location"].split("?", 1)
        self.assertEqual(place, LOGOUT)
        back = self.auth(url=LOGOUT, query=query)
        back.process_slo(request_id=auth.get_last_request_id())
        self.assertEqual(back.get_errors(), [], back.get_last_error_reason())
        changed = self.auth(url=LOGOUT, query=query.replace("RelayState=", "RelayState=x"))
        changed.process_slo(request_id=auth.get_last_request_id())
        self.assertIn("invalid_logout_response_signature", changed.get_errors())
        self.assertTrue(asks(browser.get(self.auth().login(), timeout=PATIENCE)))

    def test_4_logout_of_somebody_else(self):
        """a logout request that names another person, or another session, ends nothing, and the answer says so"""
        browser = requests.Session()
        signed_in = self.judge(*self.respond(browser))
        true = {"name_id": signed_in.get_nameid(), "name_id_format": signed_in.get_nameid_format(),
                "session_index": signed_in.get_session_index()}
        self.assertTrue(all(true.values()), true)
        for what, changed in {"person": {"name_id": "bob"}, "session": {"session_index": "_x"}}.items():
            with self.subTest(what):
                auth = self.auth()
                answer = browser.get(auth.logout(**{**true, **changed}), timeout=PATIENCE, allow_redirects=False)
                back = self.auth(url=LOGOUT, query=answer.headers["Location"].split("?", 1)[1])
                back.process_slo(request_id=auth.get_last_request_id())
                self.assertEqual(back.get_errors(), ["logout_not_success"])
                self.assertFalse(asks(browser.get(self.auth().login(), timeout=PATIENCE)))

    def test_5_refusals_by_the_provider(self):
        """the MVPD refuses what python3-saml did not sign, or signed with another key, or for a stranger, at both ends"""
        for what, auth in {
            "unsigned": self.auth(signs=False), "other key": self.auth(key=self.other_key),
            "stranger": self.auth(entity="https://stranger.example"),
        }.items():
            with self.subTest(what):
                self.assertEqual(requests.get(auth.login(), timeout=PATIENCE).status_code, 400)
        logout = self.auth(key=self.other_key).logout(name_id="alice <1>")
        answer = requests.get(logout, timeout=PATIENCE, allow_redirects=False)
        self.assertEqual((answer.status_code, answer.headers.get("Location")), (400, None))

    def test_6_defects(self):
        """python3-saml refuses each defect for its own reason, and a response to another request"""
        for defect, reason in DEFECTS.items():
            self.simulator.command({"provider": {"id": "Cablevision", "set": {"defect": defect}}})
            with self.subTest(defect):
                auth = self.judge(*self.respond(requests.Session()))
                self.assertIn(reason, auth.get_last_error_reason() or "")
                self.assertFalse(auth.is_authenticated())
        self.simulator.command({"provider": {"id": "Cablevision", "set": {"defect": "none"}}})
        _, form = self.respond(requests.Session())
        self.assertFalse(self.judge("_another", form).is_authenticated())

    def test_7_other_answers(self):
        """python3-saml gets an encrypted assertion in a signed response, and names of other formats"""
        party = {"assertionConsumerServices": [CONSUMER], "singleLogoutService": LOGOUT,
                 "certificate": self.key.certificate}
        wants = {"wantMessagesSigned": True, "wantAssertionsEncrypted": True}
        formats = OneLogin_Saml2_Constants
        for name, expected in [
            (formats.NAMEID_EMAIL_ADDRESS, "a@x.example"), (formats.NAMEID_UNSPECIFIED, "ally"),
            (formats.NAMEID_PERSISTENT, "alice <1>"),
        ]:
            # Without the changes of the MVPD it refuses the answer.
            for changes in [False, True]:
                self.simulator.command({"provider": {"id": "Cablevision", "set": {
                    "signedElements": "both" if changes else "assertion",
                    "serviceProviders": {
                        ENTITY: {**party, **({"encryptionCertificate": self.key.certificate} if changes else {})}},
                    "subscribers": {"alice": {"nameIDs": {"emailAddress": "a@x.example", "unspecified": "ally"}}}}}})
                browser = requests.Session()
                auth = self.auth(name=name, **wants)
                form = Form(sign_in(browser, browser.get(auth.login(), timeout=PATIENCE)))
                judge = self.auth(post=form.fields, name=name, **wants)
                judge.process_response(request_id=auth.get_last_request_id())
                with self.subTest(name=name, changes=changes):
                    self.assertEqual(judge.is_authenticated(), changes, judge.get_last_error_reason())
                    if changes:
                        self.assertEqual((judge.get_nameid(), judge.get_nameid_format()), (expected, name))
        self.simulator.command({"provider": {"id": "Cablevision", "set": {
            "signedElements": "assertion", "serviceProviders": {ENTITY: party}}}})

    def test_8_logout_by_the_provider(self):
        """a person signs out at the MVPD, python3-saml believes the request and answers, and the MVPD says who has"""
        browser = requests.Session()
        signed_in = self.judge(*self.respond(browser))
        answer = browser.get(self.simulator.url + "/mvpd/Cablevision/signout", timeout=PATIENCE, allow_redirects=False)
        place, query = answer.headers["Location"].split("?", 1)
        self.assertEqual(place, LOGOUT)
        changed = self.auth(url=LOGOUT, query=query.replace("RelayState=", "RelayState=x"))
        changed.process_slo(keep_local_session=True)
        self.assertIn("invalid_logout_request_signature", changed.get_errors())
        auth = self.auth(url=LOGOUT, query=query)
        back = auth.process_slo(keep_local_session=True)
        self.assertEqual(auth.get_errors(), [], auth.get_last_error_reason())
        asked = auth.get_last_request_xml()
        self.assertEqual(OneLogin_Saml2_Logout_Request.get_nameid(asked), signed_in.get_nameid())
        self.assertEqual(
            OneLogin_Saml2_Logout_Request.get_session_indexes(asked), [signed_in.get_session_index()])
        page = browser.get(back, timeout=PATIENCE)
        self.assertEqual(page.status_code, 200, page.text)
        self.assertIn("All services of this session have signed you out.", page.text)
        self.assertEqual(browser.get(back, timeout=PATIENCE).status_code, 400)
        self.assertTrue(asks(browser.get(self.auth().login(), timeout=PATIENCE)))
        again = browser.get(self.simulator.url + "/mvpd/Cablevision/signout", timeout=PATIENCE)
        self.assertIn("You are not signed in", again.text)


if __name__ == "__main__":
    main()
