"""requests-oauthlib, an OAuth 2 client that we did not write, signs users in at a simulated MVPD with its defaults."""

import os
import unittest

import requests
from oauthlib.oauth2.rfc6749.errors import InvalidClientError, InvalidClientIdError, MismatchingStateError
from requests_oauthlib import OAuth2Session

from simulator import PATIENCE, Simulator, asks, main, sign_in

# The simulator of this script has no TLS.
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
RETURN = "http://127.0.0.1:9/return"
PROFILE = f"""
providers:
  Mediacom:
    protocol: oauth2
    oauth2:
      clients:
        back-end: {{secret: s3cret, redirectURIs: ['{RETURN}']}}
        phone: {{redirectURIs: ['{RETURN}']}}
    subscribers: {{anna: {{attributes: {{zip: '10001'}}}}}}
"""


class RequestsOAuthlibClient(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.simulator = Simulator().start(PROFILE)
        cls.base = cls.simulator.url + "/mvpd/Mediacom/"

    @classmethod
    def tearDownClass(cls):
        cls.simulator.stop()

    def returned(self, client):
        """Signs anna in by the pages, and returns the address to which the browser is sent."""
        url, _ = client.authorization_url(self.base + "authorize")
        browser = requests.Session()
        answer = browser.get(url, timeout=PATIENCE, allow_redirects=False)
        if asks(answer):
            answer = sign_in(browser, answer, name="anna")
        self.assertEqual(answer.status_code, 302, answer.text)
        return answer.headers["Location"]

    def tokens(self, client, address, secret):
        # A client without a secret names itself in the form.
        return client.fetch_token(
            self.base + "token", authorization_response=address, client_secret=secret,
            include_client_id=True if secret is None else None, timeout=PATIENCE)

    def test_1_tokens(self):
        """gets tokens and the user, with and without a proof key, a scope and a secret, and renews the access token"""
        for name, secret, options in [
            ("back-end", "s3cret", {}), ("back-end", "s3cret", {"pkce": "S256"}),
            ("back-end", "s3cret", {"scope": ["profile"]}), ("phone", None, {"pkce": "S256"}),
        ]:
            with self.subTest(name=name, **options):
                client = OAuth2Session(name, redirect_uri=RETURN, **options)
                token = self.tokens(client, self.returned(client), secret)
                self.assertEqual(client.get(self.base + "userinfo", timeout=PATIENCE).json()["userID"], "anna")
                renewed = client.refresh_token(
                    self.base + "token", auth=(name, secret) if secret else None, timeout=PATIENCE,
                    **({} if secret else {"client_id": name}))
                self.assertNotEqual(renewed["access_token"], token["access_token"])

    def test_2_refused(self):
        """is told of a wrong secret and a missing proof key, and refuses the defects of the state itself"""
        client = OAuth2Session("back-end", redirect_uri=RETURN)
        with self.assertRaises(InvalidClientError):
            self.tokens(client, self.returned(client), "wrong")
        client = OAuth2Session("phone", redirect_uri=RETURN)
        with self.assertRaisesRegex(InvalidClientIdError, "code_challenge"):
            self.tokens(client, self.returned(client), None)
        for defect in ["wrongState", "noState"]:
            self.simulator.command({"provider": {"id": "Mediacom", "set": {"oauth2": {"defect": defect}}}})
            client = OAuth2Session("back-end", redirect_uri=RETURN)
            with self.subTest(defect), self.assertRaises(MismatchingStateError):
                self.tokens(client, self.returned(client), "s3cret")
        self.simulator.command({"provider": {"id": "Mediacom", "set": {"oauth2": {"defect": "none"}}}})


if __name__ == "__main__":
    main()
