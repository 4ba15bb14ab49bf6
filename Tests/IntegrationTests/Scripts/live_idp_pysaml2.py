"""`tvsim live idp` examines an identity provider that is pysaml2, without a fault and with planted ones."""

import hashlib
import json
import logging
import os
import secrets
import sys
import threading
import time
import unittest
from contextlib import ExitStack
from unittest.mock import patch

from flask import Flask, Response, redirect, request
from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2 import request as saml2_request
from saml2.attribute_converter import AttributeConverter
from saml2.config import IdPConfig
from saml2.metadata import entity_descriptor
from saml2.saml import NAME_FORMAT_BASIC, NAMEID_FORMAT_PERSISTENT, NAMEID_FORMAT_TRANSIENT, NameID
from saml2.server import Server
from saml2.xmldsig import DIGEST_SHA256, SIG_RSA_SHA256
from werkzeug.serving import make_server

from live_examination import IS_THOROUGH, Examination
from live_site import Handler
from simulator import Key, main

logging.getLogger("saml2").setLevel(logging.CRITICAL)
STATUS = "urn:oasis:names:tc:SAML:2.0:status:"
STRONG = {"sign_alg": SIG_RSA_SHA256, "digest_alg": DIGEST_SHA256}
USER, PASSWORD = "dave", "secret of dave"
# What a careless identity provider does, and the case that shows it.
SHOWN_BY = {
    "unsigned": "unsigned", "strangersConsumer": "strangersConsumerInSession", "destination": "otherDestination",
    "forceAuthn": "forceAuthn", "inResponseTo": "answersRequest", "userName": "opaqueUser",
    "logout": "logoutEndsSession",
}
# Further cases that a fault shows.
ALSO = {"inResponseTo": ["answerIsValid"]}
# What pysaml2 accepts or refuses otherwise than the catalogue.
DIFFERENCES = [
    "digitFirstID", "logoutLowerCaseEscapes", "logoutRedirectReencoded", "logoutRequestExpired",
    "logoutRequestWithDigitFirstID", "logoutRequestWithoutName", "lowerCaseEscapes", "reencoded", "sha1",
]
VERIFY = saml2_request.Request._verify


def verify_anywhere(asked):
    """Verifies a request without its destination: the library compares it with the addresses that it got."""
    asked.receiver_addrs = []
    return VERIFY(asked)


class Refused(Exception):
    """The library read a request that the identity provider refuses."""


class IdentityProvider:
    """`/sso`, `/login`, `/slo` and `/metadata` of an identity provider, on a port of its own."""

    def __init__(self, service_provider, folder, fault=None, port=0):
        self.fault, self.sessions, self.pending = fault, {}, {}
        self.passwords = 0
        app = Flask("identity-provider")
        app.config["SITE"] = self
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        for method, path, function in [
            ("GET", "/sso", self.sign_on), ("POST", "/login", self.login), ("GET", "/slo", self.logout),
            ("GET", "/metadata", self.metadata),
        ]:
            app.add_url_rule(path, path, function, methods=[method])
        self.server = make_server("127.0.0.1", port, app, threaded=True, request_handler=Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        key = Key(folder, "identity-provider")
        self.configuration = IdPConfig().load({
            "entityid": self.url + "/metadata", "key_file": key.private_file, "cert_file": key.certificate_file,
            "metadata": {"inline": [service_provider]},
            "service": {"idp": {
                "endpoints": {
                    "single_sign_on_service": [(self.url + "/sso", BINDING_HTTP_REDIRECT)],
                    "single_logout_service": [(self.url + "/slo", BINDING_HTTP_REDIRECT)],
                },
                "policy": {"default": {
                    "lifetime": {"minutes": 5}, "attribute_restrictions": None, "name_form": NAME_FORMAT_BASIC}},
                "want_authn_requests_signed": True,
            }},
        })
        names = AttributeConverter(NAME_FORMAT_BASIC)
        names.from_dict({"identifier": NAME_FORMAT_BASIC, "to": {"zip": "zip"}})
        self.configuration.attribute_converters = [names]
        self.saml = Server(config=self.configuration)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def cuts(self):
        return False

    def metadata(self):
        return Response(str(entity_descriptor(self.configuration)), content_type="application/samlmetadata+xml")

    def page(self, text, status=200):
        return Response(f"<!DOCTYPE html><title>Operator</title>{text}", status, content_type="text/html")

    def read(self):
        """The request in the query, verified by the library; raises an error if it is refused."""
        query = request.args
        with ExitStack() as stack:
            if self.fault == "destination":
                stack.enter_context(patch.object(saml2_request.Request, "_verify", verify_anywhere))
            if self.fault == "unsigned" and "Signature" not in query:
                stack.enter_context(patch.object(self.configuration, "_idp_want_authn_requests_signed", False))
            read = self.saml.parse_authn_request(
                query["SAMLRequest"], BINDING_HTTP_REDIRECT, query.get("RelayState"), query.get("SigAlg"),
                query.get("Signature"))
        if len(query.getlist("SAMLRequest")) > 1:
            raise Refused("two requests")
        message = read.message
        if message.issuer.text not in self.saml.metadata.service_providers():
            raise Refused("unknown issuer")
        if self.fault == "strangersConsumer" and message.assertion_consumer_service_url:
            return message, message.assertion_consumer_service_url
        if message.protocol_binding not in (None, BINDING_HTTP_POST):
            raise Refused("unknown binding")
        return message, self.saml.response_args(message, [BINDING_HTTP_POST])["destination"]

    def sign_on(self):
        try:
            message, consumer = self.read()
        except Exception as error:  # pysaml2 refuses by many classes, some of them Python's own.
            return self.page(f"<h1>{type(error).__name__}</h1>", 400)
        relay_state = request.args.get("RelayState")
        wanted = message.name_id_policy.format if message.name_id_policy else None
        if wanted not in (None, NAMEID_FORMAT_PERSISTENT, NAMEID_FORMAT_TRANSIENT):
            return self.error(message, consumer, relay_state, "InvalidNameIDPolicy")
        session = self.sessions.get(request.cookies.get("session"))
        is_forced = message.force_authn == "true" and self.fault != "forceAuthn"
        if session and not is_forced:
            return self.answer(message, consumer, relay_state, session)
        if message.is_passive == "true":
            return self.error(message, consumer, relay_state, "NoPassive")
        name = secrets.token_urlsafe(12)
        self.pending[name] = (message, consumer, relay_state)
        return self.page(
            f'<form method="post" action="/login"><input type="hidden" name="flow" value="{name}">'
            '<input name="username"><input type="password" name="password"><button id="continue">Continue</button></form>')

    def login(self):
        message, consumer, relay_state = self.pending.pop(request.form["flow"])
        self.passwords += 1
        if (request.form["username"], request.form["password"]) != (USER, PASSWORD):
            return self.page("<h1>Wrong password</h1>", 403)
        name = secrets.token_urlsafe(12)
        self.sessions[name] = {"user": USER, "since": time.time(), "transient": secrets.token_hex(12)}
        answer = self.answer(message, consumer, relay_state, self.sessions[name])
        answer.set_cookie("session", name)
        return answer

    def answer(self, message, consumer, relay_state, session):
        """Signs the user of a session in."""
        service = message.issuer.text
        if message.name_id_policy is not None and message.name_id_policy.format == NAMEID_FORMAT_TRANSIENT:
            name = NameID(format=NAMEID_FORMAT_TRANSIENT, text=session["transient"])
        else:
            text = USER if self.fault == "userName" else hashlib.sha256((USER + service).encode()).hexdigest()[:24]
            name = NameID(format=NAMEID_FORMAT_PERSISTENT, text=text, sp_name_qualifier=service)
        response = self.saml.create_authn_response(
            {"zip": ["94105"]}, None if self.fault == "inResponseTo" else message.id, consumer, service, name_id=name,
            authn={
                "class_ref": "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport",
                "authn_auth": self.url, "authn_instant": int(session["since"])},
            sign_assertion=True, sign_response=False, **STRONG)
        return self.post(response, consumer, relay_state)

    def error(self, message, consumer, relay_state, status):
        response = self.saml.create_error_response(
            message.id, consumer, (STATUS + status, status), sign=True, **STRONG)
        return self.post(response, consumer, relay_state)

    def post(self, response, consumer, relay_state):
        """A page whose form brings a response to a consumer."""
        arguments = self.saml.apply_binding(BINDING_HTTP_POST, str(response), consumer, relay_state or "", response=True)
        return Response(arguments["data"], content_type="text/html")

    def logout(self):
        query = request.args
        try:
            if len(query.getlist("SAMLRequest")) > 1 or len(query.getlist("RelayState")) > 1 or "SAMLResponse" in query:
                raise Refused("a parameter twice")
            asked = self.saml.parse_logout_request(
                query["SAMLRequest"], BINDING_HTTP_REDIRECT, query.get("RelayState"), query["SigAlg"], query["Signature"]
            ).message
            [service] = self.saml.metadata.service_providers()
            if asked.issuer.text != service or not asked.name_id:
                raise Refused("unknown issuer or name")
        except Exception as error:
            return self.page(f"<h1>{type(error).__name__}</h1>", 400)
        if self.fault != "logout":
            self.sessions.pop(request.cookies.get("session"), None)
        message = self.saml.create_logout_response(asked, [BINDING_HTTP_REDIRECT])
        back = self.saml.apply_binding(
            BINDING_HTTP_REDIRECT, str(message), message.destination, query.get("RelayState") or "", response=True,
            sign=True, sigalg=SIG_RSA_SHA256)
        return redirect(dict(back["headers"])["Location"])


class PySAML2IdentityProvider(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.examination = Examination()
        with open(cls.examination.path("keys/service-provider.xml"), encoding="utf-8") as file:
            cls.metadata = file.read()

    @classmethod
    def tearDownClass(cls):
        cls.examination.stop()

    def told(self, run):
        """The names of the cases in a report, examined or not."""
        return sorted(case["name"] for case in run.report["cases"] + run.report["notRun"])

    def listed(self):
        """The names of all cases."""
        lines = self.examination.tvsim("live", "idp", "--list").stdout.splitlines()
        return sorted(line.split()[1] for line in lines)

    def run_at(self, fault=None, *options, signs_in=True):
        """Examines a new identity provider."""
        folder = self.examination.path(f"provider-{fault}-{signs_in}")
        os.makedirs(folder, exist_ok=True)
        provider = IdentityProvider(self.metadata, folder, fault)
        configuration = {
            "schema": 1, "keys": self.examination.path("keys"), "name": "pysaml2",
            "identityProvider": {"metadata": provider.url + "/metadata", "attributes": ["zip"]},
            "signIn": {"pages": [{
                "fill": {"username": "${LIVE_USER}", "password": "${LIVE_PASSWORD}"}, "submit": "#continue"}]},
        }
        path = self.examination.path("idp.yaml")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(configuration, file)
        self.examination.environment.update(LIVE_USER=USER, LIVE_PASSWORD=PASSWORD)
        try:
            run = self.examination.examine(
                "--config", path, *options, *([] if signs_in else ["--no-sign-in"]), party="idp")
        finally:
            provider.stop()
        run.provider = provider
        return run

    def details(self, run):
        return f"status {run.status}\n{run.error[-2000:]}\n{run.output[-4000:]}"

    def test_1_without_sign_in(self):
        """selected requests find what pysaml2 accepts, no password is sent, and every case is told"""
        run = self.run_at(None, "--only", "requestForm,requestReading,signedRequests", signs_in=False)
        self.assertEqual((run.status, run.wrong), (1, ["digitFirstID", "reencoded"]), self.details(run))
        # What no sentence obliges it to refuse fails no run.
        run = self.run_at(None, "--only", "requestForm,requestReading", signs_in=False)
        self.assertEqual((run.status, run.wrong), (0, ["digitFirstID"]), self.details(run))
        self.assertEqual(run.provider.passwords, 0)
        self.assertEqual(self.told(run), self.listed())

    def test_2_without_fault(self):
        """the sign-ins show nothing else; the password is in no report, and in no message that is kept"""
        kept = self.examination.path("messages")
        run = self.run_at(None, "--keep-messages", kept)
        self.assertEqual((run.status, run.wrong), (1, DIFFERENCES), self.details(run))
        self.assertGreater(run.provider.passwords, 3)
        self.assertEqual(self.told(run), self.listed())
        self.assertNotIn(PASSWORD, json.dumps(run.report) + run.output + run.error)
        messages = self.examination.kept(kept)
        self.assertEqual(len(messages), run.report["requests"])
        self.assertTrue(any("password=«secret»" in text for text in messages.values()))
        for word in [PASSWORD, PASSWORD.replace(" ", "+"), PASSWORD.replace(" ", "%20")]:
            self.assertFalse([name for name, text in messages.items() if word in text])

    def test_3_planted_faults(self):
        """each planted fault is found by its case"""
        for fault, case in SHOWN_BY.items():
            if not IS_THOROUGH and fault not in ("strangersConsumer", "forceAuthn", "logout"):
                continue
            with self.subTest(fault):
                # Of the whole run, only that case may differ; it is found in a run of its own too.
                options = [] if IS_THOROUGH else ["--only", case]
                run = self.run_at(fault, *options)
                expected = [case] + (ALSO.get(fault, []) if IS_THOROUGH else [])
                self.assertEqual(sorted(set(run.wrong) - set(DIFFERENCES)), sorted(expected), self.details(run))


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        import tempfile
        with open(sys.argv[2], encoding="utf-8") as file:
            served = IdentityProvider(
                file.read(), tempfile.mkdtemp(), sys.argv[3] if len(sys.argv) > 3 else None)
        print(served.url, flush=True)
        threading.Event().wait()
    else:
        main()
