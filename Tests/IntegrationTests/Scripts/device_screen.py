"""The screen of the device on the page of a world: the interface of Apple's framework, on which a person acts, and the
SAML response that the framework gave."""

import requests
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from page import Page
from simulator import PATIENCE, main


class DeviceScreen(Page):
    PROFILE = """
device: {apps: {com.example.stream: {access: granted}}}
viewer: {systemPicker: none}
"""

    def answer(self, place):
        """What the framework answered."""
        answer = requests.get(place, params={"wait": "10s"}, timeout=PATIENCE).json()
        return answer["error"]["name"] if answer["error"] else answer["metadata"]["accountProviderIdentifier"]

    def shows(self, text):
        """Waits until the screen shows a page of the system; none if the text is empty."""
        self.sees(lambda: text in self.text("#sheet") if text else not self.all("#sheet"))

    def row(self, name):
        return next(row for row in self.all("#rows button") if row.text == name)

    def press_control(self, control):
        self.find(f"form[data-control={control}] > button:not([type])").click()

    def setUp(self):
        self.simulator.command("reset")
        requests.delete(self.admin + "/journal", timeout=PATIENCE).raise_for_status()

    def test_1_signs_in(self):
        """shows the picker and the sign-in page as they open, without a reload, and signs in on them"""
        self.open()
        self.js("window.isSame = true")
        place = self.ask(applicationAccountProviders=[{"localizedDisplayName": "Ours", "identifier": "ours"}])
        self.shows("Choose your TV provider to watch “The Match”.")
        self.assertEqual([row.text for row in self.all("#rows button")],
                         ["Cablevision", "Dish Network", "Suddenlink", "Ours", "Other TV Provider"])
        self.assertEqual(self.all("#pane"), [])
        self.assertEqual(self.find("#asks").text, "The device asks: TV provider")
        self.browser.judge_everywhere(self, "page-picker", "#device-part")
        self.row("Dish Network").click()
        self.shows("Sign in to watch “The Match”.")
        self.assertEqual(self.browser.driver.switch_to.active_element.text, "Dish Network")
        password = self.find("#sheet [name=password]")
        password.send_keys("wrong")
        self.press_control("enter")
        self.until("#sheet-refusal", "The provider refused the user name or the password.")
        self.browser.judge_everywhere(self, "page-sign-in", "#device-part")
        password.clear()
        self.press_control("enter")
        self.shows("")
        self.until("#account", "carol")
        self.until("[data-row=account]", "carol")
        self.assertEqual(self.browser.driver.switch_to.active_element.text, "TV Provider")
        self.assertEqual(self.answer(place), "Dish")
        self.assertTrue(self.js("return window.isSame"))

    def test_2_actions(self):
        """ends a request by each action, by keyboard, and says the action as a request and as a line of Swift"""
        self.open()
        for row, error, action, swift in [
                ("Other TV Provider", "unsupportedProvider", '"other"', "chooseOther()"),
                ("Suddenlink", "unsupportedProvider", '{"choose":"Suddenlink"}', 'choose("Suddenlink")')]:
            place = self.ask()
            self.shows("TV Provider")
            self.js("arguments[0].focus()", self.row(row))
            form = self.find("form[data-control=choose]")
            terminal, curl, line = self.words(form)[:3]
            self.assertEqual((terminal, line), ("", f"try await simulator.nextInterface().{swift}"))
            self.assertIn(f"curl --data-binary '{action}' ", curl)
            self.js("arguments[0].focus()", self.row(row))
            self.browser.type(Keys.ENTER)
            self.shows("")
            self.assertEqual(self.answer(place), error)
        for control, error in [("close", "userCancelled"), ("loseNetwork", "serviceTemporarilyUnavailable")]:
            place = self.ask()
            self.shows("TV Provider")
            self.row("Cablevision").click()
            self.shows("Sign in to watch “The Match”.")
            self.press_control(control)
            self.shows("")
            self.assertEqual(self.answer(place), error)

    def test_3_elsewhere(self):
        """follows what another program does on the screen, by the request that the page itself names"""
        self.open("/s/beside")
        place = self.ask("/s/beside")
        self.shows("TV Provider")
        self.js("arguments[0].focus()", self.row("Dish Network"))
        self.run_words(self.words(self.find("form[data-control=choose]"))[1])
        self.shows("Sign in to watch")
        self.run_words(self.words(self.find("form[data-control=enter]"))[1])
        self.shows("")
        self.until("#account", "carol")
        self.assertEqual(self.answer(place), "Dish")
        # An app that withdraws its request closes the interface.
        self.simulator.command("signOut", world="/s/beside")
        place = self.ask("/s/beside")
        self.shows("TV Provider")
        requests.delete(place, timeout=PATIENCE).raise_for_status()
        self.shows("")
        # A reset ends the requests that wait.
        self.ask("/s/beside")
        self.shows("TV Provider")
        self.simulator.command("reset", world="/s/beside")
        self.shows("")

    def test_4_prompt(self):
        """shows the prompt to which nobody answered, and takes the answer for the next request"""
        self.open(query="?view=device")
        def status():
            return requests.post(self.admin + "/framework/access-status", json={"prompt": True}, timeout=PATIENCE).json()["accessStatus"]
        for button, access in [("Don’t Allow", "denied"), ("Allow", "granted")]:
            self.simulator.command({"resetPermission": "com.example.stream"})
            self.assertEqual(status(), "notDetermined")
            self.shows("“com.example.stream” would like to use your TV provider")
            if access == "denied":
                self.browser.judge_everywhere(self, "page-prompt", "#device-part")
            next(at for at in self.all("#answers-prompt button") if at.text == button).click()
            self.shows("")
            self.browser._await(lambda _: status() == access)
        self.simulator.command({"resetPermission": "com.example.stream"})
        status()
        self.shows("would like")
        self.find("#answers-prompt button").click()
        self.shows("")
        status()
        self.shows("would like")
        self.find("#answers-prompt button").click()
        self.simulator.command({"viewer": {"accessPrompt": "none"}})
        for control, access in [("deny", "denied"), ("allow", "granted")]:
            self.simulator.command({"resetPermission": "com.example.stream"})
            pending = requests.post(self.admin + "/framework/access-status", json={"prompt": True}, timeout=PATIENCE)
            self.assertEqual(pending.status_code, 202)
            self.shows("“com.example.stream” would like to use your TV provider")
            terminal, curl, line = self.words(self.find(f"form[data-control={control}]"))[:3]
            self.assertEqual((terminal, line), ("", f"try await simulator.nextInterface().{control}()"))
            self.assertIn(f"curl --data-binary '\"{control}\"' ", curl)
            if access == "denied":
                self.browser.judge_everywhere(self, "page-open-prompt", "#device-part")
            self.press_control(control)
            self.shows("")
            place = requests.compat.urljoin(pending.url, pending.headers["Location"])
            answer = requests.get(place, params={"wait": "5s"}, timeout=PATIENCE).json()
            self.assertEqual(answer["accessStatus"], access)
        self.simulator.command({"viewer": {"automaticSignIn": "none"}})
        for control, decision in [("deny", "denied"), ("close", "notDetermined"), ("allow", "granted")]:
            pending = requests.post(self.admin + "/framework/auto-sign-in-authorization", json={}, timeout=PATIENCE)
            self.assertEqual(pending.status_code, 202)
            self.shows("“com.example.stream” would like to sign you in on your other devices")
            if decision == "denied":
                self.browser.judge_everywhere(self, "page-open-sheet", "#device-part")
            self.press_control(control)
            self.shows("")
            place = requests.compat.urljoin(pending.url, pending.headers["Location"])
            answer = requests.get(place, params={"wait": "5s"}, timeout=PATIENCE).json()
            self.assertEqual(answer["authorization"], decision)
        self.simulator.command("resetViewer")

    def test_5_response(self):
        """opens the SAML response of an attempt as XML and as a tree, with the policy that refused it, and copies it"""
        self.simulator.command({"provider": {"id": "Cablevision", "set": {"defect": "expired"}}})
        self.sign_in_silently()
        self.open()
        self.until_row("refused", "Silent sign-in")
        self.click("#flows .row")
        self.click("#tab-saml")
        self.until("#detail-panel .checks .no", "conditions")
        self.sees(lambda: "The assertion expired at " in self.text("#detail-panel .xml .marked"))
        self.assertIn("NotOnOrAfter", self.text("#detail-panel .xml .marked:not(.note)"))
        self.browser.judge_everywhere(self, "page-saml", "#detail")
        next(at for at in self.all("#detail-panel .seg button") if at.text == "Tree").click()
        self.sees(lambda: self.find("#detail-panel .tree").is_displayed())
        tree = self.find("#detail-panel .tree").text
        for text in ["Status Success", "Algorithm rsa-sha256", "Certificate CN=", "Audience https://saml.sp.auth.adobe.com",
                     "Confirmation bearer", "userID alice-1"]:
            self.assertIn(text, tree)
        self.browser.judge_everywhere(self, "page-saml-tree", "#detail")

    def test_5b_fell_back(self):
        """shows a silent sign-in that fell back in amber and not in green, and has a filter for it"""
        self.simulator.command({"integration": {"mvpd": "Cablevision", "set": {"singleSignOn": False}}})
        self.sign_in_silently()
        self.open()
        self.click("#verdict-chips [value=fellBack]")
        self.sees(lambda: [row[:2] for row in self.rows()] == [["fellBack", "Silent sign-in"]])
        self.assertIn("200", self.text("#flows .row .status"))
        sign = self.find("#flows .row .sign")
        self.assertEqual(sign.get_attribute("textContent"), "fell back")
        self.assertEqual(self.js("return getComputedStyle(arguments[0]).color", sign), self.js(
            """const probe = document.body.appendChild(Object.assign(document.createElement("i"), {}));
            probe.style.color = "var(--warn)";
            return getComputedStyle(probe).color"""))
        self.browser.judge_everywhere(self, "page-fell-back", "#attempts")

    def test_6_present(self):
        """shows in each choice the present value, also after it changes, but keeps what the user is typing"""
        self.open()
        choice = self.form("viewer", {"key": "accessPrompt"}).find_element(By.NAME, "choice")
        self.simulator.command({"viewer": {"accessPrompt": "allow"}})
        self.sees(lambda: choice.get_attribute("value") == "allow")
        # A choice is sent at once; what is being typed stays, also when the world changes meanwhile.
        self.select(choice, "deny")
        self.sees(lambda: '"accessPrompt":"deny"' in self.device())
        field = self.form("integration", {"mvpd": "Dish", "key": "authenticationTTL"}).find_element(By.NAME, "value")
        self.assertEqual(field.get_attribute("value"), "30d")
        field.send_keys("9")
        self.simulator.command({"viewer": {"accessPrompt": "ignore"}})
        self.simulator.command({"advance": "1d"})
        self.until("#now", "2026-01-02")
        self.assertEqual(field.get_attribute("value"), "30d9")


if __name__ == "__main__":
    main()
