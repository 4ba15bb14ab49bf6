"""`tvsim live sp` examines the simulated service provider: two halves of one project, which must agree."""

import unittest

from live_examination import IS_THOROUGH, Examination
from simulator import Simulator, main

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

    def test_1_agrees(self):
        """the run finds only what the documentation lists as a choice"""
        options = [] if IS_THOROUGH else ["--only", "content", "--only", "wrapping"]
        run = self.examination.examine(
            "--metadata", self.simulator.url + "/sp/saml/metadata",
            "--start", self.simulator.url + "/sp/saml/login?idp={idp}", *options)
        self.assertEqual((run.status, run.wrong), (0, CHOICES), run.error + run.output)


if __name__ == "__main__":
    main()
