"""A person with headless Chromium and a keyboard: sign-in, second screen and logout, with scripts and without."""

import re
import unittest
import urllib.parse

import requests
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from chromium import AppListener, Chromium
from simulator import PATIENCE, App, Simulator, main


class Pages:
    """The same walk for a browser with scripts and for one without."""

    scripts = True

    @classmethod
    def setUpClass(cls):
        cls.listener = AppListener()
        cls.simulator = Simulator().start("""
providers:
  Cablevision: {displayName: Cable Vision, subscribers: {alice: {entitlements: [REF30]}, bob: {password: b0b}}}
  Dish: {displayName: Dish Network, responsePage: button, subscribers: {carol: {}}}
  Stuck: {displayName: Stuck TV, responsePage: blocked, subscribers: {dora: {}}}
  Slow: {displayName: Slow TV, responsePage: refresh, logoutPage: refresh, subscribers: {emil: {}}}
  Bye: {displayName: Bye TV, logoutPage: link, subscribers: {finn: {}}}
  Gone: {displayName: Gone TV, logoutPage: blocked, subscribers: {gina: {}}}
""", follows_wall_clock=False)
        cls.browser = Chromium(scripts=cls.scripts)
        cls.app = App(cls.simulator, device="television")

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        cls.simulator.stop()

    def picture(self, name):
        return ("scripts-" if self.scripts else "plain-") + name

    def back_in_app(self, path):
        """The browser has come to the app's redirect URL."""
        self.browser.await_heading("The app")
        self.assertEqual(self.browser.url, self.listener.url + path)
        self.assertEqual(self.listener.visits[-1], path)

    def begin(self, path, **parameters):
        return self.app.begin(domainName="example.com", redirectUrl=self.listener.url + path, **parameters)

    def credentials(self, name, password):
        """Types name and password, by the keyboard alone; whoever comes by the tab key types over what is there."""
        browser = self.browser
        browser.tab_to("Name")
        browser.type(name)
        browser.tab_to("Password")
        browser.type(password)

    def proceed(self, submits_itself=True):
        """Goes on from the page that carries the response; without a script, its one button has the focus."""
        if self.scripts and submits_itself:
            return
        self.browser.await_heading("back to the app")
        self.browser.await_focus("Continue")
        self.browser.type(Keys.ENTER)

    def test_1_sign_in(self):
        """a wrong password asks again, the right one leads to the app, all by keyboard"""
        browser = self.browser
        code = self.begin("/done", mvpd="Cablevision")
        browser.open(self.app.authenticate_url(code))
        self.assertEqual(browser.heading, "Sign in to Cable Vision")
        self.assertIn("simulated", browser.driver.find_element(By.TAG_NAME, "main").text)
        browser.judge_everywhere(self, self.picture("1-sign-in"))
        self.assertEqual(browser.tab_order(), ["Name", "Password", "Sign in", "Cancel"])
        browser.open(browser.url)
        self.credentials("alice", "wrong")
        browser.type(Keys.ENTER)
        browser.await_alert("The name or the password is wrong. Try again.")
        self.assertEqual(browser.driver.find_element(By.ID, "username").get_attribute("value"), "alice")
        browser.judge_everywhere(self, self.picture("2-wrong-password"))
        self.credentials("alice", "secret")
        browser.tab_to("Sign in")
        browser.type(Keys.SPACE)
        if not self.scripts:
            browser.await_heading("back to the app")
            browser.judge_everywhere(self, self.picture("3-back-to-the-app"))
        self.proceed()
        self.back_in_app("/done")
        self.assertEqual(browser.driver.title, "scripts run" if self.scripts else "no scripts")
        self.assertEqual(self.app.profile("Cablevision")["type"], "regular")

    def test_2_single_sign_on(self):
        """a second app is signed in without a password, and sees its own profile"""
        other = App(self.simulator, device="tablet")
        code = other.begin(mvpd="Cablevision", domainName="example.com", redirectUrl=self.listener.url + "/second")
        self.browser.open(other.authenticate_url(code))
        self.proceed()
        self.back_in_app("/second")
        self.assertEqual(other.profile("Cablevision")["attributes"]["userID"]["value"], "alice")

    def test_3_logout(self):
        """logout leads through the provider back to the app, and the next sign-in asks for the password"""
        browser = self.browser
        logout = self.app.get("/api/v2/REF30/logout/Cablevision?redirectUrl=" + self.listener.url + "/out")
        browser.open(logout["logouts"]["Cablevision"]["url"])
        self.back_in_app("/out")
        browser.open(self.app.authenticate_url(self.begin("/again", mvpd="Cablevision")))
        self.assertEqual(browser.heading, "Sign in to Cable Vision")
        browser.open(logout["logouts"]["Cablevision"]["url"])
        self.assertEqual(browser.heading, "The request cannot be completed")
        browser.judge_everywhere(self, self.picture("4-logout-twice"))

    def test_4_cancel(self):
        """cancelling needs no name, and leads to the app, which finds nobody signed in"""
        browser = self.browser
        browser.open(self.app.authenticate_url(self.begin("/cancelled", mvpd="Cablevision")))
        browser.tab_to("Cancel")
        browser.type(Keys.ENTER)
        self.proceed()
        self.back_in_app("/cancelled")
        self.assertIsNone(self.app.profile("Cablevision"))

    def test_5_second_screen(self):
        """the code of a television is typed, a provider chosen, a name and password given; the television has its profile"""
        browser, television = self.browser, App(self.simulator, device="second television")
        code = television.begin()
        browser.open(television.base + "/activate")
        self.assertEqual(browser.heading, "Activate your TV")
        browser.judge_everywhere(self, self.picture("5-activate"))
        self.assertEqual(browser.tab_order(), ["Code on your TV", "Continue"])
        browser.open(television.base + "/activate")
        browser.tab_to("Code on your TV")
        browser.type("WRONG42", Keys.ENTER)
        browser.await_alert("This code is unknown or has expired")
        browser.judge_everywhere(self, self.picture("6-wrong-code"))
        browser.tab_to("Code on your TV")
        browser.type(code.lower(), Keys.ENTER)
        browser.await_heading("Choose your TV provider")
        browser.judge_everywhere(self, self.picture("7-choose-provider"))
        browser.type(Keys.TAB, Keys.ARROW_DOWN)
        chosen = browser.driver.find_element(By.CSS_SELECTOR, "input[type=radio]:checked")
        self.assertEqual(chosen.accessible_name, "Dish Network")
        browser.tab_to("Continue")
        browser.type(Keys.ENTER)
        browser.await_heading("Sign in to Dish Network")
        self.assertEqual(television.get(f"/api/v2/REF30/profiles/code/{code}")["profiles"], {})
        self.credentials("carol", "secret")
        browser.type(Keys.ENTER)
        browser.await_heading("back to the app")
        browser.judge_everywhere(self, self.picture("12-button"))
        self.proceed(submits_itself=False)
        browser.await_heading("You are signed in")
        self.assertEqual(browser.url, f"{television.base}/activate/done?code={code}")
        browser.judge_everywhere(self, self.picture("8-done"))
        self.assertIn("Dish", television.get(f"/api/v2/REF30/profiles/code/{code}")["profiles"])
        browser.open(television.base + f"/activate?code={code}")
        browser.tab_to("Code on your TV")
        browser.type(Keys.ENTER)
        browser.await_alert("already been used to sign in")

    def test_6_replaced(self):
        """whoever comes back from the provider after the app has asked for a newer code is told so"""
        browser, television = self.browser, App(self.simulator, device="third television")
        browser.open(television.authenticate_url(television.begin(
            mvpd="Dish", domainName="example.com", redirectUrl=self.listener.url + "/third")))
        browser.await_heading("back to the app")
        television.begin()
        self.proceed(submits_itself=False)
        browser.await_heading("The request cannot be completed")
        browser.await_alert("newer code")
        browser.judge_everywhere(self, self.picture("9-replaced"))
        self.assertIsNone(television.profile("Dish"))

    def test_7_refused(self):
        """a request that is none ends at a page of the provider that says so"""
        self.browser.open(self.app.base + "/mvpd/Cablevision/sso")
        self.assertEqual(self.browser.heading, "Sign-in cannot continue")
        self.browser.await_alert("SAMLRequest")
        self.browser.judge_everywhere(self, self.picture("10-refused"))

    def test_8_twice(self):
        """an answer that has arrived already, as from a first press, leads on to the app by a page that says so"""
        browser, television = self.browser, App(self.simulator, device="fourth television")
        browser.open(television.authenticate_url(television.begin(
            mvpd="Dish", domainName="example.com", redirectUrl=self.listener.url + "/twice")))
        browser.await_heading("back to the app")
        form = browser.driver.find_element(By.TAG_NAME, "form")
        fields = {field.get_attribute("name"): field.get_attribute("value")
                  for field in form.find_elements(By.CSS_SELECTOR, "input[type=hidden]")}
        first = requests.post(form.get_property("action"), fields, timeout=PATIENCE, allow_redirects=False)
        self.assertEqual((first.status_code, first.headers["Location"]), (302, self.listener.url + "/twice"))
        profile = television.profile("Dish")
        self.proceed(submits_itself=False)
        browser.await_heading("This sign-in is finished")
        browser.judge_everywhere(self, self.picture("11-finished"))
        self.assertEqual(television.profile("Dish"), profile)
        browser.tab_to("Continue")
        browser.type(Keys.ENTER)
        self.back_in_app("/twice")

    def test_9_blocked(self):
        """a provider that keeps the user on its page sends nothing, and the app finds nobody signed in"""
        browser, television = self.browser, App(self.simulator, device="fifth television")
        browser.open(television.authenticate_url(television.begin(
            mvpd="Stuck", domainName="example.com", redirectUrl=self.listener.url + "/stuck")))
        self.credentials("dora", "secret")
        browser.type(Keys.ENTER)
        browser.await_heading("Stuck TV needs your attention")
        browser.judge_everywhere(self, self.picture("13-blocked"))
        self.assertIsNone(television.profile("Stuck"))

    def sign_in(self, device, mvpd, name):
        """Signs a user in at an MVPD, and returns the app and the address at which its logout begins."""
        app = App(self.simulator, device=device)
        self.browser.open(app.authenticate_url(app.begin(
            mvpd=mvpd, domainName="example.com", redirectUrl=self.listener.url + "/" + mvpd)))
        self.credentials(name, "secret")
        self.browser.type(Keys.ENTER)
        self.proceed()
        self.back_in_app("/" + mvpd)
        return app

    def log_out(self, app, mvpd):
        """Opens the address that the app gets for a logout."""
        logout = app.get(f"/api/v2/REF30/logout/{mvpd}?redirectUrl={self.listener.url}/out-{mvpd}")
        self.browser.open(logout["logouts"][mvpd]["url"])

    def test_A_refresh(self):
        """a provider whose pages refresh leads to the app and, at the logout, out of it again, without scripts too"""
        app = self.sign_in("sixth television", "Slow", "emil")
        self.assertEqual(app.profile("Slow")["type"], "regular")
        self.log_out(app, "Slow")
        self.back_in_app("/out-Slow")

    def test_B_waiting_page(self):
        """the page that refreshes is one that axe passes"""
        app = App(self.simulator, device="seventh television")
        session = requests.Session()
        page = session.get(app.authenticate_url(app.begin(
            mvpd="Slow", domainName="example.com", redirectUrl=self.listener.url + "/waiting")), timeout=PATIENCE)
        query = page.url.split("?", 1)[1]
        page = session.post(page.url, timeout=PATIENCE, data={
            "query": query, "username": "emil", "password": "secret", "action": "sign-in"})
        # The copy stays where it is. A refresh without a delay is what axe allows.
        shown, refreshes = re.subn('<meta http-equiv="refresh" content="0; url=response[^"]*">', "", page.text)
        self.assertEqual(refreshes, 1)
        self.browser.open("data:text/html," + urllib.parse.quote(shown))
        self.assertEqual(self.browser.heading, "Slow TV: please wait")
        self.browser.judge(self, self.picture("14-wait"))

    def test_C_logout_page(self):
        """a provider that shows a page after the logout leads back by its link, or not at all"""
        browser = self.browser
        self.log_out(self.sign_in("eighth television", "Bye", "finn"), "Bye")
        browser.await_heading("You have signed out of Bye TV")
        browser.judge(self, self.picture("15-signed-out"))
        browser.tab_to("Continue")
        browser.type(Keys.ENTER)
        self.back_in_app("/out-Bye")
        self.log_out(self.sign_in("ninth television", "Gone", "gina"), "Gone")
        browser.await_heading("You have signed out of Gone TV")
        browser.await_alert("does not send you back")
        browser.judge(self, self.picture("16-gone"))

    def test_D_stays_here(self):
        """the browser asked nobody but this machine for anything"""
        self.assertEqual(self.browser.asked_hosts(), {"127.0.0.1"})


class WithScripts(Pages, unittest.TestCase):
    scripts = True


class WithoutScripts(Pages, unittest.TestCase):
    scripts = False


if __name__ == "__main__":
    main()
