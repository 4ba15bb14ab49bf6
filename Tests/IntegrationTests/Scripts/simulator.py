"""What the scripts share: a served simulator, an app over HTTP, keys, and the report of what was shown.

TVSIM names the built program. Nothing here knows the simulator from inside: it is started and asked like any server.
"""

import base64
import datetime
import html.parser
import http.server
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import traceback
import unittest
import urllib.parse

import requests
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa

# For how many seconds a machine that is busy with other tests may keep one answer back.
PATIENCE = 60


class Simulator:
    """`tvsim serve` on a device of its own, in a home of its own."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="tvsim-integration-")
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith("TVSIM_")}
        self.environment["TVSIM_HOME"] = self.path("home")

    def start(self, profile="", follows_wall_clock=True, in_memory=False, tls=False):
        """Serves a profile's world, by the wall clock where a library outside judges times; as a device, or in memory."""
        with open(self.path("profile.yaml"), "w", encoding="utf-8") as file:
            file.write("schema: 1\nname: integration\n" + profile)
        where = ["--profile", self.path("profile.yaml")] if in_memory else ["--device", "served"]
        where += ["--tls"] if tls else []
        if not in_memory:
            self.tvsim("device", "create", "served", "--profile", self.path("profile.yaml"))
        if follows_wall_clock:
            self.tvsim("clock", "follow", "--device", "served")
        self.process = subprocess.Popen(
            [os.environ["TVSIM"], "serve", "--port", "0", *where],
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(self.process.stderr.read())
        self.url = json.loads(line)["url"]
        return self

    def path(self, name):
        """A path in the folder that goes with the simulator."""
        return os.path.join(self.folder.name, name)

    def tvsim(self, *arguments):
        """Runs a command, and returns what it printed."""
        done = subprocess.run(
            [os.environ["TVSIM"], *arguments], env=self.environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"tvsim {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def command(self, event, world=""):
        """Sends an event of the profile format."""
        requests.post(f"{self.url}{world}/_sim/v1/commands", json=event, timeout=PATIENCE).raise_for_status()

    def statement(self):
        """The software statement of the app under test."""
        return json.loads(self.tvsim("device", "show", "--device", "served", "--format", "json"))["softwareStatement"]

    def stop(self):
        """Ends the server as an operator does; it must end in peace, and have said nothing on standard error."""
        self.process.send_signal(signal.SIGTERM)
        _, errors = self.process.communicate(timeout=PATIENCE)
        self.folder.cleanup()
        assert (self.process.returncode, errors) == (0, ""), (self.process.returncode, errors)


class App:
    """A registered app on a device, as an app developer would write it with any HTTP client."""

    def __init__(self, simulator, device="integration", world="", host=None):
        self.base = simulator.url + world
        if host:
            self.base = self.base.replace("127.0.0.1", host)
        information = json.dumps(
            {"model": "AppleTV6,2", "version": "6.2", "osName": "tvOS", "osVersion": "18", "connectionType": "WiFi"})
        self.session = requests.Session()
        self.session.headers["X-Device-Info"] = base64.b64encode(information.encode()).decode()
        client = self.post("/o/client/register", json={"software_statement": simulator.statement()})
        token = self.post("/o/client/token", data={
            "grant_type": "client_credentials", "client_id": client["client_id"],
            "client_secret": client["client_secret"]})
        self.session.headers["Authorization"] = "Bearer " + token["access_token"]
        self.session.headers["AP-Device-Identifier"] = "fingerprint " + base64.b64encode(device.encode()).decode()

    def post(self, path, **body):
        """Sends a body, and returns the JSON of the answer."""
        answer = self.session.post(self.base + path, timeout=PATIENCE, **body)
        answer.raise_for_status()
        return answer.json()

    def get(self, path):
        """Returns the JSON of the answer."""
        answer = self.session.get(self.base + path, timeout=PATIENCE)
        answer.raise_for_status()
        return answer.json()

    def begin(self, **parameters):
        """Begins a sign-in, and returns its code."""
        return self.post("/api/v2/REF30/sessions", data=parameters)["code"]

    def authenticate_url(self, code):
        """Where a browser begins to sign in."""
        return f"{self.base}/api/v2/authenticate/REF30/{code}"

    def profile(self, mvpd):
        """The valid profile with an MVPD; None where there is none."""
        return self.get("/api/v2/REF30/profiles")["profiles"].get(mvpd)


class Form(html.parser.HTMLParser):
    """The form of a page: where it goes, and what a browser would send with it untouched."""

    def __init__(self, answer):
        super().__init__()
        self.action, self.fields = answer.url, {}
        self.base = answer.url
        self.feed(answer.text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag == "form":
            self.action = urllib.parse.urljoin(self.base, attributes.get("action") or "") or self.base
        elif tag == "input" and attributes.get("type") == "hidden":
            self.fields[attributes["name"]] = attributes.get("value", "")


def asks(answer):
    """Whether a page asks for a password."""
    return 'id="password"' in answer.text


def sign_in(browser, answer, name="alice", password="secret", action="sign-in"):
    """Fills in the sign-in page in an answer, and returns what the site says."""
    form = Form(answer)
    return browser.post(
        form.action, {**form.fields, "username": name, "password": password, "action": action}, timeout=PATIENCE,
        allow_redirects=False)


class Key:
    """A key and a certificate, made for this run, as PEM texts and files."""

    def __init__(self, folder, name):
        key = rsa.generate_private_key(65537, 2048)
        subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
        now = datetime.datetime.now(datetime.timezone.utc)
        certificate = (
            x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
            .serial_number(1).not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=1)).sign(key, hashes.SHA256()))
        self.private = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()
        self.certificate = certificate.public_bytes(serialization.Encoding.PEM).decode()
        self.private_file = os.path.join(folder, name + ".key")
        self.certificate_file = os.path.join(folder, name + ".crt")
        for path, text in [(self.private_file, self.private), (self.certificate_file, self.certificate)]:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    def indented(self, columns):
        """The certificate as a block of YAML."""
        return "".join("\n" + " " * columns + line for line in self.certificate.strip().split("\n"))


class Report(unittest.TextTestResult):
    """Writes a line of TAP for each test: "ok N - sentence", from the first line of its doc string."""

    def stopTest(self, test):
        super().stopTest(test)
        failures = [trace for failed, trace in self.failures + self.errors
                    if failed is test or getattr(failed, "test_case", None) is test]
        sentence = re.sub(r"\s+", " ", test._testMethodDoc or test.id()).strip()
        print(f"{'not ok' if failures else 'ok'} {self.testsRun} - {sentence}")
        for trace in failures:
            print("# " + trace.strip().replace("\n", "\n# "))


def main():
    """Runs the tests of the calling script; the process fails when one does."""
    runner = unittest.TextTestRunner(resultclass=Report, stream=open(os.devnull, "w", encoding="utf-8"))
    result = unittest.main(testRunner=runner, exit=False).result
    for test, trace in result.errors:
        if not hasattr(test, "_testMethodDoc"):
            print(f"not ok - {test}\n# " + trace.strip().replace("\n", "\n# "))
    print(f"1..{result.testsRun}")
    sys.exit(not result.wasSuccessful())
