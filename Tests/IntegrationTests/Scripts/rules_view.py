"""The view of the rules about clients in headless Chromium: verdicts, evidence and remedies, as the world goes on."""

import requests

from page import Page
from simulator import PATIENCE, main


class RulesView(Page):
    PROFILE = """
rules: {waive: {device-id: an experiment}}
"""

    def ask_profiles(self, **headers):
        """Asks for the profiles as a client."""
        requests.get(f"{self.simulator.url}/api/v2/REF30/profiles", headers=headers, timeout=PATIENCE)

    def view(self):
        """Opens the view of a world in which one request had no token, no device and an unknown header."""
        self.simulator.command("reset")
        requests.delete(self.admin + "/journal", timeout=PATIENCE).raise_for_status()
        self.ask_profiles(**{"AP-Unknown": "1"})
        self.open(query="?view=rules")
        self.until("#rules-told", "broken")

    def rule(self, name):
        """The text of a rule, whose details are open."""
        return self.js(
            "const rule = [...document.querySelectorAll('.rule')].find((one) => one.querySelector('code').textContent"
            " === arguments[0]); rule.querySelector('details').open = true; return rule.innerText", name)

    def test_1_verdicts(self):
        """shows broken rules first, with what the app does instead and the document, and why a rule is waived"""
        self.view()
        self.assertTrue(self.text("#detail h3").startswith("Broken"), self.text("#detail h3"))
        bearer = self.rule("bearer")
        for text in ["mandatory", "has no bearer token", "Instead: send Authorization: Bearer TOKEN",
                     "REST API V2 Checklist, Mandatory Requirements"]:
            self.assertIn(text, bearer)
        self.assertIn("The profile waives it: an experiment", self.rule("device-id"))
        self.assertIn("Exercised by:", self.rule("wait-429"))
        self.assertIn("Missing: marks", self.rule("authorize-first"))

    def test_2_evidence(self):
        """opens the call that shows a finding, in whose attempt the same rule stands, and passes axe both ways"""
        self.view()
        self.browser.judge_everywhere(self, "page-rules", "#detail")
        # The rules still judge the request of the test before, whose entry the journal no longer has.
        self.sees(lambda: self.all(".rules.broken [data-entry]"))
        max(self.all(".rules.broken [data-entry]"), key=lambda at: int(at.get_attribute("data-entry"))).click()
        self.until("#detail-panel", "GET /api/v2/REF30/profiles")
        self.until("#tab-rules", "broken")
        self.click("#tab-rules")
        self.sees(lambda: "bearer" in self.text("#detail-panel .rules.broken"))
        self.browser.judge_everywhere(self, "page-rules-attempt", "#detail")

    def test_3_follows(self):
        """follows the world while it is open: a further broken rule appears"""
        self.view()
        before = self.find("#rules-told").text
        self.ask_profiles(**{"X-Device-Info": "no Base64"})
        self.sees(lambda: self.find("#rules-told").text != before)
        self.assertIn("device-info-form", self.find(".rules.broken").text)
        self.assertIn("broken", self.find("#rules-told").text)


if __name__ == "__main__":
    main()
