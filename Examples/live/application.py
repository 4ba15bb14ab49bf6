"""A web application that signs users in by SAML: it stands for yours. The SAML code is python3-saml's, in strict mode.

`python3 application.py METADATA` serves it on port 8017; the file has the metadata of its identity provider.
"""

import secrets
import sys

from flask import Flask, Response, jsonify, redirect, request, session
from onelogin.saml2.auth import OneLogin_Saml2_Auth
from onelogin.saml2.idp_metadata_parser import OneLogin_Saml2_IdPMetadataParser
from onelogin.saml2.settings import OneLogin_Saml2_Settings

URL = "http://127.0.0.1:8017"
with open(sys.argv[1], encoding="utf-8") as file:
    PROVIDER = OneLogin_Saml2_IdPMetadataParser.parse(file.read())["idp"]
SETTINGS = {
    "strict": True,
    "sp": {
        "entityId": URL + "/saml/metadata", "assertionConsumerService": {"url": URL + "/saml/acs"},
        "singleLogoutService": {"url": URL + "/saml/slo"},
    },
    "idp": PROVIDER,
    "security": {
        "wantAssertionsSigned": True, "rejectDeprecatedAlgorithm": True,
        "rejectUnsolicitedResponsesWithInResponseTo": True,
    },
}
app = Flask(__name__)
app.secret_key = secrets.token_bytes(32)


def saml():
    place = {"http_host": request.host, "script_name": request.path}
    return OneLogin_Saml2_Auth({**place, "get_data": request.args, "post_data": request.form}, SETTINGS)


@app.get("/saml/metadata")
def metadata():
    text = OneLogin_Saml2_Settings(SETTINGS, sp_validation_only=True).get_sp_metadata()
    return Response(text, content_type="application/samlmetadata+xml")


@app.get("/login")
def login():
    auth = saml()
    address = auth.login(return_to=URL + "/")
    session["request"] = auth.get_last_request_id()
    return redirect(address)


@app.post("/saml/acs")
def consume():
    auth, asked = saml(), session.pop("request", None)
    if asked:
        auth.process_response(request_id=asked)
    if not auth.is_authenticated():
        return "You could not be signed in.", 403
    session["user"] = auth.get_nameid()
    return redirect("/")


@app.get("/logout")
def log_out():
    auth = saml()
    address = auth.logout(return_to=URL + "/", name_id=session.get("user"))
    session["logout"] = auth.get_last_request_id()
    return redirect(address)


@app.get("/saml/slo")
def end():
    """A LogoutResponse to our request, or a LogoutRequest of the identity provider."""
    auth = saml()
    address = auth.process_slo(request_id=session.pop("logout", None), delete_session_cb=session.clear)
    if auth.get_errors():
        return "You could not be signed out.", 403
    return redirect(address or "/")


@app.get("/me")
def me():
    return jsonify(user=session["user"]) if "user" in session else (jsonify(user=None), 401)


@app.get("/")
def home():
    return "Welcome"


if __name__ == "__main__":
    app.run(port=8017)
