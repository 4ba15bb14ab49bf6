"""Two worlds in one server, and two names of one machine: people, profiles, clocks and cookies that do not mix."""

import threading
import unittest
import urllib.parse

import requests

from simulator import PATIENCE, App, Form, Simulator, asks, main, sign_in

DONE = "http://127.0.0.1:9/done"


class Worlds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.simulator = Simulator().start("""
providers:
  Cablevision: {subscribers: {alice: {}, bob: {}}}
""", follows_wall_clock=False)

    @classmethod
    def tearDownClass(cls):
        cls.simulator.stop()

    def begin(self, app, browser):
        """Begins a sign-in, and returns what the browser sees."""
        code = app.begin(mvpd="Cablevision", domainName="example.com", redirectUrl=DONE)
        return browser.get(app.authenticate_url(code), timeout=PATIENCE)

    def finish(self, browser, page, name):
        """Signs in, and brings the response to the service; returns its answer."""
        form = Form(sign_in(browser, page, name=name) if asks(page) else page)
        return form, browser.post(form.action, form.fields, timeout=PATIENCE, allow_redirects=False)

    def user(self, app):
        """Who is signed in in an app; None where nobody is."""
        profile = app.profile("Cablevision")
        return profile and profile["attributes"]["userID"]["value"]

    def test_1_side_by_side(self):
        """two people sign in in two worlds at the same moment with one browser, and each world knows its own"""
        browser = requests.Session()
        first, second = App(self.simulator, world="/s/first"), App(self.simulator, world="/s/second")
        pages = [self.begin(first, browser), self.begin(second, browser)]
        for app, page, name in [(first, pages[0], "alice"), (second, pages[1], "bob")]:
            self.assertTrue(page.url.startswith(app.base + "/mvpd/Cablevision/sso?"), page.url)
            form, answer = self.finish(browser, page, name)
            self.assertTrue(form.action.startswith(app.base + "/sp/"), form.action)
            self.assertEqual((answer.status_code, answer.headers.get("Location")), (302, DONE))
        self.assertEqual((self.user(first), self.user(second)), ("alice", "bob"))
        self.assertIsNone(self.user(App(self.simulator)))

    def test_2_sessions(self):
        """the session at the MVPD is of its world: a third world asks the same browser for a password"""
        browser = requests.Session()
        third, fourth = App(self.simulator, world="/s/third"), App(self.simulator, world="/s/fourth")
        self.finish(browser, self.begin(third, browser), "alice")

        def on_another_device():
            return self.begin(App(self.simulator, device="another", world="/s/third"), browser)

        self.assertFalse(asks(on_another_device()))
        self.assertTrue(asks(self.begin(fourth, browser)))
        self.assertTrue(asks(self.begin(App(self.simulator), browser)))
        self.assertFalse(asks(on_another_device()))

    def test_3_strangers(self):
        """a token, a code and a response of one world are nothing in another"""
        browser = requests.Session()
        fifth, sixth = App(self.simulator, world="/s/fifth"), App(self.simulator, world="/s/sixth")
        app = App(self.simulator, world="/s/fifth")
        app.base = sixth.base
        with self.assertRaises(requests.HTTPError) as refused:
            app.get("/api/v2/REF30/profiles")
        self.assertEqual(refused.exception.response.status_code, 401)
        page = self.begin(fifth, browser)
        form = Form(sign_in(browser, page))
        # The code of the form is unknown in the sixth world.
        moved = form.action.replace("/s/fifth/", "/s/sixth/")
        self.assertEqual(browser.post(moved, form.fields, timeout=PATIENCE, allow_redirects=False).status_code, 400)
        self.assertIsNone(self.user(sixth))
        answer = browser.post(form.action, form.fields, timeout=PATIENCE, allow_redirects=False)
        self.assertEqual(answer.headers.get("Location"), DONE)

    def test_4_clocks(self):
        """time passes in one world alone, and ends what was signed in there"""
        browser = requests.Session()
        late, early = App(self.simulator, world="/s/late"), App(self.simulator, world="/s/early")
        for app in (late, early):
            self.finish(browser, self.begin(app, browser), "alice")
        self.simulator.command({"advance": "5h"}, world="/s/late")
        dates = [app.session.get(app.base + "/api/v2/REF30/profiles", timeout=PATIENCE).headers["Date"]
                 for app in (late, early)]
        self.assertEqual(dates, ["Thu, 01 Jan 2026 05:00:00 GMT", "Thu, 01 Jan 2026 00:00:00 GMT"])
        self.simulator.command({"advance": "365d"}, world="/s/late")
        again = App(self.simulator, world="/s/late")
        self.assertEqual((self.user(again), self.user(early)), (None, "alice"))

    def test_5_at_once(self):
        """eight people in eight worlds sign in from eight threads, and each app finds its own person"""
        found = {}

        def live(number):
            name = ["alice", "bob"][number % 2]
            app, browser = App(self.simulator, world=f"/s/many{number}"), requests.Session()
            self.finish(browser, self.begin(app, browser), name)
            found[number] = (self.user(app), name)

        threads = [threading.Thread(target=live, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(found), list(range(8)))
        for user, name in found.values():
            self.assertEqual(user, name)

    def test_6_localhost(self):
        """by the name localhost a sign-in and a logout stay at localhost, in a world of its own as well"""
        port = urllib.parse.urlsplit(self.simulator.url).port
        for world in ["", "/s/named"]:
            with self.subTest(world):
                base, browser = f"http://localhost:{port}{world}", requests.Session()
                app = App(self.simulator, device="by name", world=world, host="localhost")
                page = self.begin(app, browser)
                self.assertTrue(page.url.startswith(base + "/mvpd/Cablevision/sso?"), page.url)
                form, answer = self.finish(browser, page, "alice")
                self.assertEqual(form.action, base + "/sp/saml/SAMLAssertionConsumer")
                self.assertEqual((answer.status_code, answer.headers.get("Location")), (302, DONE))
                self.assertEqual(self.user(app), "alice")
                logout = app.get("/api/v2/REF30/logout/Cablevision?redirectUrl=" + urllib.parse.quote(DONE, ""))
                place = urllib.parse.urljoin(base + "/", self.absolute(base, logout["logouts"]["Cablevision"]["url"]))
                for _ in range(4):
                    answer = browser.get(place, timeout=PATIENCE, allow_redirects=False)
                    place = urllib.parse.urljoin(place, answer.headers["Location"])
                    if place == DONE:
                        break
                    self.assertTrue(place.startswith(base + "/"), place)
                self.assertEqual(place, DONE)
                self.assertTrue(asks(self.begin(app, browser)))

    def absolute(self, base, url):
        """An URL of the service as an app makes it whole: after the address at which it finds the service."""
        return base + url if url.startswith("/") else url


if __name__ == "__main__":
    main()
