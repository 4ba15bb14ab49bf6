"""The view of the rules about clients in headless Chromium: verdicts, evidence and remedies, as the world goes on."""

import requests

from page import Page
from simulator import PATIENCE, main


class RulesView(Page):
    PROFILE = """
rules: {waive: {device-id: an experiment}}
"""

    def ask(self, **headers):
        """Asks for the profiles as a client."""
        requests.get(f"{self.simulator.url}/api/v2/REF30/profiles", headers=headers, timeout=PATIENCE)

    def view(self):
        """Opens the view of a world in which one request had no token, no device and an unknown header."""
        self.simulator.command("reset")
        self.ask(**{"AP-Unknown": "1"})
        self.open()
        self.find("#tab-rules").click()
        self.until("#rules-told", "broken")

    def rule(self, name):
        """The text of a rule, whose details are open."""
        return self.js(
            "const rule = [...document.querySelectorAll('.rule')].find((one) => one.querySelector('code').textContent"
            " === arguments[0]); rule.querySelector('details').open = true; return rule.innerText", name)

    def test_1_verdicts(self):
        """shows broken rules first, with what the app does instead and the document, and why a rule is waived"""
        self.view()
        self.assertTrue(self.find("#rules h3").text.startswith("Broken"), self.find("#rules h3").text)
        bearer = self.rule("bearer")
        self.assertIn("mandatory", bearer)
        self.assertIn("has no bearer token", bearer)
        self.assertIn("Instead: send Authorization: Bearer TOKEN", bearer)
        self.assertIn("REST API V2 Checklist, Mandatory Requirements", bearer)
        self.assertIn("The profile waives it: an experiment", self.rule("device-id"))
        self.assertIn("Exercised by:", self.rule("wait-429"))
        self.assertIn("Missing: marks", self.rule("authorize-first"))
        self.assertIn("broken", self.find("#tab-rules").text)

    def test_2_evidence(self):
        """opens the call that shows a finding, closes it again, and passes axe both ways"""
        self.view()
        button = self.find(".rules.broken [data-entry]")
        button.click()
        self.until(".found [data-shows]", "GET /api/v2/REF30/profiles")
        self.assertEqual(button.get_attribute("aria-expanded"), "true")
        self.browser.judge_everywhere(self, "page-rules-evidence", "#middle")
        button.click()
        self.assertEqual(self.js("return document.querySelectorAll('.found [data-shows]').length"), 0)
        self.assertEqual(button.get_attribute("aria-expanded"), "false")

    def test_3_follows(self):
        """follows the world while it is open: a further broken rule appears"""
        self.view()
        before = self.find("#rules-told").text
        self.ask(**{"X-Device-Info": "no Base64"})
        self.browser._await(lambda _: self.find("#rules-told").text != before)
        self.assertIn("device-info-form", self.find(".rules.broken").text)
        self.assertIn("broken", self.find("#rules-told").text)


if __name__ == "__main__":
    main()
