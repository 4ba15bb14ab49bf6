"""The tasks of a test on the page of a world, each with few presses, and what the page must hold with many entries and many
providers. Presses and what is seen are judged; milliseconds are printed, because a busy machine changes them."""

import json

import requests
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from page import SUBMIT, Page
from simulator import PATIENCE, App, main

# The milliseconds from an action until the page shows what a condition waits for, all of which the browser itself measures.
MEASURED = """
    const [action, condition, done] = [new Function(arguments[0]), new Function(arguments[1]), arguments[2]];
    const begin = performance.now();
    action();
    const look = () => condition() ? setTimeout(() => done(Math.round(performance.now() - begin))) : requestAnimationFrame(look);
    requestAnimationFrame(look)"""


class PageTasks(Page):
    PROFILE = """
device: {apps: {com.example.stream: {access: granted}}, account: {provider: Cablevision, subscriber: alice, expires: +30d}}
providers:
  Cablevision: {subscribers: {alice: {entitlements: [REF30, ESPN, TNT]}}}
"""

    def setUp(self):
        self.browser.driver.get_log("browser")
        self.simulator.command("reset")
        requests.delete(self.admin + "/journal", timeout=PATIENCE).raise_for_status()
        self.presses = 0
        self.browser.size(1440, 900)

    def tearDown(self):
        self.browser.unsize()

    def press_at(self, selector):
        """Presses what a person sees, as soon as it is there, and counts it."""
        self.presses += 1
        self.click(selector)

    def press_in(self, form, text=None):
        """Presses the button of a control, or one of a text."""
        self.presses += 1
        buttons = form.find_elements(By.CSS_SELECTOR, SUBMIT if text is None else "button")
        next(at for at in buttons if text in (None, at.text)).click()

    def count(self, task, goal):
        """Says how many presses a task took."""
        print(f"# {task}: {self.presses} of at most {goal} presses")
        self.assertLessEqual(self.presses, goal)
        self.presses = 0

    def copied(self):
        """What the page has copied since it was opened."""
        return self.js("return window.copied ?? ''")

    def open_page(self, **options):
        """Opens the page in a browser whose clipboard the test reads."""
        self.open(**options)
        self.js("""Object.defineProperty(navigator, "clipboard", {
            value: { writeText: async (text) => { window.copied = text; } }, configurable: true })""")


    def test_1_silent(self):
        """says why a sign-in was not silent, and makes it so"""
        self.simulator.command({"integration": {"mvpd": "Cablevision", "set": {"singleSignOn": False}}})
        self.sign_in_silently()
        self.open_page()
        self.sees(lambda: "fellBack" in [row[0] for row in self.rows()])
        self.press_at("#flows [data-verdict=fellBack]")
        self.until(".cause", "ingle sign-on")
        self.press_at(".now .primary, .cause .primary")
        self.sees(lambda: "would succeed" in self.text("#outlook-verdict").lower())
        self.count("1 why was it not silent, and make it so", 2)
        self.until(".now", "Nothing in this world prevents a silent sign-in.")

    def test_2_denial(self):
        """refuses alice one resource with the words of the MVPD, by presses, and by a line in search-or-do"""
        self.open_page()
        self.press_at("#state > p.buttons > button:first-child")
        self.press_at("tr[data-subscriber=alice] td:last-child .add")
        self.sees(lambda: self.find("form[data-control=deny]").is_displayed())
        form = self.find("form[data-control=deny]")
        self.type_into(form.find_element(By.NAME, "resource"), "ESPN")
        self.type_into(form.find_element(By.NAME, "text"), "You are watching on too many devices.")
        self.browser.judge_everywhere(self, "task-denial", "[popover]:popover-open")
        self.browser.size(1440, 900)
        self.press_in(form)
        self.sees(lambda: "too many devices" in self.device())
        self.count("2 refuse alice for ESPN with a text", 3)
        self.browser.judge_everywhere(self, "task-subscribers", "#detail")
        self.simulator.command("reset")
        self.browser.size(1440, 900)
        self.search("deny ESPN")
        self.sees(lambda: "ESPN" in self.text("#palette-rows li[aria-selected=true]"))
        self.find("#palette-text").send_keys(Keys.ENTER)
        self.sees(lambda: '"ESPN"' in json.dumps(requests.get(self.admin + "/providers", timeout=PATIENCE).json()["providers"][0]["subscribers"][0].get("denials", "")))

    def test_3_end(self):
        """moves past the end of the profile, and shows what the app got, with the name of what ended first"""
        self.sign_in_silently()
        app = App(self.simulator)
        self.open_page()
        self.press_at("#deadlines [data-jump][aria-label*='Profile']")
        self.sees(lambda: not self.all("#deadlines [data-jump][aria-label*='Profile']"))
        app.session.post(app.base + "/api/v2/REF30/decisions/authorize/Cablevision", json={"resources": ["ESPN"]}, timeout=PATIENCE)
        self.sees(lambda: self.rows()[0][:2] == ["refused", "Authorize"])
        self.press_at("#flows .row")
        # The profile has ended, too, but the token ended first.
        self.until(".cause", "its exp is 2026-01-01T06:00:00Z")
        self.until(".cause", "invalid_access_token_client_application")
        self.count("3 move past the end of the profile, and see what the app got", 2)

    def test_4_fault(self):
        """lets the second call fail with 503 and Retry-After, which may be typed as HTTP writes it"""
        self.open_page()
        self.press_at("[data-row=fault]")
        self.press_at("form[data-control=fault] [name='answer.headers']")
        self.browser.type("Retry-After: 30", Keys.TAB, "1", Keys.TAB, "1")
        self.press_in(self.find("form[data-control=fault]"))
        self.sees(lambda: requests.get(self.admin + "/device", timeout=PATIENCE).json()["faults"] != [])
        self.count("4 the second call fails with 503 and Retry-After", 4)
        fault = requests.get(self.admin + "/device", timeout=PATIENCE).json()["faults"][0]
        self.assertEqual(
            {name: fault.get(name) for name in ["at", "status", "error", "after", "times", "headers"]},
            {"at": "service.authorize", "status": fault.get("status"), "error": fault.get("error"), "after": 1, "times": 1,
             "headers": {"Retry-After": "30"}})
        self.assertIn("503", json.dumps(fault))
        self.sees(lambda: "503" in self.text("#changes"))

    def test_5_response(self):
        """says why a SAML response was refused, and copies it"""
        self.simulator.command({"provider": {"id": "Cablevision", "set": {"defect": "xsw3"}}})
        self.sign_in_silently()
        self.open_page()
        self.sees(lambda: "refused" in [row[0] for row in self.rows()])
        self.press_at("#flows [data-verdict=refused]")
        self.until(".cause", "more than one assertion")
        self.press_at(".cause [aria-label*='Copy the SAML response']")
        self.presses += 1
        self.sees(lambda: "XML" in self.text("[popover]:popover-open"))
        next(at for at in self.all("[popover]:popover-open button") if "XML" in at.text).click()
        self.sees(lambda: "<samlp:Response" in self.copied())
        self.count("5 the refused SAML response: why, and copy it", 3)

    def test_6_share(self):
        """gives what a person sees to others: a link that shows the same, and a file"""
        self.sign_in_silently()
        self.open_page()
        self.sees(lambda: "Silent sign-in" in [row[1] for row in self.rows()])
        next(at for at in self.all("#flows .row") if "Silent sign-in" in at.text).click()
        self.click("#tab-messages")
        self.until("#detail-panel", "Request")
        self.press_at("#detail [aria-label='Copy link']")
        self.sees(lambda: self.copied())
        self.count("6 share what I see, by a link", 1)
        self.assertEqual(self.copied(), self.browser.url)
        self.assertIn("tab=messages", self.copied())
        self.press_at("#detail [aria-label='Save']")
        self.sees(lambda: self.all("[popover]:popover-open a[href*='report.html']"))
        self.presses += 1
        link = self.find("[popover]:popover-open a[href*='report.html']").get_attribute("href")
        self.assertIn("profiles/sso/Apple", requests.get(link, timeout=PATIENCE).text.replace("<wbr>", ""))
        self.count("6 share what I see, by a file", 2)

    def test_7_rule(self):
        """says which rule an attempt broke, and by which request"""
        requests.get(f"{self.simulator.url}/api/v2/REF30/profiles", timeout=PATIENCE)
        self.open_page()
        self.press_at("#flows [data-verdict=refused]")
        self.press_at("#tab-rules")
        self.sees(lambda: "bearer" in self.text("#detail-panel .rules.broken"))
        self.count("7 which rule broke, and by which request", 2)
        self.assertIn("Entry ", self.text("#detail-panel .found"))

    def test_8_reset(self):
        """brings the world back to its profile"""
        self.simulator.command("signOut")
        self.open_page()
        self.press_at("[data-row=reset]")
        self.press_in(self.form("reset"))
        self.sees(lambda: "alice" in self.device())
        self.until("[data-row=account]", "alice")
        self.count("8 reset", 2)

    def test_9_keyboard(self):
        """does the same without a pointer: opens an attempt, makes a sign-in silent, and resets"""
        self.simulator.command({"integration": {"mvpd": "Cablevision", "set": {"singleSignOn": False}}})
        self.sign_in_silently()
        self.open_page()
        self.sees(lambda: "fellBack" in [row[0] for row in self.rows()])
        self.js("document.querySelector('h1').focus()")
        # The newest attempt comes first: what the client sent without a SAML response.
        self.browser.type("jj")
        self.sees(lambda: self.find(".now").is_displayed() and "ingle sign-on" in self.text(".cause"))
        self.tab_until(lambda at: at.get_attribute("class") == "primary" and "now" in self.js(
            "return arguments[0].closest('.now, .cause')?.className ?? ''", at))
        self.browser.type(Keys.ENTER)
        self.sees(lambda: "would succeed" in self.text("#outlook-verdict").lower())
        self.search("reset to the profile")
        self.sees(lambda: "Reset" in self.text("#palette-rows li[aria-selected=true]"))
        self.find("#palette-text").send_keys(Keys.ENTER)
        self.sees(lambda: self.focused() not in ["", None])

    def tab_until(self, condition):
        """Presses the tab key until what has the focus is what is wanted; it is never hidden by what stays in its place."""
        for _ in range(120):
            self.browser.type(Keys.TAB)
            at = self.browser.driver.switch_to.active_element
            self.assertTrue(self.js("""const { x, y, width, height } = arguments[0].getBoundingClientRect();
                const top = document.elementFromPoint(x + width / 2, y + height / 2);
                return width === 0 || arguments[0].contains(top) || top?.contains(arguments[0]) || arguments[0] === document.body""", at),
                f"'{at.accessible_name}' has the focus and is covered")
            if condition(at):
                return
        raise AssertionError("no tab leads there")


class LargePage(Page):
    def test_a_rows(self):
        """shows at least 28 attempts at 1440 × 900"""
        self.attempts(40)
        self.browser.size(1440, 900)
        self.open()
        self.sees(lambda: len(self.rows()) == 40)
        seen = self.js("""return [...document.querySelectorAll('#flows .row')].filter((row) => {
            const { left, bottom } = row.getBoundingClientRect();
            return row.contains(document.elementFromPoint(left + 40, bottom - 2)) }).length""")
        print(f"# {seen} attempts at 1440 x 900")
        self.assertGreaterEqual(seen, 28)
        self.browser.screenshot("page-rows-1440-light")
        self.browser.unsize()

    def test_b_entries(self):
        """is ready with 3,000 entries after it has read the newest attempts only, and reads older ones on demand"""
        requests.delete(self.admin + "/journal", timeout=PATIENCE).raise_for_status()
        for number in range(30):
            requests.post(self.admin + "/commands", json=["freezeClock"] * 93, timeout=PATIENCE).raise_for_status()
            self.attempts(7, begin=7 * number)
        self.assertEqual(len(self.journal()), 3_000)
        self.browser.size(1440, 900)
        self.open()
        asked = self.js("return performance.getEntriesByType('resource').filter(({startTime}) => startTime <= document.body.dataset.readyAt).map(({name}) => name)")
        print(f"# ready with 3,000 entries after {float(self.js('return document.body.dataset.readyAt')):.0f} ms and {len(asked)} requests")
        self.assertLessEqual(len(asked), 20)
        self.assertTrue(any("journal/flows?limit=200" in name for name in asked))
        self.assertFalse([name for name in asked if "journal?" in name])
        count = "return document.querySelectorAll('#flows > li').length"
        self.assertEqual(self.js(count), 200)
        print("# an attempt opens after", self.measured(
            "document.querySelector('#flows .row').click()", "return document.querySelector('#detail-title')"), "ms")
        print("# another one after", self.measured(
            "[...document.querySelectorAll('#flows .row')].at(2).click()",
            "return document.querySelector('#detail').dataset.flow === [...document.querySelectorAll('#flows .row')].at(2).dataset.flow"), "ms")
        key = """const field = document.querySelector('#filter [name=text]');
            field.value += 'p';
            field.dispatchEvent(new Event('input', { bubbles: true }))"""
        print("# a key in the filter is shown after", self.measured(key, "return true"), "ms")
        self.find("#filter [name=text]").send_keys(Keys.ESCAPE)
        self.sees(lambda: self.js(count) == 200)
        self.click("#older")
        self.sees(lambda: self.js(count) == 400)
        self.browser.unsize()
        requests.delete(self.admin + "/journal", timeout=PATIENCE).raise_for_status()

    def test_c_providers(self):
        """finds among the settings of 500 providers"""
        providers = ", ".join(f"MVPD{number}: {{displayName: Cable {number}, subscribers: {{user{number}: {{}}}}}}" for number in range(500))
        integrations = ", ".join(f"MVPD{number}: {{provider: MVPD{number}}}" for number in range(500))
        before = self.import_profile("many", f"schema: 1\nname: many\nproviders: {{{providers}}}\n"
                                     f"service: {{requestors: {{REF30: {{integrations: {{{integrations}}}}}}}}}\n")
        self.browser.size(1440, 900)
        try:
            self.open(query="?view=settings")
            print(f"# 500 providers: the settings are there after {float(self.js('return performance.now()')):.0f} ms at most")
            self.sees(lambda: self.all("#settings-filter [name=text]") and self.all("[data-holder]"))
            times = []
            for text in ["m", "mv", "mvpd4", "mvpd499 media"]:
                key = f"""const field = document.querySelector('#settings-filter [name=text]');
                    field.value = {json.dumps(text)};
                    field.dispatchEvent(new Event('input', {{ bubbles: true }}))"""
                times.append(self.measured(key, "return document.querySelector('#settings-title').textContent === 'Found'"))
            print("# keys in the filter of the settings of 500 providers are shown after", times, "ms")
            self.sees(lambda: self.all("[data-setting='MVPD MVPD499 for REF30 mediaTokenTTL']"))
            self.browser.judge(self, "page-providers", "#detail")
        finally:
            self.browser.unsize()
            requests.put(self.admin + "/state", data=before.encode(), timeout=PATIENCE).raise_for_status()

    def measured(self, action, condition):
        return self.browser.driver.execute_async_script(MEASURED, action, condition)


if __name__ == "__main__":
    main()
