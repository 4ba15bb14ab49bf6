"""What both sides publish and send is valid by the schemas of OASIS, which python3-saml and pysaml2 bring along."""

import base64
import json
import os
import subprocess
import unittest
import urllib.parse
import zlib

import onelogin.saml2
import requests
import saml2.xml.schema
import signxml
from lxml import etree
from onelogin.saml2.idp_metadata_parser import OneLogin_Saml2_IdPMetadataParser

from simulator import PATIENCE, App, Form, Simulator, main, sign_in

SCHEMAS = os.path.join(os.path.dirname(onelogin.saml2.__file__), "schemas")
NAMES = {
    "md": "urn:oasis:names:tc:SAML:2.0:metadata", "ds": "http://www.w3.org/2000/09/xmldsig#",
    "saml": "urn:oasis:names:tc:SAML:2.0:assertion", "samlp": "urn:oasis:names:tc:SAML:2.0:protocol",
}


class MetadataAndMessages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.simulator = Simulator().start("""
providers:
  "Câble&<Vision>": {subscribers: {alice: {attributes: {zip: ["10001"]}}}}
  Cablevision:
    subscribers: {alice: {attributes: {"urn:example:plan": "R&D", maxRating: {MPAA: PG-13}}}}
""")
        cls.schemas = {
            name: etree.XMLSchema(etree.parse(os.path.join(SCHEMAS, f"saml-schema-{name}-2.0.xsd")))
            for name in ["metadata", "protocol"]}

    @classmethod
    def tearDownClass(cls):
        cls.simulator.stop()

    def valid(self, schema, text):
        """The root of a document that both judges find valid."""
        text = text.encode() if isinstance(text, str) else text
        root = etree.fromstring(text)
        self.schemas[schema].assertValid(root)
        saml2.xml.schema.validate(text.decode())
        return root

    def locations(self, root, name):
        """The addresses of the endpoints of a kind."""
        return root.xpath(f"//md:{name}/@Location", namespaces=NAMES)

    def test_1_metadata(self):
        """the metadata of the service and of each MVPD is valid, and names addresses under which they are served"""
        url = self.simulator.url
        for path in ["/sp/saml/metadata", "/mvpd/Cablevision/metadata",
                     "/mvpd/" + urllib.parse.quote("Câble&<Vision>", "") + "/metadata"]:
            with self.subTest(path):
                answer = requests.get(url + path, timeout=PATIENCE)
                self.assertEqual(answer.headers["Content-Type"], "application/samlmetadata+xml")
                root = self.valid("metadata", answer.content)
                for location in root.xpath("//@Location"):
                    self.assertTrue(location.startswith(url + path.rsplit("/", 1)[0]), location)
                    self.assertIn(requests.get(location, timeout=PATIENCE).status_code, (400, 405), location)

    def test_2_hosts(self):
        """metadata and redirections name the host and the world by which they were asked"""
        port = urllib.parse.urlsplit(self.simulator.url).port
        for base in [f"http://localhost:{port}", f"http://127.0.0.1:{port}/s/one", f"http://localhost:{port}/s/two"]:
            with self.subTest(base):
                service = self.valid("metadata", requests.get(base + "/sp/saml/metadata", timeout=PATIENCE).content)
                self.assertEqual(
                    self.locations(service, "AssertionConsumerService"), [base + "/sp/saml/SAMLAssertionConsumer"])
                provider = self.valid("metadata", requests.get(base + "/mvpd/Cablevision/metadata", timeout=PATIENCE).content)
                # By HTTP-Redirect and by HTTP-POST.
                self.assertEqual(self.locations(provider, "SingleSignOnService"), [base + "/mvpd/Cablevision/sso"] * 2)
                self.assertEqual(self.locations(provider, "SingleLogoutService"), [base + "/mvpd/Cablevision/slo"])
        other = requests.get(
            self.simulator.url + "/sp/saml/metadata", headers={"Host": "tv.example:8443"}, timeout=PATIENCE)
        self.assertEqual(
            self.locations(etree.fromstring(other.content), "AssertionConsumerService"),
            ["http://tv.example:8443/sp/saml/SAMLAssertionConsumer"])

    def test_3_messages(self):
        """every message of a sign-in and a logout is valid: two requests, a response, a refusal, the answer to a logout"""
        base, browser = self.simulator.url.replace("127.0.0.1", "localhost"), requests.Session()
        app = App(self.simulator, host="localhost")

        def begin():
            code = app.begin(mvpd="Cablevision", domainName="example.com", redirectUrl="http://127.0.0.1:9/done")
            return browser.get(app.authenticate_url(code), timeout=PATIENCE)

        page = begin()
        request = self.inflated(page.url, "SAMLRequest")
        self.assertEqual(request.get("Destination"), base + "/mvpd/Cablevision/sso")
        self.assertEqual(self.requesters(request), ["REF30"])
        self.assertEqual(request.get("AssertionConsumerServiceURL"), base + "/sp/saml/SAMLAssertionConsumer")
        refusal = base64.b64decode(Form(sign_in(browser, page, action="cancel")).fields["SAMLResponse"])
        self.assertEqual(self.valid("protocol", refusal).xpath("//saml:Assertion", namespaces=NAMES), [])
        form = Form(sign_in(browser, begin()))
        self.assertEqual(form.action, base + "/sp/saml/SAMLAssertionConsumer")
        response = base64.b64decode(form.fields["SAMLResponse"])
        self.valid("protocol", response)
        self.judged(response)
        browser.post(form.action, form.fields, timeout=PATIENCE, allow_redirects=False)
        logout = app.get("/api/v2/REF30/logout/Cablevision?redirectUrl=http%3A%2F%2F127.0.0.1%3A9%2Fout")["logouts"]["Cablevision"]
        sent = browser.get(logout["url"], timeout=PATIENCE, allow_redirects=False).headers["Location"]
        self.inflated(sent, "SAMLRequest")
        self.inflated(
            browser.get(urllib.parse.urljoin(base, sent), timeout=PATIENCE, allow_redirects=False).headers["Location"], "SAMLResponse")

    def test_4_partner(self):
        """the request for Apple's framework is valid, and names for whom it is, and a proxied MVPD"""
        app = App(self.simulator)
        status = {"frameworkPermissionInfo": {"accessStatus": "granted"}, "frameworkProviderInfo": {"id": "Cablevision"}}
        app.session.headers["AP-Partner-Framework-Status"] = base64.b64encode(json.dumps(status).encode()).decode()
        for proxy, named in [(None, []), ("ProxyMVPD", ["Cablevision"])]:
            self.simulator.command({"integration": {"mvpd": "Cablevision", "set": {"proxy": proxy}}})
            session = app.post("/api/v2/REF30/sessions/sso/Apple", data={
                "domainName": "example.com", "redirectUrl": "http://127.0.0.1:9/done"})
            request = self.valid("protocol", base64.b64decode(session["authenticationRequest"]["request"]))
            self.assertEqual(self.requesters(request), ["REF30"])
            self.assertEqual(request.xpath("samlp:Scoping/samlp:IDPList/samlp:IDPEntry/@ProviderID", namespaces=NAMES), named)

    def requesters(self, request):
        """For whom the service asks."""
        return request.xpath("samlp:Scoping/samlp:RequesterID/text()", namespaces=NAMES)

    def inflated(self, url, name):
        """The message in an address, by the HTTP-Redirect binding; valid."""
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(url).query, strict_parsing=True)
        return self.valid("protocol", zlib.decompress(base64.b64decode(query[name][0]), -15))

    def judged(self, response):
        """signxml and xmlsec1 find the assertion signed, by the key of the metadata."""
        metadata = requests.get(self.simulator.url + "/mvpd/Cablevision/metadata", timeout=PATIENCE).text
        certificate = OneLogin_Saml2_IdPMetadataParser.parse(metadata)["idp"]["x509cert"]
        pem = f"-----BEGIN CERTIFICATE-----\n{certificate}\n-----END CERTIFICATE-----\n"
        verified = signxml.XMLVerifier().verify(
            etree.fromstring(response), x509_cert=pem, id_attribute="ID",
            expect_config=signxml.SignatureConfiguration(location="./{%s}Assertion/" % NAMES["saml"]))
        self.assertEqual(verified.signed_xml.tag, "{%s}Assertion" % NAMES["saml"])
        for name, data in [("response.xml", response), ("provider.crt", pem.encode())]:
            with open(self.simulator.path(name), "wb") as file:
                file.write(data)
        done = subprocess.run(
            ["xmlsec1", "--verify", "--pubkey-cert-pem", self.simulator.path("provider.crt"), "--id-attr:ID",
             NAMES["saml"] + ":Assertion", self.simulator.path("response.xml")],
            capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    main()
