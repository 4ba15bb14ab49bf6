"""Judges that we did not write, on the messages in queries of a set of fixtures: cryptography the signatures, python3-saml the
logout messages. Prints what differs from the manifest, and how many were judged."""

import base64
import json
import pathlib
import sys
import urllib.parse

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from onelogin.saml2.auth import OneLogin_Saml2_Auth

ALGORITHMS = {
    "http://www.w3.org/2000/09/xmldsig#rsa-sha1": hashes.SHA1(),
    "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256": hashes.SHA256(),
}
BINDING = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"


def signature(query, name, certificate):
    """The verdict on the signature of a query, of which the first parameter of each name counts."""
    first = {}
    for pair in query.split("&"):
        key, _, value = pair.partition("=")
        first.setdefault(key, value)
    if "Signature" not in first:
        return "absent"
    signed = "&".join(f"{key}={first[key]}" for key in (name, "RelayState", "SigAlg") if key in first)
    try:
        x509.load_pem_x509_certificate(certificate.encode()).public_key().verify(
            base64.b64decode(urllib.parse.unquote(first["Signature"])), signed.encode(), padding.PKCS1v15(),
            ALGORITHMS[urllib.parse.unquote(first["SigAlg"])])
    except InvalidSignature:
        return "broken"
    return "genuine"


def accepts(query, receiver, certificate):
    """Whether python3-saml accepts a logout message; the sender is its identity provider, and we are its service provider."""
    place = urllib.parse.urlsplit(receiver["destination"])
    auth = OneLogin_Saml2_Auth(
        {
            "https": "on", "http_host": place.netloc, "script_name": place.path, "post_data": {},
            "get_data": dict(urllib.parse.parse_qsl(query)), "query_string": query, "validate_signature_from_qs": True,
        },
        {
            "strict": True,
            "sp": {
                "entityId": "https://receiver.example",
                "assertionConsumerService": {"url": "https://receiver.example/acs"},
                "singleLogoutService": {"url": receiver["destination"], "binding": BINDING},
            },
            "idp": {
                "entityId": receiver["issuer"], "x509cert": certificate,
                "singleSignOnService": {"url": "https://sender.example/sso", "binding": BINDING},
                "singleLogoutService": {"url": "https://sender.example/slo", "binding": BINDING},
            },
            "security": {"wantMessagesSigned": True, "rejectDeprecatedAlgorithm": True},
        })
    try:
        auth.process_slo(keep_local_session=True, request_id=receiver.get("inResponseTo"))
    except Exception:
        return False
    return not auth.get_errors()


folder = pathlib.Path(sys.argv[1])
judged = {"cryptography": 0, "python3-saml": 0}
for case in json.loads((folder / "manifest.json").read_text())["cases"]:
    expected = case["expected"]
    if "message" not in expected:
        continue
    receiver = case["receiver"]
    query = (folder / case["files"]["query"]["path"]).read_text().strip()
    certificate = (folder / case["files"]["certificate"]["path"]).read_text()
    name = "SAMLResponse" if receiver["message"] == "LogoutResponse" else "SAMLRequest"
    found = signature(query, name, certificate)
    judged["cryptography"] += 1
    if found != expected["signature"]:
        print(case["name"], "signature", found)
    if receiver["message"] == "AuthnRequest":
        continue
    should = expected["message"]["accepted"]
    for exception in expected.get("exceptions", []):
        if exception["judge"] == "python3-saml":
            should = exception["accepts"]
    judged["python3-saml"] += 1
    if accepts(query, receiver, certificate) != should:
        print(case["name"], "python3-saml", "refuses" if should else "accepts")
print(judged)
