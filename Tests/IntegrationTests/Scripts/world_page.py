"""The page of a world in headless Chromium: what it shows, what its controls do, and that they say what they do."""

import ast
import contextlib
import json
import os
import re

import requests
from selenium.webdriver.common.by import By

from page import TABLE, Page
from simulator import PATIENCE, App, Simulator, main

# A value for each field of each control: what it is to do, and what must be seen of it.
CONTROLS = {
    "settings": ({"key": "developer.simulateExpiredToken", "value": "true"}, '"simulateExpiredToken":true'),
    "resetSettings": ({}, '"platform":"iOS"'),
    "advance": ({"duration": "2d"}, "2026-01-03T00:00:00Z"),
    "setClock": ({"instant": "2026-05-05T05:05:05Z"}, "2026-05-05T05:05:05Z"),
    "jump": ({}, '"expired":true'),
    "followClock": ({}, '"mode":"following"'),
    "freezeClock": ({}, '"mode":"frozen"'),
    "setPermission": ({"app": "com.example.other", "access": "restricted"},
                      '{"access":"restricted","bundleID":"com.example.other"}'),
    "signIn": ({"provider": "Dish", "subscriber": "carol", "expires": "+3d"}, '"subscriber":"carol"'),
    "signOut": ({}, None),
    "expireAccount": ({}, '"expired":true'),
    "integration": ({"mvpd": "Dish", "key": "degradation", "value": "AuthNAll"},
                    '"degradation":"AuthNAll"'),
    "resetIntegration": ({"mvpd": "Dish"},
                         '"provider":"Dish","proxy":null,"requestor":"REF30","safariViewController":false,"singleSignOn":true'),
    "provider": ({"provider": "Cablevision", "key": "defect", "value": "wrongKey"}, '"defect":"wrongKey"'),
    "resetProvider": ({"provider": "Cablevision"}, '"displayName":"Cable Vision"'),
    "viewer": ({"key": "systemPicker", "value": "{choose: Dish, as: o'neill}"}, "o'neill"),
    "answerHere": ({}, '"accessPrompt":"none"'),
    "script": ({"accessPrompt": "allow", "systemPicker": '{"as":"o\'neill","choose":"Dish"}', "signIn": "cancel"},
               '"as":"o\'neill"'),
    "platform": ({"platform": "tvOS"}, '"platform":"tvOS"'),
    # Without a script, the interfaces of the served world wait for its person.
    "resetViewer": ({}, '"accessPrompt":"none"'),
    "fault": ({"operation": "service.token", "error": "400…599", "status": "503", "times": "2", "after": "1"},
              '"at":"service.token"'),
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
    fence = text[1]
    # Swift would end the string at the one, and read what follows the other.
    if fence and ('"' + fence in text[2] or "\\" + fence in text[2]):
        raise AssertionError("the fence stands in the text: " + swift)
    return text[2] if fence else re.sub(r"\\(.)", lambda escape: {"n": "\n"}.get(escape[1], escape[1]), text[2])


def argument(begin, statement, end):
    """The argument of a call in a statement."""
    if not (statement.startswith(begin) and statement.endswith(end)):
        raise AssertionError(f"no call {begin}…{end}: {statement}")
    return statement.removeprefix(begin).removesuffix(end)


class WorldPage(Page):
    PROFILE = """
device: {account: {provider: Cablevision, subscriber: alice, expires: +30d}, region: unsupported}
viewer: {systemPicker: none}
faults: [{at: service.configuration, error: 503, times: 9}]
providers:
  Cablevision: {displayName: Cable Vision, subscribers: {alice: {}}}
  Dish: {displayName: Dish Network, subscribers: {carol: {}, "o'neill": {}}}
"""

    def prepare(self, control):
        """Brings the world to where a control finds something to do."""
        self.simulator.command("reset")
        if control in BEFORE:
            self.simulator.command(BEFORE[control])
        self.await_seen()

    def test_1_shows(self):
        """shows the device as it is, in light and in dark, by axe's rules, and asks nobody else for anything"""
        self.open()
        self.until("#name", "served")
        self.assertIn("Cable Vision", self.find("#account").text)
        self.assertIn("alice", self.find("#account").text)
        self.assertIn("service.configuration 503", self.text("#faults"))
        App(self.simulator)
        self.until("#journal", "POST /o/client/token")
        self.find("#journal .line").click()
        self.find("#tab-explain").click()
        self.until("#explanation", "Reasons")
        for tab in self.tabs():
            self.find(f"#tab-{tab}").click()
            self.browser.judge_everywhere(self, f"page-view-{tab}", "#middle")
        for part in ["state-part", "device-part"]:
            self.browser.judge_everywhere(self, f"page-{part}", f"#{part}")
        self.js("document.querySelector('[data-control=advance] .copy').click()")
        self.browser.judge_everywhere(self, "page-copying")
        self.js("document.getElementById('copying').hidePopover()")
        self.form("signOut").find_element(By.CSS_SELECTOR, "button:not([type])").click()
        self.browser.judge_everywhere(self, "page-confirm")
        self.find("#confirm button:not(.danger)").click()
        self.unfold()
        self.browser.judge_everywhere(self, "page-unfolded")
        self.assertEqual(self.browser.asked_hosts(), {"127.0.0.1"})

    def test_1_keys(self):
        """has a row for every key of an integration, as the command line shows them"""
        self.open()
        self.until("#name", "served")
        shown = json.loads(self.simulator.tvsim("integration", "show", "Dish", "--device", "served", "--format", "json"))
        self.show_settings()
        self.unfold_settings({"requestor": "REF30", "mvpd": "Dish"})
        keys = self.js("""return [...document.querySelectorAll('#settings form[data-control=integration]')]
            .map(({dataset}) => JSON.parse(dataset.given)).filter(({mvpd}) => mvpd === 'Dish').map(({key}) => key)""")
        # The command leaves out what an integration does not have.
        self.assertEqual(set(shown) - {"requestor", "mvpd"} - set(keys), set())
        self.assertEqual(len(keys), len(set(keys)))

    def test_2_controls(self):
        """does by each control what the control says as a command, and as an event in Swift"""
        self.open()
        self.show_settings()
        self.unfold_settings({"requestor": "REF30", "mvpd": "Dish", "provider": "Dish"})
        forms = self.browser.driver.find_elements(By.CSS_SELECTOR, "form[data-control]")
        names = {form.get_attribute("data-control") for form in forms}
        self.assertEqual(names, set(CONTROLS) | {"failNext", "forget", "removeWorld"} | {"allow", "deny", "choose", "enter", "close", "loseNetwork"})
        said = {}
        for control, (values, effect) in CONTROLS.items():
            with self.subTest(control):
                self.prepare(control)
                before = self.device()
                form = self.fill(control, values)
                terminal, swift = self.words_of_two(form)
                _, curl, _, python, node, step = self.words(form)
                title = form.get_attribute("data-title") or form.find_element(By.CSS_SELECTOR, "button:not([type])").text
                done = self.outcome(form)
                self.assertTrue(done.startswith("Done: " + title), done)
                for name, value in values.items():
                    # A status takes the place of the error that stands for all of them.
                    self.assertTrue(value in done or name in ["error", "mvpd"] or (name == "provider" and control in TABLE), done)
                after = self.device()
                self.assertNotEqual(after, before)
                self.assertIn(effect, after) if effect else self.assertNotIn('"account":{', after)
                self.assertEqual(self.find("#trouble").text, "")
                said[control] = after, terminal, curl, swift, python, node, step
        # The page is closed now: open, it would read the world again after each command.
        self.browser.open("about:blank")
        for control, (after, terminal, curl, swift, python, node, step) in said.items():
            with self.subTest(control):
                effect = CONTROLS[control][1]
                doors = [lambda: self.run_words(terminal), lambda: self.run_words(curl),
                         lambda: self.perform(event(swift)), lambda: self.perform(step)]
                # What only a reader of YAML knows has no line in other languages.
                if control != "viewer":
                    doors += [lambda: self.perform(argument("await world.perform(", node, ");")),
                              lambda: self.perform(json.dumps(ast.literal_eval(argument("tvsim.perform(", python, ")"))))]
                for door in doors:
                    self.prepare(control)
                    door()
                    if control not in MOVING:
                        self.assertEqual(self.device(), after)
                    else:
                        self.assertIn(effect, self.device())
        self.simulator.command("reset")

    def test_2_quick(self):
        """sends each of two choices that follow quickly, also when the first is not answered yet"""
        self.simulator.command({"viewer": {"accessPrompt": "allow", "systemPicker": "none", "signIn": "none"}})
        self.open()
        form = self.form("script")
        # The page's commands wait until the test lets them go.
        self.js("""
            const send = window.fetch;
            window.held = [];
            window.fetch = async (path, options) => {
              if (options?.method === "POST") await new Promise((go) => window.held.push(go));
              return send(path, options);
            };""")
        self.select(form.find_element(By.NAME, "accessPrompt"), "deny")
        self.select(form.find_element(By.NAME, "signIn"), "cancel")
        for answers in ['"accessPrompt":"deny"', '"signIn":"cancel"']:
            self.browser._await(lambda _: self.js("return window.held.length"))
            # The page reads the world, as it does when another program changes it, and shows what the device has now.
            self.simulator.command({"advance": "1d"})
            self.until("#now", json.loads(self.device())[0]["clock"]["now"][:10])
            self.js("window.held.shift()()")
            self.browser._await(lambda _, answers=answers: answers in self.device())
        self.assertEqual([form.find_element(By.NAME, name).get_attribute("value") for name in ["accessPrompt", "signIn"]],
                         ["deny", "cancel"])
        self.simulator.command("reset")

    @staticmethod
    def holds_only(text, lines):
        """Whether there are lines, and each has a text."""
        return bool(lines) and all(text in line for line in lines)

    def test_3_elsewhere(self):
        """sees what another program changes, and tells the journal of an app as it grows"""
        self.open()
        self.simulator.tvsim("permission", "deny", "com.example.seen", "--device", "served")
        self.until("#permissions", "com.example.seen")
        self.simulator.command("clearFaults")
        App(self.simulator)
        self.until("#journal", "POST /o/client/token")
        self.find("#filter [name=text]").send_keys("REGISTER")
        # The server filters, so the rows are replaced some time after the last key.
        lines = """return [...document.querySelectorAll('#journal .line')]
            .filter((line) => line.checkVisibility()).map((line) => line.textContent)"""
        self.browser._await(lambda _: self.holds_only("/o/client/register", self.js(lines)))
        # The filter stays after a reload, and the journal can be saved whole.
        self.browser.driver.refresh()
        self.await_ready()
        self.assertEqual(self.find("#filter [name=text]").get_attribute("value"), "REGISTER")
        self.until("#untold", " of ")
        saved = self.find("#save").get_attribute("href")
        self.assertEqual(requests.get(saved, timeout=PATIENCE).json()["count"], len(self.journal()))
        report = requests.get(self.find("#save-report").get_attribute("href"), timeout=PATIENCE).text
        self.assertIn("App to Entitlement service </span>POST /o/client/register", report)
        archive = requests.get(self.find("#save-archive").get_attribute("href"), timeout=PATIENCE).json()
        self.assertTrue(any("/o/client/register" in entry["request"]["url"] for entry in archive["log"]["entries"]))
        self.select(self.find("#filter [name=kind]"), "request")
        self.assertIn("?text=REGISTER&kind=request&by=entry", self.browser.driver.current_url)
        self.assertIn("Done", self.outcome(self.form("forget")))
        self.until("#untold", "No entries yet")
        self.assertEqual(requests.get(self.admin + "/journal", timeout=PATIENCE).json()["count"], 0)
        self.simulator.command("followClock")
        self.simulator.command({"advance": "3d"})
        self.until("#mode", "following, 3 days ahead")
        self.simulator.command("reset")

    def test_4_why(self):
        """explains a call, and names what would change its outcome"""
        self.open()
        self.find("#tab-explain").click()
        # All that does not hold is listed at once, in the order of the exchange, each with its remedy.
        self.until("#explanation", "To change that: tvsim fault clear --device served")
        self.until("#explanation", "tvsim settings set region=supported --device served")
        self.run_words(self.find("#explanation .unmet p code").text)
        # The explanation follows what changes, by whatever way.
        self.browser._await(lambda _: "fault clear" not in self.text("#explanation"))
        self.find("#explanation .apply").click()
        self.browser._await(lambda _: '"region":"supported"' in self.device())
        self.browser._await(lambda _: "settings set" not in self.text("#explanation"))
        self.simulator.command("reset")
        self.until("#explanation", "fault clear")
        next(at for at in self.browser.driver.find_elements(By.CSS_SELECTOR, "#explanation > button")
             if at.text.startswith("Apply all")).click()
        self.browser._await(lambda _: self.js("return document.querySelectorAll('.unmet').length") == 0)
        self.until("#outlook-verdict", "would succeed")
        self.simulator.command("reset")

    def test_5_refusal(self):
        """says what the simulator refuses, in its words, beside what was pressed, and nothing is changed"""
        self.open()
        before = self.device()
        form = self.fill("fault", {"operation": "service.token", "error": "400…599", "status": "999"})
        self.js("arguments[0].scrollIntoView({block: 'end'})", form)
        self.assertIn("999", self.outcome(form))
        self.assertEqual(form.find_element(By.NAME, "status").get_attribute("aria-invalid"), "true")
        top, bottom, height = self.js(
            "const {top, bottom} = arguments[0].getBoundingClientRect(); return [top, bottom, innerHeight]",
            form.find_element(By.CSS_SELECTOR, ".outcome"))
        # A browser scrolls by whole pixels.
        self.assertTrue(0 <= top and bottom < height + 1, (top, bottom, height))
        self.assertIn("instant", self.outcome(self.fill("setClock", {"instant": "soon"})))
        self.assertIn("the clock only advances", self.outcome(self.fill("advance", {"duration": "-1h"})))
        self.assertEqual(self.device(), before)
        self.browser.judge(self, "page-refusal")

    def test_6_isolated(self):
        """belongs to one world: an isolated one is changed alone, by commands that name it"""
        self.change_alone("tvsim permission deny ", "tvsim ")
        self.assertIn("--device served/alone", self.words_of_two(self.form("setPermission"))[0])

    def test_6_memory(self):
        """belongs to one world: one in memory is changed by curl, since no command reaches it"""
        with contextlib.ExitStack() as stack:
            stack.callback(setattr, self, "simulator", self.simulator)
            with open(self.simulator.path("profile.yaml"), encoding="utf-8") as file:
                profile = file.read().split("\n", 2)[2]
            self.simulator = Simulator().start(profile, follows_wall_clock=False, in_memory=True)
            stack.callback(self.simulator.stop)
            self.change_alone("curl ", "curl ")

    def test_6_tls(self):
        """says with TLS a command for curl that believes the server's own authority, in any shell"""
        with contextlib.ExitStack() as stack:
            stack.callback(setattr, self, "simulator", self.simulator)
            self.simulator = Simulator().start(self.PROFILE, follows_wall_clock=False, in_memory=True, tls=True)
            stack.callback(self.simulator.stop)
            self.open()
            form = self.fill("setPermission", {"app": "com.example.stream", "access": "denied"})
            self.run_words(self.words_of_two(form)[0])
            self.seen_access("com.example.stream", "denied")

    def change_alone(self, command, remedy):
        """Changes an isolated world by what the page says."""
        self.open("/s/alone")
        self.until("#name", "alone")
        form = self.fill("setPermission", {"app": "com.example.stream", "access": "denied"})
        terminal, _ = self.words_of_two(form)
        self.assertTrue(terminal.startswith(command), terminal)
        self.run_words(terminal)
        self.seen_access("com.example.stream", "denied")
        self.assertNotIn('"denied"', self.device())
        self.simulator.command("clearFaults", world="/s/alone")
        self.find("#tab-explain").click()
        self.until("#explanation", f"To change that: {remedy}")
        self.run_words(self.find("#explanation .unmet p code").text)
        self.assertIn('"region":"supported"', self.device("/s/alone"))
        self.outcome(self.fill("signIn", {"expires": "never"}))
        self.until("#account", "Expiresnever")

    def test_7_names(self):
        """writes its words so that names mean themselves: in a shell, in Swift, and on the page"""
        world = """{schema: 1, name: '<b>"x"</b>', providers: {Cablevision: {subscribers:
          {'-x': {}, 'a$(touch${IFS}pwned)': {}, 'b\\#(x)"#': {}, '<i>': {}}}}}"""
        before = self.import_profile("hostile", world)
        try:
            self.open()
            self.until("#device", '<b>"x"</b>')
            for name in ["-x", "a$(touch${IFS}pwned)", 'b\\#(x)"#', "<i>"]:
                terminal, swift = self.words_of_two(self.fill("signIn", {"subscriber": name}))
                self.run_words(terminal)
                self.assertEqual(json.loads(self.device())[0]["account"]["subscriber"], name)
                self.simulator.command("signOut")
                self.perform(event(swift))
                self.assertEqual(json.loads(self.device())[0]["account"]["subscriber"], name)
            self.assertFalse(os.path.exists("pwned"))
        finally:
            requests.put(self.admin + "/state", data=before.encode(), timeout=PATIENCE).raise_for_status()

    def test_8_values(self):
        """takes what is typed as the command line takes it: YAML of every form, and numbers as they are written"""
        self.open()
        said = []
        for control, values, effect in [
                ("viewer", {"key": "systemPicker", "value": "choose: Dish"}, '"choose":"Dish"'),
                ("viewer", {"key": "systemPicker", "value": '"none"'}, None),
                ("provider", {"provider": "Dish", "key": "displayName", "value": "a # b"}, '"displayName":"a"'),
                ("provider", {"provider": "Dish", "key": "displayName", "value": "A:B $& c"}, "A:B $& c"),
                ("provider", {"provider": "Dish", "key": "schemes", "value": "- api"}, '"schemes":["api"]'),
                ("fault", {"operation": "service.token", "error": "400…599", "status": "503", "times": "002"},
                 '"times":2'),
                ("fault", {"operation": "service.authorize", "error": "none: another answer", "only.mvpd": "Dish",
                           "only.resource": "E's", "answer.delay": "8s", "answer.adds": '{"news": [1, "x"]}',
                           "answer.status": "", "probability": "0.5"}, '"only":{"mvpd":"Dish","resource":"E\'s"}'),
                ("fault", {"operation": "provider.page", "error": "none: another answer", "only.mvpd": "",
                           "answer.status": "503", "answer.body": "12", "answer.contentType": "text/plain",
                           "answer.headers": "Retry-After=3=0", "answer.delay": "", "answer.adds": ""},
                 '"headers":{"Retry-After":"3=0"}')]:
            self.prepare("signOut")
            form = self.fill(control, values)
            terminal, swift = self.words_of_two(form)
            self.assertTrue(self.outcome(form).startswith("Done:"), values)
            after = self.device()
            self.assertIn(effect or "", after)
            said.append((after, terminal, swift))
        # The page is closed now, as above.
        self.browser.open("about:blank")
        for after, terminal, swift in said:
            for door in [lambda: self.run_words(terminal), lambda: self.perform(event(swift))]:
                self.prepare("signOut")
                door()
                self.assertEqual(self.device(), after)
        self.open()
        for value in ["---", "--- x", "...", "... x"]:
            form = self.fill("provider", {"provider": "Dish", "key": "displayName", "value": value})
            before = self.device()
            self.assertEqual(self.words(form), [""] * 6)
            self.assertIn("in quotes", self.outcome(form))
            self.assertEqual(self.device(), before)
        for times in ["1e1", "2.0", "1e400", "99999999999999999999"]:
            form = self.fill(
                "fault", {"operation": "service.token", "error": "400…599", "status": "503", "times": times})
            before = self.device()
            self.assertFalse(self.outcome(form).startswith("Done:"), times)
            self.run_words(self.words_of_two(form)[0], status=64)
            self.assertEqual(self.device(), before)
        self.simulator.command("reset")

    def test_9_whole(self):
        """says nothing as a command that is not whole, and by 'Return everything' what keeps the journal, as it does"""
        self.open()
        form = self.fill("setPermission", {"app": " "})
        self.assertEqual(self.words(form), [""] * 6)
        self.assertIn("Fill in App first.", self.text("#copying .need"))
        form.find_element(By.CSS_SELECTOR, "[data-value=denied]").click()
        self.assertEqual(form.find_element(By.CSS_SELECTOR, ".outcome").text, "Fill in App first.")
        App(self.simulator)
        count = len(self.journal())
        self.run_words(self.words_of_two(self.form("reset"))[0])
        self.assertEqual(self.outcome(self.form("reset")), "Done: Reset to the profile")
        # By the words as a command and by the button: two more entries, and the others are kept.
        self.assertEqual(len(self.journal()), count + 2)


if __name__ == "__main__":
    main()
