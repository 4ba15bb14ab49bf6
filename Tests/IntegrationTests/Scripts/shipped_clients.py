"""Clients written anew in the manner of shipped ones, which run against the live service.

What they do was observed in their public sources; Differences, S-31, S-33, S-46, S-84, S-89 and S-101, say what.
"""

import base64
import unittest

import requests

from simulator import PATIENCE, Form, Simulator, main, sign_in

DONE = "http://127.0.0.1:9/done"


class ShippedClients(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.simulator = Simulator().start(follows_wall_clock=False)

    @classmethod
    def tearDownClass(cls):
        cls.simulator.stop()

    def register(self):
        """A script without a browser: no X-Device-Info, no Origin, and the token's parameters in the query."""
        url = self.simulator.url
        client = requests.post(
            url + "/o/client/register", json={"software_statement": self.simulator.statement()}, timeout=PATIENCE)
        self.assertEqual(client.status_code, 201, client.text)
        token = requests.post(
            url + "/o/client/token", timeout=PATIENCE,
            params={"grant_type": "client_credentials", "client_id": client.json()["client_id"],
                    "client_secret": client.json()["client_secret"]})
        self.assertEqual(token.status_code, 201, token.text)
        pairs = base64.b64encode(b"platform=Windows;mobile=false;tablet=false;tv=false").decode()
        return {"Authorization": "Bearer " + token.json()["access_token"], "X-Device-Info": pairs,
                "AP-Device-Identifier": "fingerprint " + base64.b64encode(b"shipped").decode()}

    def get(self, path, headers):
        answer = requests.get(self.simulator.url + "/api/v2/REF30" + path, headers=headers, timeout=PATIENCE)
        self.assertEqual(answer.status_code, 200, answer.text)
        return answer.json()

    def test_1_sign_in(self):
        """a script registers, follows Location verbatim, and uses one code and one token for hours"""
        headers = self.register()
        session = requests.post(
            self.simulator.url + "/api/v2/REF30/sessions", headers=headers, timeout=PATIENCE,
            data={"mvpd": "Cablevision", "domainName": "example.com", "redirectUrl": DONE})
        self.assertEqual(session.status_code, 200, session.text)
        code = session.json()["code"]
        self.assertEqual(self.get("/profiles/code/" + code, headers)["profiles"], {})
        sent = requests.get(
            f"{self.simulator.url}/api/v2/authenticate/REF30/{code}", timeout=PATIENCE, allow_redirects=False)
        location = sent.headers["Location"]
        self.assertTrue(location.startswith(self.simulator.url + "/"), location)
        browser = requests.Session()
        form = Form(sign_in(browser, browser.get(location, timeout=PATIENCE)))
        done = browser.post(form.action, form.fields, timeout=PATIENCE, allow_redirects=False)
        self.assertEqual((done.status_code, done.headers["Location"]), (302, DONE))
        for hours in [0, 1, 2, 2]:
            if hours:
                self.simulator.command({"advance": f"{hours}h"})
            self.assertEqual(list(self.get("/profiles/code/" + code, headers)["profiles"]), ["Cablevision"])

    def test_2_configuration(self):
        """every MVPD has isProxy, and a logo that can be loaded"""
        mvpds = self.get("/configuration", self.register())["requestor"]["mvpds"]
        self.assertEqual([mvpd["isProxy"] for mvpd in mvpds], [False] * len(mvpds))
        logo = requests.get(mvpds[0]["logoUrl"], timeout=PATIENCE)
        self.assertEqual((logo.status_code, logo.headers["Content-Type"]), (200, "image/svg+xml"))

    def test_3_messages(self):
        """the messages have the words that a client searches for"""
        headers = self.register()
        self.simulator.command({"integration": {"mvpd": "Cablevision", "set": {"enabled": False}}})
        for path, words in [("/OTHER/configuration", "service provider parameter value is missing or invalid"),
                            ("/REF30/profiles/Cablevision", "does not exist or is disabled")]:
            answer = requests.get(self.simulator.url + "/api/v2" + path, headers=headers, timeout=PATIENCE)
            self.assertEqual(answer.status_code, 400, answer.text)
            self.assertIn(words, answer.json()["message"])


if __name__ == "__main__":
    main()
