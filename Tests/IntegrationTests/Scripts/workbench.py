"""The page of a world as a workbench: the first visit, the flows of an app with their verdicts, what a silent sign-in would
do with its remedies, the tasks of a test with few presses, and the keyboard."""

import os
import shutil
import sys

import requests
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from page import Page
from simulator import PATIENCE, App, main


class Workbench(Page):
    def setUp(self):
        self.browser.driver.get_log("browser")
        self.simulator.command("reset")
        requests.delete(self.admin + "/journal", timeout=PATIENCE).raise_for_status()
        self.begin_to_open()
        self.js("sessionStorage.clear(); localStorage.clear()")
        self.begin_to_open()
        self.await_ready()
        self.presses = 0

    def press_at(self, selector):
        """Presses what a person sees, and counts it."""
        self.presses += 1
        self.find(selector).click()

    def pick(self, selector, value):
        """Opens a list and chooses from it, which are two presses."""
        self.presses += 2
        self.select(self.find(selector), value)

    def count(self, task, presses, goal):
        """Says how many presses a task took, none of which was a wrong turn."""
        print(f"# {task}: {self.presses} of at most {goal} presses")
        self.assertEqual(self.presses, presses)
        self.assertLessEqual(presses, goal)
        self.presses = 0

    def rows(self):
        """The rows of the flows, the newest first: verdict, name and reason."""
        return self.js("""return [...document.querySelectorAll('#flows .flow-row')].map(
            row => ['.badge', 'b', '.reason'].map(part => row.querySelector(part).textContent))""")

    def until_row(self, verdict, name, reason=""):
        """Opens the journal, and waits until the newest flow has a verdict and a reason.

        A row shows what has arrived: its reason is another one until the last entry of the flow is there."""
        self.js("document.getElementById('tab-journal').click()")
        self.browser._await(lambda _: (rows := self.rows()) and rows[0][:2] == [verdict, name] and reason in rows[0][2])

    def sample(self):
        """Lets the page send the requests of an app."""
        self.js("document.getElementById('tab-connect').click()")
        button = self.find("#sample button")
        self.browser._await(lambda _: not button.get_attribute("aria-disabled"))
        button.click()
        self.browser._await(lambda _: not button.get_attribute("aria-disabled"))

    def test_1_first_visit(self):
        """says at the first visit how to begin, and signs in without an app at one press"""
        self.assertTrue(self.find("#panel-connect").is_displayed())
        addresses = self.text("#addresses")
        statement = requests.get(self.admin + "/device", timeout=PATIENCE).json()["softwareStatement"]
        for text in [self.simulator.url, statement]:
            self.assertIn(text, addresses)
        for selector in ["#addresses", "#sample button", "#reader"]:
            bottom = self.js("return arguments[0].getBoundingClientRect().bottom", self.find(selector))
            self.assertLess(bottom, 900)
        self.browser.judge_everywhere(self, "workbench-first")
        self.until("#outlook-verdict", "would fall back")
        self.sample()
        self.until_row("succeeded", "Silent sign-in", "The SAML response passed every policy.")
        self.until("#outlook-verdict", "would succeed")
        # The request that the page names works in a shell.
        self.run_words(self.text("#reader-steps code"))
        self.until_row("succeeded", "Registration of the app")
        self.read_as_others()
        self.find("#tab-journal").click()
        # Who comes again sees the journal.
        self.begin_to_open()
        self.await_ready()
        self.assertTrue(self.find("#panel-journal").is_displayed())

    def read_as_others(self):
        """Chooses each reader of Connect; what stands there for Python and Node.js works on this server."""
        self.find("#tab-connect").click()
        for reader, names in [("http", "admin API"), ("JVM", "@Tvsim"), ("Swift", "@Test(.simulator())"), ("Python", "pytest"),
                              ("Node.js", "node:test")]:
            self.find(f"#reader [data-reader='{reader}']").click()
            self.until("#reader-steps", names)
            self.browser.judge(self, f"workbench-connect-{reader}")
            texts = [code.get_attribute("textContent") for code in self.browser.driver.find_elements(By.CSS_SELECTOR, "#reader-steps code")]
            clients = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../Clients")
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

    def test_2_flows(self):
        """groups the journal by flow with the worst verdict, and opens one with its messages between the lanes"""
        self.sample()
        self.until_row("succeeded", "Silent sign-in")
        self.simulator.command({"integration": {"mvpd": "Cablevision", "set": {"singleSignOn": False}}})
        self.sample()
        self.until_row("fell back", "Silent sign-in", "the setting singleSignOn is false for 'Cablevision'")
        self.simulator.command({"resetIntegration": {"mvpd": "Cablevision"}})
        self.simulator.command({"fault": {"at": "service.sessionsSSO", "error": 503, "times": 1}})
        self.sample()
        self.until_row("fault", "Silent sign-in", "internal_error")
        # The console notes the 503.
        self.browser.driver.get_log("browser")
        self.simulator.command({"provider": {"id": "Cablevision", "set": {"defect": "expired"}}})
        self.sample()
        self.until_row("refused", "Silent sign-in", "invalid_parameter_saml_response")
        # The commands of the test stand between the flows.
        self.assertIn("provider id Cablevision, set defect expired", self.text("#flows .change"))
        self.find("#flows .flow-row").click()
        self.browser._await(lambda _: self.find(".sequence").is_displayed())
        self.assertEqual(self.text(".lanes"), "AppApple frameworkEntitlement serviceTV provider")
        steps = self.browser.driver.find_elements(By.CSS_SELECTOR, ".step")
        self.assertFalse(steps[0].is_displayed())
        self.assertIn("App to Entitlement service: POST /api/v2/REF30/profiles/sso/Apple",
                      steps[-1].get_attribute("textContent"))
        steps[-1].click()
        self.until("#flows", "Refused by conditions: The assertion expired at ")
        self.find(".sequence > ol > li > .quiet").click()
        self.assertTrue(steps[0].is_displayed())
        self.browser.judge_everywhere(self, "workbench-refused", ".flow-body")
        # The remedy is a press away, and the flow stays open as it is.
        self.until("#outlook-verdict", "would be refused")
        self.find("#outlook-conditions .apply").click()
        self.until("#outlook-verdict", "would succeed")
        self.browser.judge_everywhere(self, "workbench-flows", "#flows")
        self.filter_flows()
        self.browser.driver.get_log("browser")

    def filter_flows(self):
        """Chooses flows by chips and by words, by the keyboard, and finds the same by the address."""
        self.browser.type("/")
        field = self.find("#filter [name=text]")
        self.assertEqual(self.js("return document.activeElement.name"), "text")
        for text, verdicts in [("app:stream MVPD:cable", ["refused", "fault", "fell back", "succeeded"]),
                               ("mvpd:Dish", []), ("trace:nothing", []), ("", ["refused", "fault", "fell back", "succeeded"])]:
            field.clear()
            field.send_keys(text, " ")
            self.browser._await(lambda _, verdicts=verdicts: [row[0] for row in self.rows()] == verdicts)
        field.clear()
        chip = "#verdict-chips [value=fellBack]"
        self.browser._await(lambda _: "fell back 1" in self.text("#verdict-chips"))
        self.find("#verdict-chips [value='']").send_keys(Keys.ARROW_RIGHT)
        self.find(chip).send_keys(Keys.ENTER)
        self.browser._await(lambda _: [row[0] for row in self.rows()] == ["fell back"])
        self.assertEqual(self.text("#untold"), "1 of 4 flows.")
        self.browser.judge_everywhere(self, "workbench-filter", "#filter")
        self.assertEqual(self.find(chip).get_attribute("aria-pressed"), "true")
        self.find("#lane-chips [value=provider]").click()
        self.browser._await(lambda _: self.rows() == [])
        self.assertIn("?verdict=fellBack&lane=provider&flow=", self.browser.url)
        # A link shows the same.
        self.browser.open(self.browser.url)
        self.await_ready()
        self.until("#untold", "None of 4 flows matches the filter.")
        # The open flow is in the address, too.
        self.browser._await(lambda _: self.find("#flows .sequence").is_displayed())
        self.find("#lane-chips [value=provider]").click()
        self.browser._await(lambda _: [row[0] for row in self.rows()] == ["fell back"])
        field = self.find("#filter [name=text]")
        field.send_keys(Keys.ENTER)
        self.assertIn("Silent sign-in", self.js("return document.activeElement.textContent"))

    def test_3_tasks(self):
        """does each task of a test with few presses, each of which is seen before"""
        self.press_at("[data-control=setPermission] [data-value=denied]")
        self.until("#outlook-conditions", "access is denied")
        self.count("deny the permission and see the effect", 1, goal=3)

        self.simulator.command({"permission": "granted"})
        self.press_at("[data-control=answerHere] > button:not([type])")
        self.until("#answering", "you answer here")
        requests.post(self.admin + "/framework/account-metadata", timeout=PATIENCE, json={
            "includeAccountProviderIdentifier": True, "isInterruptionAllowed": True}).raise_for_status()
        self.browser._await(lambda _: self.find("#rows button").is_displayed())
        self.press_at("#rows button")
        self.browser._await(lambda _: self.find("form[data-control=enter]").is_displayed())
        self.press_at("form[data-control=enter] > button:not([type])")
        self.until("#account", "alice")
        self.count("sign in by the picker", 3, goal=5)
        self.close_by_script()

        self.pick("[data-control=failNext] [name=operation]", "service.authorize")
        self.press_at("[data-control=failNext] [data-value='2']")
        self.until("#faults", "service.authorize 503, times 2")
        self.count("let the next authorize fail twice", 3, goal=4)

        self.press_at("[data-control=jump] > button:not([type])")
        self.until("#account", "Expired")
        self.until("#outlook-conditions", "the authentication")
        self.count("move past the end of the account", 1, goal=2)

        # Why it fails, and what helps, is there without a press.
        self.assertTrue(self.find("#outlook-conditions .reason").is_displayed())
        self.assertTrue(self.find("#outlook-conditions .apply").is_displayed())
        self.count("find why a silent sign-in fails", 0, goal=1)

    def close_by_script(self):
        """Lets the script close a picker at once; the device says it, and lets the person answer again."""
        self.find("[data-control=script] > button:not([type])").click()
        self.until("#answering", "3 changed")
        self.assertEqual(self.find("[data-control=script] [name=systemPicker]").get_attribute("value"), "cancel")
        self.select(self.find("[data-control=script] [name=accessPrompt]"), "allow")
        self.browser._await(lambda _: '"accessPrompt":"allow"' in self.device())
        self.simulator.command("signOut")
        requests.post(self.admin + "/framework/account-metadata", timeout=PATIENCE, json={
            "includeAccountProviderIdentifier": True, "isInterruptionAllowed": True}).raise_for_status()
        self.until_row("refused", "Question for the account", "closedByScript")
        self.browser._await(lambda _: self.find("#closed").is_displayed())
        self.browser.judge_everywhere(self, "workbench-closed", "#device-part")
        self.find("#answer-here").click()
        self.until("#answering", "you answer here")
        self.assertFalse(self.find("#closed").is_displayed())
        self.simulator.command({"signIn": {"provider": "Cablevision", "as": "alice"}})
        self.until("#account", "alice")

    def test_4_keyboard(self):
        """moves by single keys outside of fields, and says which; they can be switched off"""
        self.sample()
        App(self.simulator)
        self.until_row("succeeded", "Registration of the app")
        self.find("h1").click()
        self.browser.type("j")
        self.browser.type("j")
        focused = self.js("return document.activeElement.textContent")
        self.assertIn("Silent sign-in", focused)
        self.browser.type(Keys.ENTER)
        self.browser._await(lambda _: self.find(".flow-body .sequence").is_displayed())
        # The search finds a control by its words, and moves to it.
        self.find("#search").click()
        self.browser.judge_everywhere(self, "workbench-search")
        self.find("#palette-text").send_keys("sign in")
        self.browser._await(lambda _: "Sign in" in self.text("#palette-rows"))
        self.find("#palette-text").send_keys(Keys.ESCAPE)
        self.find("#search").click()
        self.find("#palette-text").send_keys("view explain", Keys.ENTER)
        self.browser._await(lambda _: self.find("#panel-explain").is_displayed())
        self.assertEqual(self.js("return document.activeElement.id"), "tab-explain")
        self.browser.type("k")
        self.assertIn("Registration", self.js("return document.activeElement.textContent"))
        self.browser.type("6")
        self.assertEqual(self.js("return document.activeElement.id"), "tab-connect")
        self.browser.type("/")
        self.browser.type("j6")
        self.assertEqual(self.find("#filter [name=text]").get_attribute("value"), "j6")
        self.find("#filter [name=text]").clear()
        self.js("document.querySelector('[data-control=freezeClock], [data-control=advance] button').focus()")
        self.browser.type("c")
        self.assertIn("tvsim clock advance 1d", self.text("#copying"))
        self.browser.type(Keys.ESCAPE)
        self.browser.type("?")
        self.assertTrue(self.find("#keys").is_displayed())
        self.browser.judge_everywhere(self, "workbench-keys")
        self.find("#keys-on").click()
        self.browser.type(Keys.ESCAPE)
        self.browser.type("6")
        self.assertFalse(self.find("#panel-connect").is_displayed())

    def test_5_honest(self):
        """says why a control can do nothing now, and blames no field for a server that is gone"""
        form = self.form("expireAccount")
        expire = form.find_element(By.CSS_SELECTOR, "button:not([type])")
        self.assertEqual(expire.get_attribute("aria-disabled"), "true")
        self.assertEqual(self.outcome(form), "No TV provider account is signed in.")
        self.assertEqual(self.find("[data-control=fault] [name=status]").get_attribute("value"), "503")
        self.simulator.command({"signIn": {"provider": "Dish", "as": "carol"}})
        self.browser._await(lambda _: expire.get_attribute("aria-disabled") is None)
        self.assertEqual(form.find_element(By.CSS_SELECTOR, ".outcome").text, "")
        # Four states, also on the device.
        for access in ["granted", "denied", "restricted", "notDetermined"]:
            self.select(self.find("#permissions select"), access)
            self.browser._await(lambda _: f'"access":"{access}"' in self.device())
            self.browser._await(lambda _: self.find("[data-control=setPermission] [aria-pressed=true]")
                                .get_attribute("data-value") == access)
        self.network(offline=True)
        try:
            self.find("[data-control=setPermission] [data-value=denied]").click()
            self.until("[data-control=setPermission] .outcome", "cannot be reached")
            self.assertIsNone(self.find("[data-control=setPermission] [name=app]").get_attribute("aria-invalid"))
        finally:
            self.network()
        self.browser.driver.get_log("browser")

    def test_6_changed(self):
        """lists what differs from its default with a way back, what ends by itself, and the worlds at a glance"""
        self.assertEqual(self.text("#party-state"), "")
        self.sample()
        self.until_row("succeeded", "Silent sign-in")
        self.browser._await(lambda _: "Profile Cablevision" in self.text("#deadlines"))
        self.browser.judge_everywhere(self, "workbench-deadlines", "#deadlines")
        self.find("#deadlines [aria-label*='Profile Cablevision']").click()
        self.browser._await(lambda _: "Profile Cablevision" not in self.text("#deadlines"))
        self.simulator.command({"integration": {"mvpd": "Cablevision", "set": {"singleSignOn": False}}})
        self.browser._await(lambda _: "Single sign-on off changed" in self.text("#party-settings"))
        self.browser.judge_everywhere(self, "workbench-parties", "#party-settings")
        # One press leads to the row, whose field has the focus.
        self.find("#party-settings .unusual").click()
        self.browser._await(lambda _: self.focused() == "MVPD Cablevision for REF30: singleSignOn")
        self.assertIn("changed", self.js("return document.activeElement.closest('tr').className"))
        self.find("#only-changed").click()
        self.browser._await(lambda _: self.text("#settings-told").startswith("1 of "))
        self.browser.judge_everywhere(self, "workbench-changed", "#settings")
        self.find("#settings tr.changed [data-event]").click()
        self.until("#settings-told", "Everything is as in the profile.")
        self.find("#only-changed").click()
        integrations = requests.get(self.admin + "/integrations", timeout=PATIENCE).json()["integrations"]
        self.assertTrue(all(one["singleSignOn"] for one in integrations if one["mvpd"] == "Cablevision"))
        self.find("#tab-worlds").click()
        self.browser._await(lambda _: "Silent sign-in" in self.text("#summaries"))
        self.browser.judge_everywhere(self, "workbench-worlds", "#glance-worlds")

    def focused(self):
        """The name of the field that has the focus."""
        return self.js("return document.activeElement.getAttribute('aria-label')")

    def test_6_settings(self):
        """finds a setting by words, changes it in place, and says a refusal beside it in the server's own words"""
        self.show_settings()
        asked = self.js("return performance.getEntriesByType('resource').map(({name}) => name)")
        self.assertFalse([name for name in asked if "openapi" in name])
        # The settings of MVPDs and providers are many: their groups are closed until somebody opens them.
        seen = "return [...document.querySelectorAll('#settings [name=value]')].filter((at) => at.closest('tr').checkVisibility()).length"
        device = self.js(seen)
        fold = self.js("return [...document.querySelectorAll('#settings .fold')].find((at) => at.textContent === 'Provider Dish')")
        self.assertEqual(fold.get_attribute("aria-expanded"), "false")
        fold.send_keys(Keys.ENTER)
        self.browser._await(lambda _: self.js(seen) > device)
        self.browser.judge_everywhere(self, "workbench-group", "#settings")
        fold.send_keys(Keys.ENTER)
        self.browser._await(lambda _: self.js(seen) == device)
        search = self.find("#settings-filter input")
        search.send_keys("dish LIFETIME media")
        self.until("#settings-told", "1 of ")
        self.browser.judge_everywhere(self, "workbench-settings", "#settings")
        field = self.find("#settings tr:not([hidden]) td [name=value]")
        self.assertEqual(field.get_attribute("aria-label"), "MVPD Dish for REF30: mediaTokenTTL")
        form = self.js("return arguments[0].form", field)
        field.clear()
        field.send_keys("soon", Keys.ENTER)
        self.browser._await(lambda _: "soon" in form.find_element(By.CSS_SELECTOR, ".outcome").text)
        self.assertEqual(field.get_attribute("aria-invalid"), "true")
        self.browser.judge_everywhere(self, "workbench-setting-refused", "#settings")
        # What was typed stays until it is right, or until Escape.
        self.simulator.command({"advance": "1d"})
        self.until("#now", "2026-01-02")
        self.assertEqual(field.get_attribute("value"), "soon")
        field.send_keys(Keys.ESCAPE)
        self.browser._await(lambda _: field.get_attribute("value") == "7m")
        field.clear()
        field.send_keys("9m", Keys.ENTER)
        self.browser._await(lambda _: '"mediaTokenTTL":"9m"' in self.device())
        # Long lists have a search, which finds by what a choice means.
        search.clear()
        search.send_keys("cablevision defect")
        self.until("#settings-told", "1 of ")
        choice = self.find("#settings tr:not([hidden]) td [name=choice]")
        choice.click()
        self.browser._await(lambda _: self.find("#palette").is_displayed())
        self.find("#palette-text").send_keys("conditions expired hour")
        self.browser._await(lambda _: self.js("return document.querySelectorAll('#palette-rows li').length") == 1)
        self.browser.judge_everywhere(self, "workbench-defects")
        self.find("#palette-text").send_keys(Keys.ENTER)
        self.browser._await(lambda _: '"defect":"expired"' in self.device())
        self.assertEqual(self.focused(), "Provider Cablevision: defect")
        # What another program changes is shown, also while the table is open.
        self.simulator.command({"provider": {"id": "Cablevision", "set": {"defect": "wrongAudience"}}})
        self.browser._await(lambda _: choice.get_attribute("value") == "wrongAudience")
        # An object of several lines is one value, and the group has its own way back.
        search.clear()
        search.send_keys("provider dish signinpage")
        self.until("#settings-told", "1 of ")
        self.select(self.find("#settings tr:not([hidden]) td [name=choice]"), "other…")
        text = self.find("#settings tr:not([hidden]) td [name=value]")
        text.send_keys("entry: direct\naction: path", Keys.CONTROL + Keys.ENTER)
        self.browser._await(lambda _: '"action":"path"' in self.device())
        back = self.find("#settings tbody:not([hidden]) form[data-control=resetProvider] button:not([type])")
        self.browser._await(lambda _: back.is_displayed())
        # The search of the page leads to the same row.
        self.find("#search").click()
        self.find("#palette-text").send_keys("setting dish signinpage", Keys.ENTER)
        self.browser._await(lambda _: self.focused() == "Provider Dish: signInPage")

    def test_7_worlds(self):
        """says in the header which world the page shows, and leads to another one or to the form for a new one"""
        self.begin_to_open("/s/other")
        self.until("#trouble", "unknown world 'other'")
        self.find("#trouble button").click()
        self.await_ready()
        self.browser.driver.get_log("browser")
        self.assertEqual(self.text("#world"), "World served/other")
        self.find("#world").click()
        self.browser._await(lambda _: "This page other" in self.text("#palette-rows"))
        self.browser.judge_everywhere(self, "workbench-world-choice")
        self.find("#palette-text").send_keys("served", Keys.ENTER)
        self.browser._await(lambda _: "/s/" not in self.browser.url)
        self.await_ready()
        self.find("#world").click()
        self.browser._await(lambda _: "World other" in self.text("#palette-rows"))
        self.find("#palette-text").send_keys("make", Keys.ENTER)
        self.assertEqual(self.js("return document.activeElement.name"), "world")
        requests.delete(f"{self.simulator.url}/s/other/_sim/v1/world", timeout=PATIENCE).raise_for_status()

    def test_7_many(self):
        """is ready with 3,000 entries after it has read the newest flows only, and reads older ones on demand"""
        for _ in range(30):
            requests.post(self.admin + "/commands", json=["freezeClock"] * 100, timeout=PATIENCE).raise_for_status()
        self.assertEqual(len(self.journal()), 3_000)
        self.begin_to_open()
        self.await_ready()
        moment = self.js("return document.body.dataset.readyAt")
        print(f"# ready with 3,000 entries after {float(moment):.0f} ms")
        asked = self.js("return performance.getEntriesByType('resource').map(({name}) => name)")
        self.assertTrue(any("journal/flows?limit=200" in name for name in asked))
        self.assertFalse([name for name in asked if "journal?" in name])
        count = "return document.querySelectorAll('#flows > li').length"
        self.assertEqual(self.js(count), 200)
        self.find("#older").click()
        self.browser._await(lambda _: self.js(count) == 400)

    def test_8_time(self):
        """has time and faults in one view: what ends by itself, and faults that are removed one by one"""
        self.find("[data-view=time]").click()
        self.assertEqual(self.js("return document.activeElement.id"), "tab-time")
        self.assertTrue(self.find("#no-deadlines").is_displayed())
        self.sample()
        self.until_row("succeeded", "Silent sign-in")
        self.find("#tab-time").click()
        self.browser._await(lambda _: "Profile" in self.text("#all-deadlines"))
        for event in [{"at": "service.token", "error": "timeout"}, {"at": "service.authorize", "error": 503, "times": 2, "after": 1},
                      {"at": "service.authorize", "delay": "3s", "only": {"mvpd": "Dish"}}]:
            self.simulator.command({"fault": event})
        self.browser._await(lambda _: self.js("return document.querySelectorAll('#all-faults tr').length") == 3)
        self.browser.judge_everywhere(self, "workbench-time", "#panel-time")
        faults = requests.get(self.admin + "/device", timeout=PATIENCE).json()["faults"]
        for selector, left in [("#all-faults button", faults[1:]), ("#faults li:last-child button", faults[1:2])]:
            self.find(selector).click()
            self.browser._await(lambda _, left=left: requests.get(
                self.admin + "/device", timeout=PATIENCE).json()["faults"] == left)
            self.browser._await(lambda _, left=left: self.js("return document.querySelectorAll('#faults li').length") == len(left))
        self.assertIn(self.js("return document.activeElement.id"), ["faults-title", "all-faults-title"])
        # The search of the page knows what ends, and leads to the way past it.
        self.find("#search").click()
        self.find("#palette-text").send_keys("ends profile", Keys.ENTER)
        self.browser._await(lambda _: (self.focused() or "").startswith("Jump past it: Profile"))
        end = self.text("#all-deadlines tr:last-child td:nth-child(2)")[:19]
        self.find("#all-deadlines tr:last-child button").click()
        self.browser._await(lambda _: self.text("#time-now") == end)
        self.assertTrue(self.find("#no-deadlines").is_displayed())

    def test_9_link(self):
        """reproduces by its address the view, the open flow and its message; shows secrets on demand only"""
        self.find("[data-control=platform] [data-value=tvOS]").click()
        self.browser._await(lambda _: self.find("#screen").get_attribute("data-platform") == "tvOS")
        self.assertEqual(self.find("[data-control=platform] [aria-pressed=true]").get_attribute("data-value"), "tvOS")
        self.sample()
        self.until_row("succeeded", "Silent sign-in", "The SAML response passed every policy.")
        for _ in range(3):
            requests.post(self.admin + "/commands", json=["freezeClock"] * 100, timeout=PATIENCE).raise_for_status()
        self.find("#flows .flow-row").click()
        self.browser._await(lambda _: self.find(".sequence").is_displayed())
        steps = self.browser.driver.find_elements(By.CSS_SELECTOR, ".step")
        steps[-1].click()
        self.until(".flow-body", "SAMLResponse=")
        number = requests.get(self.admin + "/journal/flows?lane=provider", timeout=PATIENCE).json()["flows"][0]
        link = f"?flow={number['first']}&message={number['last']}"
        self.assertTrue(self.browser.url.endswith(link), self.browser.url)
        # The flow is older than those that a visit reads.
        self.browser.open(self.browser.url)
        self.await_ready()
        self.until(".flow-body", "SAMLResponse=")
        self.assertEqual(len(self.browser.driver.find_elements(By.CSS_SELECTOR, ".details")), 1)
        self.assertNotIn("PD94bWwg", self.text(".exchange"))
        secrets = self.find(".exchange [role=switch]")
        secrets.click()
        self.browser._await(lambda _: "Authorization" in self.text(".exchange") and "Bearer ey" in self.text(".exchange"))
        self.browser.judge_everywhere(self, "workbench-secrets", ".exchange")
        secrets.click()
        self.browser._await(lambda _: "Bearer ey" not in self.text(".exchange"))
        self.find("#flows .flow-row[aria-expanded=true]").click()
        self.assertNotIn("flow=", self.browser.url)
        self.find("#tab-settings").click()
        self.assertTrue(self.browser.url.endswith("?view=settings"), self.browser.url)
        self.browser.open(self.browser.url)
        self.await_ready()
        self.assertTrue(self.find("#panel-settings").is_displayed())


if __name__ == "__main__":
    main()
