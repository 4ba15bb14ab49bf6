"""The page of a world in headless Chromium: what it shows, what its controls do, and that they say what they do."""

import ast
import contextlib
import json
import os
import re

import requests
from selenium.webdriver.common.by import By

from page import Page
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
        App(self.simulator)
        self.open()
        self.until("[data-row=account]", "alice · Cable Vision")
        self.browser.judge_everywhere(self, "page-attempts")
        self.click("#flows .row")
        for tab in ["overview", "messages", "saml", "entries", "rules"]:
            self.click(f"#tab-{tab}")
            self.sees(lambda: self.find("#detail-panel *").is_displayed())
            self.browser.judge_everywhere(self, f"page-attempt-{tab}", "#detail")
        for panel in ["device", "settings", "explain", "rules", "connect"]:
            self.show(panel)
            self.sees(lambda: self.find("#detail :is(h2, h3)").is_displayed())
            self.browser.judge_everywhere(self, f"page-view-{panel}", "#detail")
        self.browser.judge_everywhere(self, "page-state", "#state")
        self.show("journal")
        for button in ["[data-row=access]", "[data-row=account]", "[data-row=person]", "[data-row=fault]", "#clock", "#world",
                       "#share", "#more-filters"]:
            self.open_menu(button)
            self.browser.judge(self, f"page-menu-{button.split('=')[-1].strip(']#')}", "[popover]:popover-open")
        self.words(self.form("advance"))
        self.form("signOut").find_element(By.CSS_SELECTOR, "button:not([type])").click()
        self.sees(lambda: self.find("#confirm").is_displayed())
        self.browser.judge_everywhere(self, "page-confirm")
        self.find("#confirm button:not(.danger)").click()
        self.assertEqual(self.browser.asked_hosts(), {"127.0.0.1"})

    def test_1_keys(self):
        """has a row for every key of an integration, as the command line shows them"""
        self.open()
        shown = json.loads(self.simulator.tvsim("integration", "show", "Dish", "--device", "served", "--format", "json"))
        self.show_holder("integration", {"mvpd": "Dish"})
        self.sees(lambda: self.all("#panel-settings form[data-control=integration]"))
        keys = self.js("""return [...document.querySelectorAll('#panel-settings form[data-control=integration]')]
            .map(({dataset}) => JSON.parse(dataset.given)).filter(({mvpd}) => mvpd === 'Dish').map(({key}) => key)""")
        # The command leaves out what an integration does not have.
        self.assertEqual(set(shown) - {"requestor", "mvpd"} - set(keys), set())
        self.assertEqual(len(keys), len(set(keys)))

    def test_2_controls(self):
        """does by each control what the control says as a command, and as an event in Swift"""
        self.open()
        names = self.browser.driver.execute_async_script("""const [done] = arguments;
            import(new URL("commands.js", document.querySelector("script[type=module]").src))
                .then(({ controls }) => done(Object.keys(controls)))""")
        self.assertEqual(set(names), set(CONTROLS) | {"forget", "removeWorld", "allow", "deny", "choose", "enter", "close", "loseNetwork"})
        said = {}
        for control, (values, effect) in CONTROLS.items():
            with self.subTest(control):
                self.prepare(control)
                before = self.device()
                form = self.fill(control, values)
                terminal, curl, swift, python, node, step = self.words(form)
                # A control that asks before is gone with its menu.
                done = "Done: " if form.get_attribute("data-danger") and self.press(form) is None else self.outcome(form)
                self.assertTrue(done.startswith("Done: "), done)
                self.sees(lambda: effect in self.device() if effect else '"account":{' not in self.device())
                after = self.device()
                self.assertNotEqual(after, before)
                self.assertEqual(self.text("#trouble"), "")
                said[control] = after, terminal or curl, curl, swift, python, node, step
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
        self.sees(lambda: form.find_element(By.NAME, "accessPrompt").is_displayed())
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
            self.sees(lambda: self.js("return window.held.length"))
            # The page reads the world, as it does when another program changes it, and shows what the device has now.
            self.simulator.command({"advance": "1d"})
            self.until("#now", json.loads(self.device())[0]["clock"]["now"][:10])
            self.js("window.held.shift()()")
            self.browser._await(lambda _, answers=answers: answers in self.device())
        self.assertEqual([form.find_element(By.NAME, name).get_attribute("value") for name in ["accessPrompt", "signIn"]],
                         ["deny", "cancel"])
        self.simulator.command("reset")

    def test_3_elsewhere(self):
        """sees what another program changes, and tells the journal of an app as it grows"""
        self.open()
        self.simulator.tvsim("permission", "deny", "com.example.seen", "--device", "served")
        self.seen_access("com.example.seen", "denied")
        self.simulator.command("clearFaults")
        App(self.simulator)
        self.until_row("ok", "Registration")
        self.open_menu("#more-filters")
        self.click("#by-entry")
        self.close_menus()
        self.until("#journal", "POST /o/client/token")
        self.find("#filter [name=text]").send_keys("REGISTER")
        lines = "return [...document.querySelectorAll('#journal .line')].map((line) => line.textContent)"
        self.sees(lambda: (seen := self.js(lines)) and all("/o/client/register" in line for line in seen))
        self.assertIn("text=REGISTER&by=entry", self.browser.url)
        # The filter stays after a reload, and the journal can be saved whole.
        self.browser.driver.refresh()
        self.await_ready()
        self.assertEqual(self.find("#filter [name=text]").get_attribute("value"), "REGISTER")
        self.until("#untold", " of ")
        self.open_menu("#share")
        saved = [requests.get(self.find(link).get_attribute("href"), timeout=PATIENCE)
                 for link in ["#save", "#save-report", "#save-archive", "#save-state"]]
        self.assertEqual(saved[0].json()["count"], len(self.journal()))
        self.assertIn("App to Entitlement service </span>POST /o/client/register", saved[1].text)
        self.assertTrue(any("/o/client/register" in entry["request"]["url"] for entry in saved[2].json()["log"]["entries"]))
        self.assertEqual(saved[3].status_code, 200)
        self.close_menus()
        self.open_menu("#more-filters")
        self.find("form[data-control=forget] button").click()
        self.click("#confirm-yes")
        self.until("#untold", "No entries yet")
        self.assertEqual(requests.get(self.admin + "/journal", timeout=PATIENCE).json()["count"], 0)
        self.simulator.command("followClock")
        self.simulator.command({"advance": "3d"})
        self.until("#mode", "following, 3 days ahead")
        self.simulator.command("reset")

    def test_4_why(self):
        """explains a call, and names what would change its outcome"""
        self.open(query="?view=explain")
        # All that does not hold is listed at once, in the order of the exchange, each with its remedy.
        self.sees(lambda: "tvsim fault clear --device served" in self.text("#explanation"))
        self.until("#explanation", "tvsim settings set region=supported --device served")
        self.run_words(self.text("#explanation .unmet .remedy > code"))
        # The explanation follows what changes, by whatever way.
        self.sees(lambda: "fault clear" not in self.text("#explanation"))
        self.find("#explanation .unmet .remedy > button").click()
        self.sees(lambda: '"region":"supported"' in self.device())
        self.sees(lambda: "settings set" not in self.text("#explanation"))
        self.simulator.command("reset")
        self.until("#explanation", "fault clear")
        next(at for at in self.all("#explanation button") if at.text.startswith("Apply all")).click()
        self.sees(lambda: self.all(".unmet") == [])
        self.sees(lambda: "would succeed" in self.text("#outlook-verdict"))
        self.simulator.command("reset")

    def test_5_refusal(self):
        """says what the simulator refuses, in its words, beside what was pressed, and nothing is changed"""
        self.open()
        before = self.device()
        form = self.fill("fault", {"operation": "service.token", "error": "400…599", "status": "999"})
        self.assertIn("999", self.outcome(form))
        self.assertEqual(form.find_element(By.NAME, "status").get_attribute("aria-invalid"), "true")
        place = form.find_element(By.CSS_SELECTOR, ".outcome").rect
        self.assertTrue(0 <= place["y"] and place["y"] + place["height"] < self.js("return innerHeight") + 1, place)
        self.browser.judge(self, "page-refusal", "[popover]:popover-open")
        self.assertIn("instant", self.outcome(self.fill("setClock", {"instant": "soon"})))
        self.assertIn("the clock only advances", self.outcome(self.fill("advance", {"duration": "-1h"})))
        self.assertEqual(self.device(), before)

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
        self.until("#world", "alone")
        form = self.fill("setPermission", {"app": "com.example.stream", "access": "denied"})
        terminal, _ = self.words_of_two(form)
        self.assertTrue(terminal.startswith(command), terminal)
        self.run_words(terminal)
        self.seen_access("com.example.stream", "denied")
        self.assertNotIn('"denied"', self.device())
        self.simulator.command("clearFaults", world="/s/alone")
        self.show("explain")
        self.sees(lambda: self.text("#explanation .unmet .remedy > code").startswith(remedy))
        self.run_words(self.text("#explanation .unmet .remedy > code"))
        self.assertIn('"region":"supported"', self.device("/s/alone"))
        self.does("signIn", {"expires": "never"})
        self.until("[data-row=expires]", "never")

    def test_7_names(self):
        """writes its words so that names mean themselves: in a shell, in Swift, and on the page"""
        world = """{schema: 1, name: '<b>"x"</b>', providers: {Cablevision: {subscribers:
          {'-x': {}, 'a$(touch${IFS}pwned)': {}, 'b\\#(x)"#': {}, '<i>': {}}}}}"""
        before = self.import_profile("hostile", world)
        try:
            self.open()
            for name in ["-x", "a$(touch${IFS}pwned)", 'b\\#(x)"#', "<i>"]:
                terminal, swift = self.words_of_two(self.fill("signIn", {"subscriber": name}))
                self.run_words(terminal)
                self.assertEqual(json.loads(self.device())[0]["account"]["subscriber"], name)
                self.simulator.command("signOut")
                self.perform(event(swift))
                self.assertEqual(json.loads(self.device())[0]["account"]["subscriber"], name)
            self.assertFalse(os.path.exists("pwned"))
        finally:
            requests.put(self.admin + "/state", data=before.encode(), timeout=PATIENCE)

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
        form.find_element(By.CSS_SELECTOR, "[data-value=denied]").click()
        self.sees(lambda: form.find_element(By.CSS_SELECTOR, ".outcome").text == "Fill in App first.")
        App(self.simulator)
        count = len(self.journal())
        self.run_words(self.words_of_two(self.form("reset"))[0])
        self.assertEqual(self.outcome(self.form("reset")), "Done: Reset to the profile")
        # By the words as a command and by the button: two more entries, and the others are kept.
        self.assertEqual(len(self.journal()), count + 2)


if __name__ == "__main__":
    main()
