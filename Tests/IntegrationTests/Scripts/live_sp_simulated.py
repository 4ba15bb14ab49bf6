"""`tvsim live sp` examines the simulated service provider: two halves of one project, which must agree."""

import json
import os
import signal
import subprocess
import time
import unittest

from live_examination import IS_THOROUGH, Examination
from simulator import PATIENCE, Simulator, main

# Where the service provider is stricter or more tolerant than the catalogue, by a row of Differences.
CHOICES = []


class SimulatedServiceProvider(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.examination = Examination()
        with open(cls.examination.path("keys/identity-provider.pem"), encoding="utf-8") as file:
            certificate = file.read().strip().replace("\n", "\n                ")
        cls.simulator = Simulator().start(f"""
service:
  requestors:
    REF30:
      integrations:
        Live:
          identityProvider:
            entityID: {cls.examination.entity}
            singleSignOnService: {cls.examination.sign_on}
            certificates:
              - |
                {certificate}
""")

    @classmethod
    def tearDownClass(cls):
        cls.simulator.stop()
        cls.examination.stop()

    def run_at(self, *options):
        return self.examination.examine(
            "--metadata", self.simulator.url + "/sp/saml/metadata",
            "--start", self.simulator.url + "/sp/saml/login?idp={idp}", *options)

    def test_1_agrees(self):
        """the run finds only what the documentation lists as a choice"""
        run = self.run_at(*[] if IS_THOROUGH else ["--only", "content", "--only", "wrapping"])
        self.assertEqual((run.status, run.wrong), (0, CHOICES), run.error + run.output)

    def test_2_keeps(self):
        """each request is kept with its answer in a new folder, by the name of its case, if the user wants that"""
        folder = self.examination.path("messages")
        run = self.run_at("--only", "wrongAudience", "--keep-messages", folder)
        self.assertEqual(run.status, 0, run.error)
        messages = self.examination.kept(folder)
        self.assertEqual(len(messages), run.report["requests"])
        [sent] = [text for name, text in messages.items() if name.endswith("wrongAudience.txt") and "SAMLResponse=" in text]
        self.assertIn("--- answer ---\n4", sent)
        again = self.run_at("--only", "wrongAudience", "--keep-messages", folder)
        self.assertEqual((again.status, again.report), (73, None))
        self.assertIn("is not an empty folder", again.error)

    def test_3_interrupted(self):
        """Ctrl-C ends the run before its next request, and the report has what was seen"""
        folder, file = self.examination.path("interrupted"), self.examination.path("interrupted.json")
        command = [
            os.environ["TVSIM"], "live", "sp", "--keys", self.examination.path("keys"), "--report", file, "--rate", "4/s",
            "--keep-messages", folder, "--metadata", self.simulator.url + "/sp/saml/metadata",
            "--start", self.simulator.url + "/sp/saml/login?idp={idp}"]
        with subprocess.Popen(command, env=self.examination.environment, stderr=subprocess.PIPE, text=True,
                              stdout=subprocess.DEVNULL) as run:
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end and len(os.listdir(folder) if os.path.isdir(folder) else []) < 3:
                time.sleep(0.05)
            run.send_signal(signal.SIGINT)
            _, error = run.communicate(timeout=PATIENCE)
        self.assertEqual(run.returncode, 69, error)
        with open(file, encoding="utf-8") as opened:
            report = json.load(opened)
        self.assertIn("interrupted", report["stopped"])
        self.assertGreater(len(report["notRun"]), 200)


if __name__ == "__main__":
    main()
