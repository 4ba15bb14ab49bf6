"""The page of a world in headless Chromium: what it shows, what its controls do, and that they say what they do."""

import json
import os
import re
import subprocess
import unittest

import requests
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from chromium import Chromium
from simulator import App, Simulator, main

# A value for each field of each control: what it is to do, and what must be seen of it.
CONTROLS = {
    "settings": ({"key": "developer.simulateExpiredToken", "value": "true"}, '"simulateExpiredToken":true'),
    "resetSettings": ({}, '"platform":"iOS"'),
    "advance": ({"duration": "2d"}, "2026-01-03T00:00:00Z"),
    "setClock": ({"instant": "2026-05-05T05:05:05Z"}, "2026-05-05T05:05:05Z"),
    "followClock": ({}, '"mode":"following"'),
    "freezeClock": ({}, '"mode":"frozen"'),
    "setPermission": ({"app": "com.example.other", "access": "restricted"},
                      '{"access":"restricted","bundleID":"com.example.other"}'),
    "signIn": ({"provider": "Dish", "subscriber": "carol", "expires": "+3d"}, '"subscriber":"carol"'),
    "signOut": ({}, None),
    "expireAccount": ({}, '"expired":true'),
    "integration": ({"integration": "REF30 Dish", "key": "degradation", "value": "AuthNAll"},
                    '"degradation":"AuthNAll"'),
    "resetIntegration": ({"integration": "REF30 Dish"}, '"mvpd":"Dish","provider":"Dish","requestor":"REF30","singleSignOn":true'),
    "provider": ({"provider": "Cablevision", "key": "defect", "value": "wrongKey"}, '"defect":"wrongKey"'),
    "resetProvider": ({"provider": "Cablevision"}, '"displayName":"Cable Vision"'),
    "viewer": ({"key": "systemPicker", "value": "{choose: Dish, as: o'neill}"}, "o'neill"),
    "resetViewer": ({}, '"accessPrompt":"ignore"'),
    "fault": ({"operation": "service.token", "error": "503", "times": "2", "after": "1"}, '"at":"service.token"'),
    "clearFaults": ({}, '"faults":[]'),
    "reset": ({}, '"subscriber":"alice"'),
}
# What must have happened before there is something to return from.
BEFORE = {
    "resetIntegration": {"integration": {"mvpd": "Dish", "set": {"singleSignOn": False}}},
    "resetProvider": {"provider": {"id": "Cablevision", "set": {"displayName": "Plate"}}},
    "resetSettings": {"settings": {"platform": "tvOS"}}, "freezeClock": "followClock",
    "resetViewer": {"viewer": {"accessPrompt": "allow"}}, "reset": "signOut",
}
# Time goes on from one door to the next where the clock has followed the wall's.
MOVING = {"followClock", "freezeClock"}


def event(swift):
    """The event in a line of Swift: a string with escapes, or a raw one."""
    text = re.fullmatch(r'try simulator\.perform\((#*)"(.*)"\1\)', swift)
    return text[2] if text[1] else re.sub(r"\\(.)", lambda escape: {"n": "\n"}.get(escape[1], escape[1]), text[2])


class WorldPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.simulator = Simulator().start("""
device: {account: {provider: Cablevision, subscriber: alice, expires: +30d}, region: unsupported}
viewer: {systemPicker: none}
faults: [{at: service.configuration, error: 503, times: 9}]
providers:
  Cablevision: {displayName: Cable Vision, subscribers: {alice: {}}}
  Dish: {displayName: Dish Network, subscribers: {carol: {}, "o'neill": {}}}
""", follows_wall_clock=False)
        cls.admin = cls.simulator.url + "/_sim/v1"
        cls.browser = Chromium()
        cls.browser.driver.set_window_size(1300, 1400)

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        cls.simulator.stop()

    def open(self, world=""):
        """Opens the page anew, at its shortest address, and waits until it shows the world."""
        self.browser.open(f"{self.simulator.url}{world}/_sim")
        self.browser._await(lambda driver: driver.find_element(By.TAG_NAME, "body").get_attribute("data-ready"))

    def find(self, selector):
        return self.browser.driver.find_element(By.CSS_SELECTOR, selector)

    def until(self, selector, text):
        """Waits until an element holds a text."""
        self.browser._await(lambda _: text in self.find(selector).get_attribute("textContent"))

    def fill(self, control, values):
        """Fills in a control, which may be folded away, and returns it."""
        form = self.find(f"form[data-control={control}]")
        self.browser.driver.execute_script(
            "for (let at = arguments[0]; at; at = at.parentElement) if (at.tagName == 'DETAILS') at.open = true", form)
        for name, value in values.items():
            field = form.find_element(By.NAME, name)
            if field.tag_name == "select":
                Select(field).select_by_visible_text(value)
            else:
                field.clear()
                field.send_keys(value)
        return form

    def press(self, form):
        form.find_element(By.CSS_SELECTOR, "button:not([type])").click()

    def words(self, form):
        """What the control says as a command of a terminal, and of a test in Swift."""
        return [code.get_attribute("textContent") for code in form.find_elements(By.CSS_SELECTOR, ".words code")]

    def run_words(self, text):
        """Types a command into a shell."""
        place = os.path.dirname(os.environ["TVSIM"])
        environment = {**self.simulator.environment, "PATH": place + os.pathsep + os.environ["PATH"]}
        done = subprocess.run(
            ["/bin/sh", "-c", text], env=environment, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr if text.startswith("tvsim") else ""), (0, ""), text)

    def device(self):
        """Everything that the page shows, but the journal."""
        shown = [requests.get(f"{self.admin}/{part}", timeout=20).json() for part in ("device", "integrations", "providers")]
        return json.dumps(shown, sort_keys=True, separators=(",", ":"))

    def prepare(self, control):
        """Brings the world to where a control finds something to do."""
        self.simulator.command("reset")
        if control in BEFORE:
            self.simulator.command(BEFORE[control])

    def perform(self, text):
        """Sends an event as a profile writes it."""
        requests.post(self.admin + "/commands", data=text.encode(), timeout=20).raise_for_status()

    def unfold(self):
        """Opens whatever is folded: what is not seen has no name for anybody."""
        self.browser.driver.execute_script("for (const at of document.querySelectorAll('details')) at.open = true")

    def test_1_shows(self):
        """shows the device as it is, in light and in dark, by axe's rules, and asks nobody else for anything"""
        self.open()
        self.until("#name", "served")
        self.assertIn("alice is signed in with Cablevision", self.find("#account").text)
        self.assertIn("service.configuration 503", self.find("#faults").text)
        self.browser.screenshot("page-1-folded")
        self.unfold()
        self.browser.judge(self, "page-2-light")
        self.browser.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        self.browser.judge(self, "page-3-dark")
        self.browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        self.assertLessEqual(self.browser.asked_hosts(), {"127.0.0.1"})

    def test_2_controls(self):
        """does by each control what the control says as a command, and as an event in Swift"""
        self.open()
        forms = self.browser.driver.find_elements(By.CSS_SELECTOR, "form[data-control]")
        self.assertEqual({form.get_attribute("data-control") for form in forms}, set(CONTROLS))
        for control, (values, effect) in CONTROLS.items():
            with self.subTest(control):
                self.prepare(control)
                before = self.device()
                form = self.fill(control, values)
                terminal, swift = self.words(form)
                self.press(form)
                self.browser._await(lambda _: self.device() != before)
                after = self.device()
                self.assertIn(effect, after) if effect else self.assertNotIn('"account":{', after)
                self.assertEqual(self.find("#trouble").text, "")
                for door in [lambda: self.run_words(terminal), lambda: self.perform(event(swift))]:
                    self.prepare(control)
                    door()
                    if control not in MOVING:
                        self.assertEqual(self.device(), after)
                    else:
                        self.assertIn(effect, self.device())
        self.simulator.command("reset")

    def test_3_elsewhere(self):
        """sees what another program changes, and tells the journal of an app as it grows"""
        self.open()
        self.simulator.tvsim("permission", "deny", "com.example.seen", "--device", "served")
        self.until("#permissions", "com.example.seendenied")
        self.simulator.command("clearFaults")
        App(self.simulator)
        self.until("#journal tbody", "POST /o/client/token")
        self.find("#filter input").send_keys("REGISTER")
        shown = [row for row in self.browser.driver.find_elements(By.CSS_SELECTOR, "#journal tbody tr")
                 if row.is_displayed()]
        self.assertTrue(shown and all("/o/client/register" in row.text for row in shown))
        self.find("#forget").click()
        self.browser._await(lambda _: self.find("#silence").is_displayed())
        self.assertEqual(requests.get(self.admin + "/journal", timeout=20).json()["count"], 0)
        self.simulator.command("reset")

    def test_4_why(self):
        """explains a call, and names what would change its outcome"""
        self.open()
        self.find("#explain button").click()
        self.until("#explanation", "To change that: tvsim fault clear --device served")
        self.run_words(self.find("#explanation code").text)
        self.find("#explain button").click()
        self.until("#explanation", "tvsim settings set region=supported --device served")

    def test_5_refusal(self):
        """says what the simulator refuses, in its words, and nothing is changed"""
        self.open()
        before = self.device()
        form = self.fill("setClock", {"instant": "soon"})
        self.press(form)
        self.until("#trouble", "instant")
        self.assertEqual(self.device(), before)
        self.unfold()
        self.browser.judge(self, "page-4-refusal")

    def test_6_isolated(self):
        """belongs to one world: an isolated one is changed alone, by curl where no command reaches it"""
        self.open("/s/alone")
        self.until("#name", "alone")
        form = self.fill("setPermission", {"app": "com.example.stream", "access": "denied"})
        terminal, _ = self.words(form)
        self.assertTrue(terminal.startswith("curl "), terminal)
        self.run_words(terminal)
        self.until("#permissions", "com.example.streamdenied")
        self.assertNotIn('"denied"', self.device())

    def test_7_names(self):
        """writes its words so that names mean themselves: in a shell, in Swift, and on the page"""
        world = """{schema: 1, name: '<b>"x"</b>', providers: {Cablevision: {subscribers:
          {'-x': {}, 'a$(touch${IFS}pwned)': {}, 'b\\#(x)"#': {}, '<i>': {}}}}}"""
        with open(self.simulator.path("hostile.yaml"), "w", encoding="utf-8") as file:
            file.write(world)
        self.simulator.tvsim("device", "create", "hostile", "--profile", self.simulator.path("hostile.yaml"))
        exported = self.simulator.tvsim("device", "export", "-", "--device", "hostile")
        before = requests.get(self.admin + "/state", timeout=20).text
        requests.put(self.admin + "/state", data=exported.encode(), timeout=20).raise_for_status()
        try:
            self.open()
            self.until("#device", '<b>"x"</b>')
            for name in ["-x", "a$(touch${IFS}pwned)", 'b\\#(x)"#', "<i>"]:
                terminal, swift = self.words(self.fill("signIn", {"subscriber": name}))
                self.run_words(terminal)
                self.assertEqual(json.loads(self.device())[0]["account"]["subscriber"], name)
                self.simulator.command("signOut")
                self.perform(event(swift))
                self.assertEqual(json.loads(self.device())[0]["account"]["subscriber"], name)
            self.assertFalse(os.path.exists("pwned"))
            self.assertNotIn("\\#(", re.sub(r"##+", "", swift))
        finally:
            requests.put(self.admin + "/state", data=before.encode(), timeout=20).raise_for_status()

    def test_8_anew(self):
        """tells the journal of a world that began anew, from its beginning"""
        self.open("/s/anew")
        app = App(self.simulator, world="/s/anew")
        self.until("#journal tbody", "POST /o/client/token")
        for _ in range(5):
            app.get("/api/v2/REF30/profiles")
        self.until("#journal tbody", "GET /api/v2/REF30/profiles")
        requests.delete(self.simulator.url + "/s/anew/_sim/v1/world", timeout=20).raise_for_status()
        App(self.simulator, world="/s/anew")
        self.browser._await(lambda _: "REF30/profiles" not in self.find("#journal tbody").get_attribute("textContent"))
        self.until("#journal tbody", "POST /o/client/token")

    def test_9_gone(self):
        """says that the simulator cannot be reached, and goes on when it is back"""
        self.open()
        driver = self.browser.driver
        driver.execute_cdp_cmd("Network.enable", {})
        driver.execute_cdp_cmd("Network.emulateNetworkConditions",
                               {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
        self.until("#trouble", "cannot be reached")
        driver.execute_cdp_cmd("Network.emulateNetworkConditions",
                               {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
        self.browser._await(lambda _: not self.find("#trouble").is_displayed())
        driver.get_log("browser")


if __name__ == "__main__":
    main()
