"""An authorization server that is Authlib, in Flask, signs users in for the simulated service, which asks it itself."""

import logging
import os
import secrets
import threading
import time
import unittest
import urllib.parse
from types import SimpleNamespace

import requests
from authlib.common.urls import add_params_to_uri
from authlib.integrations.flask_oauth2 import AuthorizationServer, ResourceProtector, current_token
from authlib.oauth2.rfc6749 import grants
from authlib.oauth2.rfc6750 import BearerTokenValidator
from authlib.oauth2.rfc7636 import CodeChallenge
from flask import Flask, jsonify, request
from werkzeug.serving import make_server

from simulator import PATIENCE, App, Simulator, main

# The server of this script has no TLS.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
DONE = "http://127.0.0.1:9/done"
CLIENT, SECRET = "tv-service", "p-s_s.w~rd"


class Client:
    """The simulated service as Authlib knows it."""

    redirect_uri = None

    def get_client_id(self):
        return CLIENT

    def check_client_secret(self, secret):
        return secret == SECRET

    def check_endpoint_auth_method(self, method, endpoint):
        return method in ("client_secret_basic", "client_secret_post")

    def check_grant_type(self, grant_type):
        return grant_type in ("authorization_code", "refresh_token")

    def check_response_type(self, response_type):
        return response_type == "code"

    def check_redirect_uri(self, redirect_uri):
        return redirect_uri == Client.redirect_uri

    def get_default_redirect_uri(self):
        return Client.redirect_uri

    def get_allowed_scope(self, scope):
        return scope or ""


class Token(dict):
    """A token as Authlib stores it."""

    def __init__(self, token, user):
        super().__init__(token)
        self.user, self.ends, self.revoked = user, time.time() + token["expires_in"], False

    def check_client(self, client):
        return True

    def get_scope(self):
        return self.get("scope", "")

    def get_expires_in(self):
        return self["expires_in"]

    def is_expired(self):
        return time.time() >= self.ends

    def is_revoked(self):
        return self.revoked

    def get_user(self):
        return self.user

    def get_client(self):
        return Client()


class Code(SimpleNamespace):
    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope


CODES, TOKENS = {}, []


class CodeGrant(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post"]

    def save_authorization_code(self, code, request):
        data = request.payload.data
        CODES[code] = Code(
            code=code, user="dave", redirect_uri=request.payload.redirect_uri, scope=request.payload.scope,
            code_challenge=data.get("code_challenge"), code_challenge_method=data.get("code_challenge_method"))

    def query_authorization_code(self, code, client):
        return CODES.get(code)

    def delete_authorization_code(self, code):
        CODES.pop(code.code, None)

    def authenticate_user(self, code):
        return code.user


class RefreshGrant(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post"]

    def authenticate_refresh_token(self, refresh_token):
        return next((t for t in TOKENS if t.get("refresh_token") == refresh_token and not t.revoked), None)

    def authenticate_user(self, refresh_token):
        return refresh_token.user

    def revoke_old_credential(self, refresh_token):
        pass


class Validator(BearerTokenValidator):
    def authenticate_token(self, text):
        return next((t for t in TOKENS if t["access_token"] == text), None)


class Server:
    """The Flask application on a port of its own; `mode` makes it fail, and `issuer` is its name in responses."""

    def __init__(self):
        self.mode, self.issuer, self.requests = None, None, []
        app = Flask("operator")
        app.config.update(
            OAUTH2_TOKEN_EXPIRES_IN={"authorization_code": 3600, "refresh_token": 3600},
            OAUTH2_REFRESH_TOKEN_GENERATOR=lambda *arguments, **options: secrets.token_urlsafe(24))
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        server = AuthorizationServer(
            app, query_client=lambda name: Client() if name == CLIENT else None,
            save_token=lambda token, request: TOKENS.append(Token(token, request.user)))
        server.register_grant(CodeGrant, [CodeChallenge(required=True)])
        server.register_grant(RefreshGrant)
        protector = ResourceProtector()
        protector.register_token_validator(Validator())

        @app.get("/authorize")
        def authorize():
            grant = server.get_consent_grant(end_user="dave")
            answer = server.create_authorization_response(
                grant_user=None if self.mode == "deny" else "dave", grant=grant)
            if self.issuer:
                answer.location = add_params_to_uri(answer.location, {"iss": self.issuer})
            return answer

        @app.post("/token")
        def token():
            self.requests.append({"Authorization": request.headers.get("Authorization"), **request.form})
            if self.mode == "redirect":
                return "", 307, {"Location": "/other"}
            if self.mode == "500":
                return "<h1>Sorry</h1>", 500
            if self.mode == "late":
                time.sleep(15)
            return server.create_token_response()

        @app.get("/me")
        @protector()
        def me():
            return jsonify(sub=current_token.user, attributes={"channelID": ["a", "b"], "householdID": "7 & sons"})

        self.server = make_server("127.0.0.1", 0, app, threaded=True)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


class AuthlibServer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.simulator = Simulator().start(f"""
service:
  requestors:
    REF30:
      integrations:
        Operator:
          authorizationServer:
            authorizationEndpoint: {cls.server.url}/authorize
            tokenEndpoint: {cls.server.url}/token
            userInfoEndpoint: {cls.server.url}/me
            clientID: {CLIENT}
            clientSecret: {SECRET}
            scope: profile
""", in_memory=False, follows_wall_clock=False)
        Client.redirect_uri = cls.simulator.url + "/adobe-services/oauth2"
        cls.devices = 0

    @classmethod
    def tearDownClass(cls):
        cls.simulator.stop()
        cls.server.server.shutdown()

    def setUp(self):
        self.server.mode, self.server.issuer = None, None

    def app(self):
        type(self).devices += 1
        app = App(self.simulator, device=f"device {self.devices}")
        return app, app.begin(mvpd="Operator", domainName="example.com", redirectUrl=DONE)

    def returned(self, app, code):
        """Takes a browser to the server and back; returns the address at which it comes to the service."""
        answer = requests.get(app.authenticate_url(code), timeout=PATIENCE, allow_redirects=False)
        self.assertTrue(answer.headers["Location"].startswith(self.server.url + "/authorize?"), answer.headers)
        answer = requests.get(answer.headers["Location"], timeout=PATIENCE, allow_redirects=False)
        self.assertEqual(answer.status_code, 302, answer.text)
        return answer.headers["Location"]

    def open(self, address):
        return requests.get(address, timeout=PATIENCE, allow_redirects=False)

    def signed_in(self):
        app, code = self.app()
        answer = self.open(self.returned(app, code))
        self.assertEqual((answer.status_code, answer.headers.get("Location")), (302, DONE), answer.text)
        return app

    def test_1_believed(self):
        """Authlib gives the service tokens for a code with a proof key, and the app is signed in"""
        app = self.signed_in()
        values = {name: value["value"] for name, value in app.profile("Operator")["attributes"].items()}
        self.assertEqual((values["userID"], values["channelID"], values["householdID"]), ("dave", ["a", "b"], "7 & sons"))
        self.assertEqual(self.server.requests[-1]["grant_type"], "authorization_code")
        self.assertGreaterEqual(len(self.server.requests[-1]["code_verifier"]), 43)

    def test_2_refused(self):
        """a page, and no profile, for another code, for another state, and for a code that was redeemed"""
        app, code = self.app()
        good = self.returned(app, code)
        parts = urllib.parse.urlsplit(good)
        fields = dict(urllib.parse.parse_qsl(parts.query))
        for change in [{"state": fields["state"] + "x"}, {"state": "x"}, {"state": ""}]:
            wrong = parts._replace(query=urllib.parse.urlencode({**fields, **change})).geturl()
            self.assertEqual(self.open(wrong).status_code, 400)
        self.assertIsNone(app.profile("Operator"))
        self.assertEqual(self.open(good).status_code, 302)
        again = self.open(good)
        self.assertEqual(again.status_code, 400)
        self.assertIn("This sign-in is finished", again.text)
        other, code = self.app()
        parts = urllib.parse.urlsplit(self.returned(other, code))
        stolen = {**dict(urllib.parse.parse_qsl(parts.query)), "code": fields["code"]}
        self.assertEqual(
            self.open(parts._replace(query=urllib.parse.urlencode(stolen)).geturl()).status_code, 400)
        self.assertIsNone(other.profile("Operator"))

    def test_3_denied(self):
        """a refusal of Authlib sends the browser back to the app, which finds no profile"""
        self.server.mode = "deny"
        app, code = self.app()
        answer = self.open(self.returned(app, code))
        self.assertEqual((answer.status_code, answer.headers.get("Location")), (302, DONE), answer.text)
        self.assertIsNone(app.profile("Operator"))

    def test_4_failures(self):
        """a redirect, a failure and silence of the token endpoint become pages, and the server serves others meanwhile"""
        for mode, status in [("redirect", 400), ("500", 400), ("late", 504)]:
            with self.subTest(mode):
                self.server.mode = mode
                app, code = self.app()
                address = self.returned(app, code)
                answers = []
                thread = threading.Thread(target=lambda: answers.append(self.open(address)))
                thread.start()
                # Another app is answered while the service waits.
                self.assertIsNone(app.profile("Operator"))
                thread.join(PATIENCE)
                self.assertEqual(answers[0].status_code, status, answers[0].text)
                self.assertIsNone(app.profile("Operator"))

    def test_5_refresh(self):
        """the service renews its access token at Authlib before a decision, and a refused one ends the session"""
        app = self.signed_in()
        self.simulator.command({"advance": "61m"})
        self.decide(app, "REF30")
        self.assertEqual(self.server.requests[-1]["grant_type"], "refresh_token")
        self.assertIsNotNone(app.profile("Operator"))
        for token in TOKENS:
            token.revoked = True
        self.simulator.command({"advance": "61m"})
        self.assertEqual(self.decide(app, "CNN"), "authorization_denied_by_session_invalidated")
        self.assertIsNone(app.profile("Operator"))

    def decide(self, app, resource):
        answer = app.post("/api/v2/REF30/decisions/authorize/Operator", json={"resources": [resource]})
        return answer["decisions"][0].get("error", {}).get("code")

    def test_6_unreachable(self):
        """a server that cannot be reached, or whose certificate is not trusted, gives the page of a gateway"""
        for endpoint in ["http://127.0.0.1:9/token", "https://127.0.0.1:9/token"]:
            self.simulator.command({"integration": {
                "mvpd": "Operator", "set": {"authorizationServer": {
                    "authorizationEndpoint": self.server.url + "/authorize", "tokenEndpoint": endpoint,
                    "clientID": CLIENT}}}})
            app, code = self.app()
            self.assertEqual(self.open(self.returned(app, code)).status_code, 503)

    def test_7_announced(self):
        """the service authenticates by fields, and believes the code of an announced issuer only with its name"""
        self.server.issuer = self.server.url
        self.simulator.command({"integration": {"mvpd": "Operator", "set": {"authorizationServer": {
            "authorizationEndpoint": self.server.url + "/authorize", "tokenEndpoint": self.server.url + "/token",
            "userInfoEndpoint": self.server.url + "/me", "clientID": CLIENT, "clientSecret": SECRET,
            "tokenEndpointAuthMethod": "client_secret_post", "issuer": self.server.url}}}})
        app = self.signed_in()
        self.assertIsNotNone(app.profile("Operator"))
        self.assertIsNone(self.server.requests[-1]["Authorization"])
        self.assertEqual(self.server.requests[-1]["client_secret"], SECRET)
        asked = len(self.server.requests)
        self.server.issuer = "https://other.example"
        app, code = self.app()
        self.assertEqual(self.open(self.returned(app, code)).status_code, 400)
        app, code = self.app()
        parts = urllib.parse.urlsplit(self.returned(app, code))
        fields = dict(urllib.parse.parse_qsl(parts.query))
        self.assertEqual(fields.pop("iss"), self.server.issuer)
        self.assertEqual(
            self.open(parts._replace(query=urllib.parse.urlencode(fields)).geturl()).status_code, 400)
        self.assertEqual(len(self.server.requests), asked)


if __name__ == "__main__":
    main()
