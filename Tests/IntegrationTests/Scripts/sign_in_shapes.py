"""Every shape of the sign-in pages, with headless Chromium and a keyboard, and with a client that reads pages by patterns.

The second is written anew in the manner of shipped downloaders: it follows the first form of a page, its hidden inputs and
its refresh, and has one table of what it knows about providers. It runs no scripts.
"""

import html
import json
import re
import unittest
import urllib.parse

import requests
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from chromium import AppListener, Chromium
from simulator import PATIENCE, App, Simulator, main

SHAPES = [
    {}, {"steps": ["userName", "password"]}, {"steps": ["userName", "code"]},
    {"steps": ["userName", "password", "code", "account", "consent"]}, {"steps": ["credentials", "account"]},
    {"entry": "button"}, {"entry": "refresh"}, {"entry": "bookends"}, {"exit": "confirm"}, {"action": "absolute"},
    {"userNameField": "IDToken1", "passwordField": "j_password"}, {"hidden": {"_eventId": "proceed"}},
    {"host": "other"}, {"host": "other", "entry": "refresh", "exit": "confirm"},
    {"form": "fetch"}, {"form": "fetch", "steps": ["userName", "password", "code", "account", "consent"]},
    {"form": "fetch", "host": "other", "entry": "button", "exit": "confirm"},
    {"sessionCookie": "sessionOnly"}, {"sessionCookie": "lost"}, {"lockout": {"after": 3, "for": "1h"}},
]

ALICE = {"username": "alice", "password": "secret", "code": "123456", "account": "Cabin"}


class PatternClient:
    """Signs in by patterns over HTML, as clients without a browser do."""

    # What such clients know in advance: the names of a provider's fields, and whether it takes JSON.
    ALIASES = {"IDToken1": "username", "j_password": "password"}

    def __init__(self):
        self.session = requests.Session()

    def open(self, url):
        answer = self.session.get(url, timeout=PATIENCE, allow_redirects=False)
        return self.follow(answer)

    def follow(self, answer):
        """Follows redirections of the simulator; the one that leaves it is the end."""
        while answer.status_code == 302:
            target = urllib.parse.urljoin(answer.url, answer.headers["Location"])
            if urllib.parse.urlsplit(target).path == "/done":
                return target
            answer = self.session.get(target, timeout=PATIENCE, allow_redirects=False)
        answer.raise_for_status()
        return answer

    @staticmethod
    def attribute(tag, name):
        found = re.search(r"\s%s=([\"'])(.*?)\1" % name, tag)
        return html.unescape(found.group(2)) if found else None

    def inputs(self, form):
        """The hidden inputs of a form, and the names of the visible ones."""
        tags = re.findall(r"<(?:input|select)[^>]*>", form)
        hidden = {self.attribute(tag, "name"): self.attribute(tag, "value") or ""
                  for tag in tags if self.attribute(tag, "type") == "hidden"}
        visible = [self.attribute(tag, "name") for tag in tags if self.attribute(tag, "type") != "hidden"]
        return hidden, visible

    def step(self, page):
        """Does what one page asks for, and returns the next one, or the address that ends the sign-in."""
        refresh = re.search(r'<meta http-equiv="refresh" content="[0-9]{1,2};\s*url=([^"]+)"', page.text)
        if refresh:
            return self.open(urllib.parse.urljoin(page.url, html.unescape(refresh.group(1))))
        form = re.search(r"<form.*?</form>", page.text, re.DOTALL)
        if not form:
            raise AssertionError("no form: " + page.text)
        form = form.group(0)
        opening = form[:form.index(">") + 1]
        action = self.attribute(opening, "action")
        if not action:
            raise AssertionError("the form has no action")
        target = urllib.parse.urljoin(page.url, action)
        hidden, visible = self.inputs(form)
        if self.attribute(opening, "data-form") == "fetch":
            return self.fetch(target, hidden, visible)
        fields = {**hidden, **{name: ALICE[self.ALIASES.get(name, name)] for name in visible}}
        button = re.search(r'<button name="action" value="([^"]+)"', form)
        if button:
            fields["action"] = button.group(1)
        if self.attribute(opening, "method") == "get":
            return self.follow(self.session.get(target, params=fields, timeout=PATIENCE, allow_redirects=False))
        return self.follow(self.session.post(target, data=fields, timeout=PATIENCE, allow_redirects=False))

    def fetch(self, target, hidden, visible):
        """Sends the fields as JSON, step after step, and posts what comes back."""
        fields = {**hidden, **{name: ALICE[self.ALIASES.get(name, name)] for name in visible}}
        while True:
            answer = self.session.post(target, json=fields, timeout=PATIENCE)
            answer.raise_for_status()
            said = answer.json()
            if "location" in said:
                return self.open(urllib.parse.urljoin(target, said["location"]))
            if "target" in said:
                message = {name: said[name] for name in ("SAMLResponse", "RelayState")}
                service = urllib.parse.urljoin(target, said["target"])
                return self.follow(self.session.post(service, data=message, timeout=PATIENCE, allow_redirects=False))
            fields["step"] = said["step"]
            if said["name"] == "consent":
                fields.update(action="consent", consent="yes")

    def sign_in(self, url):
        page = self.open(url)
        for _ in range(12):
            if isinstance(page, str):
                return page
            page = self.step(page)
        raise AssertionError("the sign-in does not end")


class Shapes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.listener = AppListener()
        cls.simulator = Simulator().start("""
providers:
  Cablevision:
    displayName: Cable Vision
    subscribers:
      alice: {entitlements: [REF30], accounts: {Home: {householdID: h-1}, Cabin: {householdID: h-2}}}
""", follows_wall_clock=False)
        cls.browser = Chromium()
        cls.devices = 0

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        cls.simulator.stop()

    def shape(self, shape, **others):
        """Gives the provider a shape, ends all sessions, and begins a sign-in on a new device."""
        self.simulator.command({"provider": {"id": "Cablevision", "set": {"signInPage": shape, **others}}})
        self.simulator.command({"endSessions": {"provider": "Cablevision", "subscriber": "alice", "notify": True}})
        type(self).devices += 1
        app = App(self.simulator, device=f"device {self.devices}")
        code = app.begin(mvpd="Cablevision", domainName="example.com", redirectUrl=self.listener.url + "/done")
        return app, app.authenticate_url(code)

    def signed_in(self, app, shape):
        """The app has the same profile as with any other shape, except what the chosen account changes."""
        profile = app.profile("Cablevision")
        self.assertIsNotNone(profile, shape)
        self.assertEqual(profile["type"], "regular")
        attributes = {name: value["value"] for name, value in profile["attributes"].items()}
        self.assertEqual(attributes["userID"], "alice")
        if "account" in shape.get("steps", []):
            self.assertEqual(attributes["householdID"], "h-2")
        decisions = app.post("/api/v2/REF30/decisions/authorize/Cablevision", json={"resources": ["REF30"]})
        self.assertTrue(decisions["decisions"][0]["authorized"])

    def test_1_patterns(self):
        """a client that reads pages by patterns signs in through each shape whose forms have an action"""
        for shape in SHAPES:
            with self.subTest(shape=json.dumps(shape)):
                app, url = self.shape({"action": "path", **shape})
                self.assertEqual(PatternClient().sign_in(url), self.listener.url + "/done")
                self.signed_in(app, shape)

    def test_2_no_action(self):
        """the same client stops at a form without an action, as shipped ones do"""
        _, url = self.shape({})
        with self.assertRaisesRegex(AssertionError, "no action"):
            PatternClient().sign_in(url)

    def enter(self, shape):
        """Fills in each form that is shown, until the app is reached."""
        browser = self.browser
        values = dict(ALICE)
        for _ in range(8):
            browser._await(lambda driver: browser.heading)
            if browser.heading == "The app":
                return
            before = self.shown()
            for label, name in [("Name", "username"), ("Password", "password"), ("Code", "code"), ("Account", "account")]:
                if label in before[1]:
                    browser.tab_to(label)
                    browser.type(*(["C"] if name == "account" else [values[name]]))
            buttons = [button for button in browser.driver.find_elements(By.CSS_SELECTOR, "form button")
                       if button.is_displayed()]
            buttons[0].send_keys(Keys.ENTER)
            browser._await(lambda _: self.shown() != before)
        self.fail(f"the sign-in does not end with {shape}: {browser.heading}")

    def shown(self):
        """The address and the labels of the page."""
        labels = self.browser.driver.find_elements(By.CSS_SELECTOR, "label")
        return self.browser.url, [label.text for label in labels if label.is_displayed()], self.browser.heading

    def test_3_browser(self):
        """a person with a browser signs in through each shape"""
        for shape in SHAPES:
            with self.subTest(shape=json.dumps(shape)):
                app, url = self.shape(shape)
                self.browser.open(url)
                self.enter(shape)
                self.browser.await_heading("The app")
                self.signed_in(app, shape)

    def test_4_script(self):
        """the page of a script names its fields, passes axe, and says what is wrong without another page"""
        browser = self.browser
        app, url = self.shape({"form": "fetch", "steps": ["userName", "password"]})
        # What the console said of the pages before.
        browser.driver.get_log("browser")
        browser.open(url)
        browser.judge_everywhere(self, "shape-1-fetch")
        browser.open(url)
        browser.tab_to("Name")
        browser.type("alice", Keys.ENTER)
        browser.await_focus("Password")
        browser.type("wrong", Keys.ENTER)
        browser.await_alert("The password is wrong. Try again.")
        self.assertIn("401", browser.driver.get_log("browser")[-1]["message"])
        browser.judge(self, "shape-2-fetch-wrong")
        browser.tab_to("Password")
        browser.type("secret", Keys.ENTER)
        browser.await_heading("The app")
        self.signed_in(app, {})

    def test_5_back(self):
        """the way back repeats a step, and skips none"""
        browser = self.browser
        app, url = self.shape({"steps": ["userName", "password", "code"]})
        browser.open(url)
        browser.tab_to("Name")
        browser.type("alice", Keys.ENTER)
        browser._await(lambda _: "Password" in self.shown()[1])
        browser.tab_to("Password")
        browser.type("secret", Keys.ENTER)
        browser._await(lambda _: "Code" in self.shown()[1])
        browser.driver.back()
        # The browser asks before it sends the form of the step again; reloading says yes.
        browser.driver.refresh()
        browser._await(lambda _: "Password" in self.shown()[1])
        browser.tab_to("Password")
        browser.type("secret", Keys.ENTER)
        browser._await(lambda _: "Code" in self.shown()[1])
        browser.tab_to("Code")
        browser.type("123456", Keys.ENTER)
        browser.await_heading("The app")
        self.signed_in(app, {})

    def test_6_home(self):
        """a user of the home network sees a notice that continues by itself"""
        app, url = self.shape({"homeNotice": "page"}, homeNetwork="alice", homeFlag=False)
        self.browser.open(url)
        self.browser.await_heading("The app")
        self.assertNotIn("hba_status", app.profile("Cablevision")["attributes"])
        notice = requests.get(self.shape({"homeNotice": "page"})[1], timeout=PATIENCE)
        self.assertIn("signing you in", notice.text)
        self.simulator.command({"provider": {"id": "Cablevision", "set": {"homeNetwork": None}}})

    def test_7_cookies(self):
        """the browser knows the user again unless it lost the cookie, which has no lifetime for a session only"""
        for life in ["kept", "sessionOnly", "lost"]:
            app, url = self.shape({"sessionCookie": life})
            self.browser.open(url)
            self.enter({})
            self.browser.await_heading("The app")
            self.signed_in(app, {})
            other = App(self.simulator, device=f"second device {life}")
            code = other.begin(mvpd="Cablevision", domainName="example.com", redirectUrl=self.listener.url + "/again")
            cookies = self.browser.driver.execute_cdp_cmd("Network.getAllCookies", {})["cookies"]
            mine = [cookie for cookie in cookies
                    if cookie["name"].startswith("tvsim-mvpd") and cookie["domain"] == "127.0.0.1"]
            self.browser.open(other.authenticate_url(code))
            if life == "lost":
                self.browser.await_heading("Sign in to Cable Vision")
            else:
                self.browser.await_heading("The app")
                self.assertEqual([cookie["session"] for cookie in mine], [life == "sessionOnly"])
            self.browser.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})

    def test_8_stays_here(self):
        """the browser asked only this machine, by both of its names"""
        self.assertEqual(self.browser.asked_hosts(), {"127.0.0.1", "localhost"})


if __name__ == "__main__":
    main()
