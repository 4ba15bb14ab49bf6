"""The screen of the device on the page of a world: the interface of Apple's framework, on which a person acts, and the
SAML response that the framework gave."""

import json
import os
import subprocess

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

    def ask(self, world="", **properties):
        """Requests the account in the name of an app, and returns the address of the request that waits."""
        answer = requests.post(
            f"{self.simulator.url}{world}/_sim/v1/framework/account-metadata", timeout=PATIENCE,
            json={"includeAccountProviderIdentifier": True, "isInterruptionAllowed": True,
                  "localizedVideoTitle": "The Match", **properties})
        self.assertEqual(answer.status_code, 202, answer.text)
        return self.simulator.url + answer.headers["Location"]

    def answer(self, place):
        """What the framework answered."""
        answer = requests.get(place, params={"wait": "10s"}, timeout=PATIENCE).json()
        return answer["error"]["name"] if answer["error"] else answer["metadata"]["accountProviderIdentifier"]

    def shows(self, text):
        """Waits until the screen shows a page of the system; none if the text is empty."""
        sheet = self.find("#sheet")
        self.browser._await(lambda _: sheet.is_displayed() == bool(text) and text in self.text("#sheet"))

    def row(self, name):
        return next(row for row in self.browser.driver.find_elements(By.CSS_SELECTOR, "#rows button") if row.text == name)

    def press_control(self, control):
        self.find(f"form[data-control={control}] > button:not([type])").click()

    def sign_in_silently(self):
        """Tries a silent sign-in as a client of REST API V2."""
        place = os.path.dirname(os.environ["TVSIM"])
        environment = {**self.simulator.environment, "TVSIM_URL": self.simulator.url, "TVSIM_ADMIN_URL": self.admin,
                       "TVSIM_DEVICE": "served", "PATH": place + os.pathsep + os.environ["PATH"]}
        script = os.path.join(os.path.dirname(__file__), "..", "..", "..", "docs", "partner-sso.sh")
        subprocess.run(["sh", script], env=environment, capture_output=True, check=False)

    def setUp(self):
        self.simulator.command("reset")

    def test_1_signs_in(self):
        """shows the picker and the sign-in page as they open, without a reload, and signs in on them"""
        self.open()
        self.js("window.isSame = true")
        place = self.ask(applicationAccountProviders=[{"localizedDisplayName": "Ours", "identifier": "ours"}])
        self.shows("Choose your TV provider to watch “The Match”.")
        self.assertEqual([row.text for row in self.browser.driver.find_elements(By.CSS_SELECTOR, "#rows button")],
                         ["Cablevision", "Dish Network", "Suddenlink", "Ours", "Other TV Provider"])
        self.assertFalse(self.find("#pane").is_displayed())
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
        self.open()
        def status():
            return requests.post(self.admin + "/framework/access-status", json={"prompt": True}, timeout=PATIENCE).json()["accessStatus"]
        for button, access in [("Don’t Allow", "denied"), ("Allow", "granted")]:
            self.simulator.command({"resetPermission": "com.example.stream"})
            self.assertEqual(status(), "notDetermined")
            self.shows("“com.example.stream” would like to use your TV provider")
            if access == "denied":
                self.browser.judge_everywhere(self, "page-prompt", "#device-part")
            next(at for at in self.browser.driver.find_elements(By.CSS_SELECTOR, "#answers-prompt button")
                 if at.text == button).click()
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
        """opens the SAML response of a request as a tree, with the signature, the conditions and what refused it"""
        self.simulator.command({"provider": {"id": "Cablevision", "set": {"defect": "expired"}}})
        self.sign_in_silently()
        self.open()
        filters = self.find("#filter")
        self.select(filters.find_element(By.NAME, "kind"), "request")
        self.select(filters.find_element(By.NAME, "verdict"), "refused")
        line = self.find("#journal .line")
        self.assertIn("POST /api/v2/REF30/profiles/sso/Apple", line.text)
        line.click()
        self.until("#journal", "Refused by conditions: The assertion expired at ")
        tree = self.find("#journal .tree").text
        for text in ["Status Success", "Algorithm rsa-sha256", "Certificate CN=", "Conditions ✕ conditions",
                     "Audience https://saml.sp.auth.adobe.com", "Confirmation bearer", "userID alice-1"]:
            self.assertIn(text, tree)
        self.browser.judge_everywhere(self, "page-saml", "#journal .tree")
        exchange = requests.get(self.admin + "/requests", timeout=PATIENCE, params={
            "messages": "true", "number": line.find_element(By.CSS_SELECTOR, ".number").text[1:]}).json()
        self.assertNotIn("SignatureValue", json.dumps(exchange))

    def test_5b_fell_back(self):
        """shows a silent sign-in that fell back in amber and not in green, and has a filter for it"""
        self.simulator.command({"integration": {"mvpd": "Cablevision", "set": {"singleSignOn": False}}})
        self.sign_in_silently()
        self.open()
        filters = self.find("#filter")
        self.select(filters.find_element(By.NAME, "verdict"), "fellBack")
        line = self.find("#journal .line")
        self.assertIn("POST /api/v2/REF30/sessions/sso/Apple", line.text)
        self.assertIn("configuration_fallback", line.text)
        badge = line.find_element(By.CSS_SELECTOR, ".badge")
        self.assertEqual(badge.text.split()[-2:], ["fell", "back"])
        self.assertEqual(self.js("return getComputedStyle(arguments[0]).color", badge), "rgb(122, 74, 0)")
        self.browser.judge_everywhere(self, "page-fell-back", "#journal")

    def test_6_present(self):
        """shows in each choice the present value, also after it changes, but keeps what the user is choosing"""
        self.open()
        form = self.fill("viewer", {"key": "accessPrompt"})
        choice = form.find_element(By.NAME, "choice")
        self.assertEqual(choice.get_attribute("value"), "ignore")
        self.simulator.command({"viewer": {"accessPrompt": "allow"}})
        self.browser._await(lambda _: choice.get_attribute("value") == "allow")
        # A choice is sent at once; what is being typed stays, also when the world changes meanwhile.
        self.select(choice, "deny")
        self.browser._await(lambda _: '"accessPrompt":"deny"' in self.device())
        field = self.fill("integration", {"mvpd": "Dish", "key": "authenticationTTL"}).find_element(By.NAME, "value")
        self.assertEqual(field.get_attribute("value"), "30d")
        field.clear()
        field.send_keys("9")
        self.simulator.command({"viewer": {"accessPrompt": "ignore"}})
        self.browser._await(lambda _: choice.get_attribute("value") == "ignore")
        self.assertEqual(field.get_attribute("value"), "9")


if __name__ == "__main__":
    main()
