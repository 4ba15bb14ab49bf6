"""Authlib, an OAuth 2 client that we did not write, signs users in at a simulated MVPD with OAuth 2."""

import os
import unittest
import urllib.parse

import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc6749.errors import MismatchingStateException
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata

from simulator import PATIENCE, App, Simulator, asks, main, sign_in

# The simulator of this script has no TLS.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
RETURN = "http://127.0.0.1:9/return"
WELL_KNOWN = "/.well-known/oauth-authorization-server"
DONE = "http://127.0.0.1:9/done"
PROFILE = f"""
providers:
  Mediacom:
    protocol: oauth2
    oauth2:
      pkce: required
      clients:
        back-end: {{secret: s3cret, redirectURIs: ['{RETURN}'], logoutRedirectURIs: ['{DONE}']}}
        phone: {{redirectURIs: ['{RETURN}']}}
    subscribers:
      anna: {{entitlements: [REF30], attributes: {{zip: ['10001', '94105'], maxRating: {{MPAA: R}}}}}}
"""


class AuthlibClient(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.simulator = Simulator().start(PROFILE)
        cls.base = cls.simulator.url + "/mvpd/Mediacom/"

    @classmethod
    def tearDownClass(cls):
        cls.simulator.stop()

    def client(self, name="back-end", secret="s3cret", method="client_secret_basic", **options):
        return OAuth2Session(
            name, secret, token_endpoint_auth_method=method if secret else "none", redirect_uri=RETURN,
            code_challenge_method="S256", default_timeout=PATIENCE, **options)

    def signed_in(self, client, verifier, browser=None, **options):
        """Signs anna in by the pages, and returns the address to which the browser is sent, and the state."""
        browser = browser or requests.Session()
        url, state = client.create_authorization_url(self.base + "authorize", code_verifier=verifier, **options)
        answer = browser.get(url, timeout=PATIENCE, allow_redirects=False)
        if asks(answer):
            answer = sign_in(browser, answer, name="anna")
        self.assertEqual(answer.status_code, 302, answer.text)
        return answer.headers["Location"], state

    def tokens(self, client, location, verifier, state):
        return client.fetch_token(
            self.base + "token", authorization_response=location, state=state, code_verifier=verifier)

    def test_1_tokens(self):
        """Authlib signs a user in with each way to authenticate a client, and reads who the user is"""
        for arguments in [{}, {"method": "client_secret_post"}, {"name": "phone", "secret": None}]:
            with self.subTest(**arguments):
                client, verifier = self.client(**arguments), generate_token(48)
                location, state = self.signed_in(client, verifier)
                token = self.tokens(client, location, verifier, state)
                self.assertEqual(token["token_type"], "Bearer")
                answer = client.get(self.base + "userinfo")
                self.assertEqual(answer.status_code, 200, answer.text)
                user = answer.json()
                self.assertEqual(user["userID"], "anna")
                self.assertEqual(user["attributes"]["zip"], ["10001", "94105"])
                self.assertEqual(user["attributes"]["maxRating"], {"MPAA": "R"})

    def test_2_refresh(self):
        """Authlib renews an access token, and the old refresh token stays valid"""
        client, verifier = self.client(), generate_token(48)
        location, state = self.signed_in(client, verifier)
        first = dict(self.tokens(client, location, verifier, state))
        second = client.refresh_token(self.base + "token", refresh_token=first["refresh_token"])
        self.assertNotEqual(second["access_token"], first["access_token"])
        self.assertEqual(client.get(self.base + "userinfo").status_code, 200)
        client.refresh_token(self.base + "token", refresh_token=first["refresh_token"])

    def test_3_refused(self):
        """Authlib reports the documented error of each wrong request"""
        client, verifier = self.client(), generate_token(48)
        location, state = self.signed_in(client, verifier)
        with self.assertRaises(MismatchingStateException):
            self.tokens(client, location, verifier, "another")
        for change in [
            lambda: self.tokens(self.client(), location, generate_token(48), state),
            lambda: self.tokens(self.client(name="phone", secret=None), location, verifier, state),
            lambda: OAuth2Session("back-end", "s3cret", redirect_uri=DONE, default_timeout=PATIENCE).fetch_token(
                self.base + "token", authorization_response=location, state=state, code_verifier=verifier),
        ]:
            with self.assertRaises(OAuthError) as refused:
                change()
            self.assertEqual(refused.exception.error, "invalid_grant")
        with self.assertRaises(OAuthError) as refused:
            self.tokens(self.client(secret="wrong"), location, verifier, state)
        self.assertEqual(refused.exception.error, "invalid_client")
        token = dict(self.tokens(client, location, verifier, state))
        with self.assertRaises(OAuthError) as refused:
            self.tokens(self.client(), location, verifier, state)
        self.assertEqual(refused.exception.error, "invalid_grant")
        # The second use of the code has revoked the tokens.
        self.assertEqual(client.get(self.base + "userinfo").status_code, 401)
        with self.assertRaises(OAuthError) as refused:
            client.refresh_token(self.base + "token", refresh_token=token["refresh_token"])
        self.assertEqual(refused.exception.error, "invalid_grant")

    def test_4_errors(self):
        """an authorization request that cannot be answered returns with its error and state"""
        client = self.client()
        for (old, new), error in [
            (("state=", "prompt=none&state="), "login_required"), (("S256", "plain"), "invalid_request"),
            (("response_type=code", "response_type=token"), "unsupported_response_type"),
        ]:
            url, state = client.create_authorization_url(self.base + "authorize", code_verifier=generate_token(48))
            url = url.replace(old, new)
            answer = requests.get(url, timeout=PATIENCE, allow_redirects=False)
            fields = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(answer.headers["Location"]).query))
            self.assertEqual((fields.get("error"), fields.get("state")), (error, state))
        browser = requests.Session()
        url, state = client.create_authorization_url(self.base + "authorize", code_verifier=generate_token(48))
        answer = sign_in(browser, browser.get(url, timeout=PATIENCE), action="cancel")
        self.assertIn("error=access_denied", answer.headers["Location"])

    def test_5_session(self):
        """the browser's session signs a user in again without a page, until the logout"""
        client, browser = self.client(), requests.Session()
        self.signed_in(client, generate_token(48), browser)
        url, _ = client.create_authorization_url(self.base + "authorize", code_verifier=generate_token(48))
        self.assertFalse(asks(browser.get(url, timeout=PATIENCE, allow_redirects=False)))
        out = self.base + "logout?" + urllib.parse.urlencode({"client_id": "back-end", "redirect_uri": DONE, "state": "s"})
        answer = browser.get(out, timeout=PATIENCE, allow_redirects=False)
        self.assertEqual(answer.headers["Location"], DONE + "?state=s")
        self.assertTrue(asks(browser.get(url, timeout=PATIENCE, allow_redirects=False)))

    def test_6_service(self):
        """an app of the service signs a user in at the same MVPD over HTTP, and out again"""
        app, browser = App(self.simulator), requests.Session()
        code = app.begin(mvpd="Mediacom", domainName="example.com", redirectUrl=DONE)
        page = browser.get(app.authenticate_url(code), timeout=PATIENCE)
        self.assertIn("/mvpd/Mediacom/authorize?", page.url)
        answer = sign_in(browser, page, name="anna")
        self.assertTrue(answer.headers["Location"].startswith(self.simulator.url + "/adobe-services/oauth2?"))
        answer = browser.get(answer.headers["Location"], timeout=PATIENCE, allow_redirects=False)
        self.assertEqual((answer.status_code, answer.headers.get("Location")), (302, DONE), answer.text)
        self.assertEqual(app.profile("Mediacom")["attributes"]["userID"]["value"], "anna")
        out = app.get("/api/v2/REF30/logout/Mediacom?redirectUrl=" + urllib.parse.quote(DONE, ""))
        answer = browser.get(out["logouts"]["Mediacom"]["url"], timeout=PATIENCE, allow_redirects=False)
        while answer.headers["Location"].startswith(self.simulator.url):
            answer = browser.get(answer.headers["Location"], timeout=PATIENCE, allow_redirects=False)
        self.assertEqual(answer.headers["Location"], DONE)

    def test_7_metadata(self):
        """Authlib finds the endpoints of the MVPD by its metadata, in each world, and the responses name the issuer"""
        world = requests.post(
            self.simulator.url + "/_sim/v1/worlds", json={"name": "metadata"}, timeout=PATIENCE).json()
        for base in [self.simulator.url, self.simulator.url + "/s/metadata", world["url"]]:
            with self.subTest(base):
                place = urllib.parse.urlsplit(base + "/mvpd/Mediacom")
                known = place._replace(path=WELL_KNOWN + place.path).geturl()
                metadata = AuthorizationServerMetadata(requests.get(known, timeout=PATIENCE).json())
                metadata.validate()
                self.assertEqual(metadata["issuer"], base + "/mvpd/Mediacom")
                self.assertTrue(metadata["authorization_response_iss_parameter_supported"])
                client, verifier, browser = self.client(), generate_token(48), requests.Session()
                url, state = client.create_authorization_url(
                    metadata["authorization_endpoint"], code_verifier=verifier)
                answer = sign_in(browser, browser.get(url, timeout=PATIENCE), name="anna")
                location = answer.headers["Location"]
                fields = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(location).query))
                self.assertEqual(fields["iss"], metadata["issuer"])
                token = client.fetch_token(
                    metadata["token_endpoint"], authorization_response=location, state=state, code_verifier=verifier)
                self.assertEqual(token["token_type"], "Bearer")


if __name__ == "__main__":
    main()
