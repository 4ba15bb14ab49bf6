"""The page of a world as a workbench: the first visit, the attempts of an app with their verdicts, what a silent sign-in would
do with its remedies, and the keyboard."""

import os
import shutil
import sys

import requests
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from page import Page
from simulator import PATIENCE, App, main

PASSED = "The SAML response passed every policy."


class Workbench(Page):
    def setUp(self):
        self.begin_anew()

    def test_1_first_visit(self):
        """says at the first visit how to begin, and signs in without an app at one press"""
        self.sees(lambda: self.find("#panel-connect").is_displayed())
        addresses = self.text("#addresses")
        statement = requests.get(self.admin + "/device", timeout=PATIENCE).json()["softwareStatement"]
        for text in [self.simulator.url, statement]:
            self.assertIn(text, addresses)
        self.browser.size(1440, 900)
        for selector in ["#addresses", "#sample button", "#reader"]:
            self.assertLess(self.js("return arguments[0].getBoundingClientRect().bottom", self.find(selector)), 900)
        self.browser.judge_everywhere(self, "workbench-first")
        self.sees(lambda: "would fall back" in self.text("#outlook-verdict").lower())
        self.sample()
        self.until_row("ok", "Silent sign-in", PASSED)
        self.sees(lambda: "would succeed" in self.text("#outlook-verdict").lower())
        self.show("connect")
        # The request that the page names works in a shell.
        self.run_words(self.text("#reader-steps code"))
        self.until_row("ok", "Registration")
        self.read_as_others()
        # Who comes again sees the journal.
        self.begin_to_open()
        self.await_ready()
        self.assertEqual(self.all("#panel-connect"), [])

    def read_as_others(self):
        """Chooses each reader of Connect; what stands there for Python and Node.js works on this server."""
        clients = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../Clients")
        for reader, names in [("http", "admin API"), ("JVM", "@Tvsim"), ("Swift", "@Test(.simulator())"), ("Python", "pytest"),
                              ("Node.js", "node:test")]:
            self.click(f"#reader [data-reader='{reader}']")
            self.until("#reader-steps", names)
            self.browser.judge(self, f"workbench-connect-{reader}", "#detail")
            texts = [code.get_attribute("textContent") for code in self.all("#reader-steps code")]
            if reader == "Python":
                self.run_program(texts, "test_it.py", f"PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 PYTHONPATH={clients}/python/src '{sys.executable}' -m pytest -q -p tvsim.pytest_plugin -p no:cacheprovider")
            elif reader == "Node.js" and shutil.which("node"):
                self.run_program(texts, "it.test.js", f"NODE_PATH={clients}/node node --test")

    def run_program(self, texts, name, command):
        """Runs a test as the page writes it, with the environment that it names."""
        environment, program = texts
        file = self.simulator.path(name)
        with open(file, "w", encoding="utf-8") as source:
            source.write(program)
        folder = os.path.dirname(file)
        self.run_words(f"{environment} && cd '{folder}' && {command} '{name}' >&2")

    def test_2_attempts(self):
        """lists attempts with the worst verdict and the first cause, and opens one with its messages between the lanes"""
        self.sample()
        self.until_row("ok", "Silent sign-in", PASSED)
        self.change(integration={"mvpd": "Cablevision", "set": {"singleSignOn": False}})
        self.sample()
        self.until_row("fellBack", "Silent sign-in", "Single sign-on")
        self.change(resetIntegration={"mvpd": "Cablevision"})
        self.change(fault={"at": "service.sessionsSSO", "error": 503, "times": 1})
        self.sample()
        self.until_row("fault", "Silent sign-in", "503")
        # The console notes the 503.
        self.browser.driver.get_log("browser")
        self.change(provider={"id": "Cablevision", "set": {"defect": "expired"}})
        self.sample()
        self.until_row("refused", "Silent sign-in", "expired")
        self.assertEqual(self.rows()[0][2], "Cablevision")
        # The commands of the test stand between the attempts, in words.
        self.assertIn("Cablevision: defect → expired", self.text("#flows .cmd"))
        self.click("#flows .row")
        self.sees(lambda: self.find("ol[aria-label=Messages]").is_displayed())
        self.assertEqual(self.text(".lanes"), "AppApple frameworkEntitlement serviceTV provider")
        self.until(".cause", "The assertion expired at ")
        # What caused it and what would happen now are two things, each with its own button.
        self.until(".cause", "You set it at #")
        self.until(".now", "Remove the defect")
        self.browser.judge_everywhere(self, "workbench-refused", "#detail")
        self.change(provider={"id": "Cablevision", "set": {"defect": "none"}})
        self.until(".now", "Nothing in this world prevents a silent sign-in.")
        self.sees(lambda: "It ended at #" in self.text(".cause"))
        self.until(".cause", "Set the defect again")
        self.browser.judge_everywhere(self, "workbench-attempts", "#attempts")
        # A message opens at its place, and the tab stays for the next attempt.
        steps = self.all("ol[aria-label=Messages] .step")
        self.assertIn("App to Entitlement service: POST profiles/sso/Apple", steps[-1].get_attribute("textContent"))
        steps[-1].click()
        self.until("#detail-panel", "SAMLResponse")
        self.browser.type("j")
        self.sees(lambda: self.find("#tab-messages").get_attribute("aria-selected") == "true")
        self.browser.judge_everywhere(self, "workbench-messages", "#detail")
        self.filter_attempts()
        self.browser.driver.get_log("browser")

    def filter_attempts(self):
        """Chooses attempts by chips and by words, by the keyboard, and finds the same by the address."""
        self.show("journal")
        self.js("document.querySelector('h1').focus()")
        self.browser.type("/")
        self.assertEqual(self.js("return document.activeElement.name"), "text")
        field = self.find("#filter [name=text]")
        verdicts = ["refused", "fault", "fellBack", "ok"]
        for text, wanted in [("app:stream MVPD:cable", verdicts), ("mvpd:Dish", []), ("trace:nothing", []), ("", verdicts)]:
            self.type_into(field, text)
            self.sees(lambda wanted=wanted: [row[0] for row in self.rows() if row[1] == "Silent sign-in"] == wanted)
        chip = "#verdict-chips [value=fellBack]"
        self.find(chip).send_keys(Keys.ENTER)
        self.sees(lambda: [row[0] for row in self.rows()] == ["fellBack"])
        self.browser.judge_everywhere(self, "workbench-filter", "#attempts")
        self.assertEqual(self.find(chip).get_attribute("aria-pressed"), "true")
        self.open_menu("#more-filters")
        self.click("#lane-chips [value=provider]")
        self.sees(lambda: self.rows() == [])
        self.assertIn("verdict=fellBack&lane=provider", self.browser.url)
        # A link shows the same.
        self.browser.open(self.browser.url)
        self.await_ready()
        self.sees(lambda: "No attempt matches the filter." in self.text("#attempts"))
        self.open_menu("#more-filters")
        self.click("#lane-chips [value=provider]")
        self.sees(lambda: [row[0] for row in self.rows()] == ["fellBack"])
        self.close_menus()
        self.find("#filter [name=text]").send_keys(Keys.ENTER)
        self.assertIn("Silent sign-in", self.js("return document.activeElement.textContent"))

    def test_3_still(self):
        """keeps in its place what a person looks at, while attempts arrive"""
        self.attempts(40)
        self.open()
        self.sees(lambda: len(self.rows()) == 40)
        row = self.all("#flows .row")[30]
        row.click()
        self.sees(lambda: row.get_attribute("aria-current") == "true")
        first = row.get_attribute("data-flow")
        place = "return document.querySelector(`#flows [data-flow='${arguments[0]}']`).getBoundingClientRect().top"
        top = self.js(place, first)
        scrolled = self.js("return document.querySelector('#attempts .rows').scrollTop")
        self.attempts(5, begin=40)
        self.sees(lambda: len(self.rows()) == 45)
        if scrolled > 0:
            self.assertAlmostEqual(self.js(place, first), top, delta=1)
        self.assertEqual(self.find("#flows [aria-current=true]").get_attribute("data-flow"), first)
        self.assertEqual(self.find("#detail").get_attribute("data-flow"), first)

    def test_4_keyboard(self):
        """moves by single keys outside of fields, and says which; they can be switched off"""
        self.sample()
        App(self.simulator)
        self.until_row("ok", "Registration")
        self.js("document.querySelector('h1').focus()")
        self.browser.type("j")
        self.browser.type("j")
        self.assertIn("Silent sign-in", self.js("return document.activeElement.textContent"))
        self.browser.type(Keys.ENTER)
        self.sees(lambda: self.find("#detail .sequence").is_displayed())
        # The search finds a control by its words of the page and of the terminal, and moves to it.
        for words, text in [("allow access", "Allow"), ("grant permission", "Allow"), ("deny ESPN", "ESPN"), ("advance 1h", "1 hour")]:
            self.search(words)
            self.sees(lambda text=text: text in self.text("#palette-rows li[aria-selected=true]"))
            if words == "deny ESPN":
                self.browser.judge_everywhere(self, "workbench-search", "#palette")
            self.find("#palette-text").send_keys(Keys.ESCAPE)
            self.sees(lambda: not self.all("#palette"))
        self.js("document.querySelector('h1').focus()")
        self.browser.type("6")
        self.sees(lambda: self.all("#panel-connect"))
        self.browser.type("1")
        self.sees(lambda: not self.all("#panel-connect"))
        self.browser.type("/")
        self.browser.type("j6")
        self.assertEqual(self.find("#filter [name=text]").get_attribute("value"), "j6")
        self.find("#filter [name=text]").send_keys(Keys.ESCAPE)
        self.form("advance").find_element(By.NAME, "duration").click()
        self.close_menus()
        self.js("document.querySelector('h1').focus()")
        self.browser.type("?")
        self.sees(lambda: self.find("#keys").is_displayed())
        self.browser.judge_everywhere(self, "workbench-keys", "#keys")
        self.find("#keys-on").click()
        self.browser.type(Keys.ESCAPE)
        self.sees(lambda: not self.all("#keys"))
        self.browser.type("6")
        self.assertEqual(self.all("#panel-connect"), [])

    def test_5_honest(self):
        """says why a control can do nothing now, and blames no field for a server that is gone"""
        form = self.form("expireAccount")
        self.assertEqual(form.find_element(By.CSS_SELECTOR, "button:not([type])").get_attribute("aria-disabled"), "true")
        self.assertEqual(self.outcome(form), "No TV provider account is signed in.")
        self.change(signIn={"provider": "Dish", "as": "carol"})
        self.sees(lambda: self.form("expireAccount").find_element(By.CSS_SELECTOR, "button:not([type])").get_attribute("aria-disabled") is None)
        self.assertEqual(self.form("expireAccount").find_element(By.CSS_SELECTOR, ".outcome").text, "")
        # Four states, also on the device.
        self.show("device")
        for access in ["granted", "denied", "restricted", "notDetermined"]:
            self.select(self.find("#permissions select"), access)
            self.sees(lambda access=access: f'"access":"{access}"' in self.device())
            self.open_menu("[data-row=access]")
            self.sees(lambda access=access: self.find("[data-control=setPermission] [aria-pressed=true]").get_attribute("data-value") == access)
            self.close_menus()
        form = self.form("setPermission")
        self.network(offline=True)
        try:
            form.find_element(By.CSS_SELECTOR, "[data-value=denied]").click()
            self.until("[data-control=setPermission] .outcome", "cannot be reached")
            self.assertIsNone(form.find_element(By.NAME, "app").get_attribute("aria-invalid"))
        finally:
            self.network()
        self.browser.driver.get_log("browser")

    def test_7_worlds(self):
        """says in the header which world the page shows, and leads to another one, a new one and out of an old one"""
        self.begin_to_open("/s/other")
        self.until("#trouble", "unknown world 'other'")
        self.click("#trouble button")
        self.await_ready()
        self.browser.driver.get_log("browser")
        self.assertIn("served/other", self.find("#world").accessible_name)
        self.open_menu("#world")
        self.sees(lambda: "other (this page)" in self.text("#worlds"))
        self.browser.judge(self, "workbench-worlds", "[popover]:popover-open")
        next(at for at in self.all("#worlds a") if "served" in at.text).click()
        self.sees(lambda: "/s/" not in self.browser.url)
        self.await_ready()
        self.open_menu("#world")
        self.find("#visit [name=world]").send_keys("further", Keys.ENTER)
        self.sees(lambda: "/s/further/" in self.browser.url)
        self.await_ready_or_create()
        self.assertIn("further", requests.get(self.admin + "/worlds", timeout=PATIENCE).json()["worlds"])
        self.begin_to_open()
        self.await_ready()
        for name in ["other", "further"]:
            requests.delete(f"{self.simulator.url}/s/{name}/_sim/v1/world", timeout=PATIENCE).raise_for_status()
        self.browser.driver.get_log("browser")

    def await_ready_or_create(self):
        """Waits until the page shows a world that it was asked to make."""
        self.sees(lambda: self.find("#trouble").is_displayed() or self.js("return document.body.dataset.ready"))
        if self.find("#trouble").is_displayed():
            self.click("#trouble button")
        self.await_ready()

    def test_8_time(self):
        """has the clock with what ends by itself, and faults that are removed one by one"""
        self.open_menu("#clock")
        self.sees(lambda: self.find("#no-deadlines").is_displayed())
        self.sample()
        self.until_row("ok", "Silent sign-in")
        for event in [{"at": "service.token", "error": "timeout"}, {"at": "service.authorize", "error": 503, "times": 2, "after": 1},
                      {"at": "service.authorize", "delay": "3s", "only": {"mvpd": "Dish"}}]:
            self.change(fault=event)
        self.show("settings")
        self.click("[data-holder=faults]")
        self.sees(lambda: len(self.all("#all-faults tr")) == 3)
        self.browser.judge_everywhere(self, "workbench-faults", "#detail")
        faults = requests.get(self.admin + "/device", timeout=PATIENCE).json()["faults"]
        self.find("#all-faults button").click()
        self.sees(lambda: requests.get(self.admin + "/device", timeout=PATIENCE).json()["faults"] == faults[1:])
        self.sees(lambda: len(self.all("#all-faults tr")) == 2)
        self.assertNotEqual(self.js("return document.activeElement.tagName"), "BODY")
        self.show("journal")
        self.open_menu("#clock")
        self.sees(lambda: "profile" in self.text("#all-deadlines").lower())
        self.browser.judge(self, "workbench-clock", "[popover]:popover-open")
        end = self.text("#all-deadlines tr:last-child td:nth-child(2)")[:19]
        self.find("#all-deadlines tr:last-child button").click()
        self.sees(lambda: self.text("#time-now") == end)
        self.sees(lambda: self.find("#no-deadlines").is_displayed())

    def test_9_link(self):
        """reproduces by its address the panel, the open attempt and its message; shows secrets on demand only"""
        self.press(self.fill("platform", {"platform": "tvOS"}))
        self.sees(lambda: self.find("#screen").get_attribute("data-platform") == "tvOS")
        self.sees(lambda: self.find("[data-control=platform] [aria-pressed=true]").get_attribute("data-value") == "tvOS")
        self.browser.judge_everywhere(self, "workbench-tv", "#detail")
        self.sample()
        self.until_row("ok", "Silent sign-in", PASSED)
        for _ in range(3):
            requests.post(self.admin + "/commands", json=["freezeClock"] * 100, timeout=PATIENCE).raise_for_status()
        self.click("#flows .row")
        self.sees(lambda: self.all("ol[aria-label=Messages] .step"))
        self.all("ol[aria-label=Messages] .step")[-1].click()
        self.until("#detail-panel", "SAMLResponse")
        flow = requests.get(self.admin + "/journal/flows?lane=provider", timeout=PATIENCE).json()["flows"][0]
        self.assertTrue(self.browser.url.endswith(f"?flow={flow['first']}&tab=messages&message={flow['last']}"), self.browser.url)
        # The attempt is older than those that a visit reads.
        self.browser.open(self.browser.url)
        self.await_ready()
        self.until("#detail-panel", "SAMLResponse")
        self.assertNotIn("PD94bWwg", self.text("#detail-panel"))
        secrets = "#detail-panel [role=switch]"
        self.click(secrets)
        self.sees(lambda: "Bearer ey" in self.text("#detail-panel"))
        self.browser.judge_everywhere(self, "workbench-secrets", "#detail")
        self.click(secrets)
        self.sees(lambda: "Bearer ey" not in self.text("#detail-panel"))
        self.show("settings")
        self.sees(lambda: "view=settings" in self.browser.url)
        self.browser.open(self.browser.url)
        self.await_ready()
        self.sees(lambda: self.find("#panel-settings").is_displayed())


if __name__ == "__main__":
    main()
