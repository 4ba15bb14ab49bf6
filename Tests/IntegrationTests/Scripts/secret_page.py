"""The page of a server whose admin API has a secret, in headless Chromium."""

import requests

from chromium import Chromium
from page import Page
from simulator import PATIENCE, Simulator, main

SECRET = "a-secret"
FIELD = "#secret-text"


class SecretPage(Page):
    @classmethod
    def setUpClass(cls):
        cls.simulator = Simulator()
        cls.simulator.environment["TVSIM_ADMIN_TOKEN"] = SECRET
        cls.simulator.start(follows_wall_clock=False)
        cls.admin = cls.simulator.url + "/_sim/v1"
        cls.browser = Chromium()
        cls.browser.driver.set_window_size(1300, 1400)

    def tearDown(self):
        # The console notes each 401.
        self.browser.driver.get_log("browser")

    def enter(self, secret):
        """Types a secret, and sends it."""
        self.find(FIELD).send_keys(secret)
        self.find("#secret button").click()

    def is_asking(self):
        return self.js("return document.getElementById('secret')?.open ?? false")

    def test_1_asks(self):
        """asks for the secret until it is right, and shows nothing of the world before"""
        self.begin_to_open()
        self.browser._await(lambda _: self.is_asking())
        self.assertEqual(self.all("#flows .row, .kv"), [])
        self.browser.judge(self, "page-secret", "#secret")
        self.enter("another")
        self.sees(lambda: "This is not the secret of this server." in self.text("#secret-told"))
        self.assertTrue(self.is_asking())
        self.enter(SECRET)
        self.await_ready()
        self.assertFalse(self.is_asking())

    def test_2_keeps(self):
        """keeps it for the tab alone: another page of it asks nothing, follows its world and changes it; a new tab asks"""
        self.begin_to_open("/s/other")
        self.until("#trouble", "unknown world 'other'")
        self.begin_to_open()
        self.await_ready()
        self.assertFalse(self.is_asking())
        self.until("#live", "Live")
        requests.post(
            self.admin + "/commands", data='{"setPermission": {"bundleID": "com.seen", "access": "denied"}}',
            headers={"Tvsim-Admin-Token": SECRET}, timeout=PATIENCE).raise_for_status()
        self.seen_access("com.seen", "denied")
        self.does("freezeClock")
        first = self.browser.driver.current_window_handle
        self.browser.driver.switch_to.new_window("tab")
        self.begin_to_open()
        self.browser._await(lambda _: self.is_asking())
        self.browser.driver.close()
        self.browser.driver.switch_to.window(first)

    def test_3_files(self):
        """saves files of the admin API, for which a browser's own request would lack the secret; it is in no address"""
        self.js("""
            window.saved = [];
            HTMLAnchorElement.prototype.click = function () { saved.push([this.download, this.href.slice(0, 5)]); };""")
        self.open_menu("#share")
        self.click("#save-report")
        self.browser._await(lambda _: self.js("return saved") == [["report.html", "blob:"]])
        self.show("connect")
        self.find("a[href='openapi.json']").click()
        self.browser._await(lambda _: len(self.js("return saved")) == 2)
        self.assertEqual(self.js("return saved")[1], ["openapi.json", "blob:"])
        self.assertNotIn(SECRET, self.browser.url + self.js("return document.documentElement.outerHTML"))
        addresses = self.js("return performance.getEntriesByType('resource').map(({ name }) => name)")
        self.assertGreater(len(addresses), 0)
        self.assertNotIn(SECRET, " ".join(addresses))


if __name__ == "__main__":
    main()
