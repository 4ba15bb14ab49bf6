"""`tvsim live sp` examines the example application of the documentation, by the documented commands."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import unittest

from simulator import PATIENCE, main

# What python3-saml accepts, or refuses, otherwise than the catalogue: it wants no signature of a logout message by default,
# and verifies the query as it would write it.
UNCHECKED = [
    "logoutLowerCaseEscapes", "logoutLowerCaseEscapesOfResponse", "logoutMessageTwice", "logoutNotDeflated",
    "logoutRedirectReencoded", "logoutRedirectUnsigned", "logoutRelayStateTwice", "logoutRequestWithoutName",
    "logoutResponseBesideRequest", "logoutResponseToNoRequest", "logoutResponseUnsigned",
]
ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))


class Example(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.tvsim("keys", "--output", "live-keys")
        cls.application = subprocess.Popen(
            [sys.executable, os.path.join(ROOT, "Examples/live/application.py"), "live-keys/metadata.xml"],
            cwd=cls.folder.name, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with socket.socket() as connection:
                if connection.connect_ex(("127.0.0.1", 8017)) == 0:
                    return
            time.sleep(0.05)

    @classmethod
    def tearDownClass(cls):
        cls.application.kill()
        cls.application.wait()
        cls.folder.cleanup()

    @classmethod
    def tvsim(cls, *options):
        return subprocess.run(
            [os.environ["TVSIM"], "live", *options], cwd=cls.folder.name, capture_output=True, text=True,
            env={**os.environ, "TVSIM_HOME": cls.folder.name}, timeout=10 * PATIENCE)

    def run_at(self, *options):
        done = self.tvsim(
            "sp", "--config", os.path.join(ROOT, "Examples/live/live.yaml"), "--report", "live.json", *options)
        with open(os.path.join(self.folder.name, "live.json"), encoding="utf-8") as file:
            report = json.load(file)
        wrong = sorted(case["name"] for case in report["cases"] if case["verdict"] != case["expected"])
        return done, report, wrong

    def test_1_audience(self):
        """two requirements on the audience do not hold, as the documentation says"""
        done, _, wrong = self.run_at("--only", "audience")
        self.assertEqual((done.returncode, wrong), (1, ["noAudience", "secondAudienceWrong"]), done.stderr)

    def test_2_logout(self):
        """each logout message is sent, in both directions, and only what the library does not check is found"""
        done, report, wrong = self.run_at("--only", "logout")
        self.assertEqual((len(report["cases"]), wrong), (28, UNCHECKED), done.stdout + done.stderr)


if __name__ == "__main__":
    main()
