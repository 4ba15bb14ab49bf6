"""The page of a world that stays open: while others change the world, remove it or take the network away, for whoever
uses a keyboard, a screen reader or a telephone, and beside others of its kind."""

import os
import signal
import subprocess

import requests
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from page import SUBMIT, Page
from simulator import PATIENCE, App, main


class OpenPage(Page):
    def same_journal(self, world=""):
        """Waits until the page tells the journal that there is, and no line more."""
        self.sees(lambda: self.lines() == self.journal(world))
        self.assertGreater(len(self.lines()), 0)

    def worlds(self):
        return requests.get(self.admin + "/worlds", timeout=PATIENCE).json()["worlds"]

    def remove(self, world):
        requests.delete(f"{self.simulator.url}{world}/_sim/v1/world", timeout=PATIENCE).raise_for_status()

    def stop(self):
        """Ends the server."""
        self.simulator.process.send_signal(signal.SIGTERM)
        self.simulator.process.communicate(timeout=PATIENCE)

    def start(self):
        """Starts another server at the same port."""
        port = self.simulator.url.rsplit(":", 1)[1]
        self.simulator.process = subprocess.Popen(
            [os.environ["TVSIM"], "serve", "--port", port, "--device", "served"],
            env=self.simulator.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.simulator.process.stdout.readline()

    def restart(self):
        """Ends the server, and starts another at the same port."""
        self.stop()
        self.start()

    def open_entries(self, world=""):
        """Opens the page with the journal entry by entry."""
        self.open(world, "?by=entry")

    def test_01_anew(self):
        """tells the journal of a world, a device and a server that began anew, and nothing of the one before"""
        self.open_entries("/s/anew")
        App(self.simulator, world="/s/anew")
        self.same_journal("/s/anew")
        # A removed world has nothing of what was; one that is kept goes on, told anew by the server that starts again.
        # Each round adds the command and four requests.
        for begin_anew, lines in [(lambda: self.remove("/s/anew"), 5), (self.restart, 10)]:
            begin_anew()
            self.simulator.command({"setClock": "2030-01-01T00:00:00Z"}, world="/s/anew")
            for _ in range(2):
                App(self.simulator, world="/s/anew")
            self.same_journal("/s/anew")
            self.assertEqual(len(self.lines()), lines)
        self.open_entries()
        App(self.simulator)
        self.same_journal()
        self.simulator.tvsim("device", "delete", "served")
        self.simulator.tvsim("device", "create", "served", "--profile", self.simulator.path("profile.yaml"))
        for _ in range(2):
            App(self.simulator)
        self.same_journal()
        requests.delete(self.admin + "/journal", timeout=PATIENCE).raise_for_status()
        App(self.simulator)
        self.same_journal()

    def test_02_gone(self):
        """says that its world was removed, and does not bring it back unless somebody wants that"""
        self.open("/s/gone")
        self.remove("/s/gone")
        self.until("#trouble", "unknown world 'gone'")
        self.assertIn("unknown world", self.outcome(self.form("freezeClock")))
        self.assertNotIn("gone", self.worlds())
        self.close_menus()
        self.find("#trouble button").click()
        self.browser._await(lambda _: not self.find("#trouble").is_displayed())
        self.sees(lambda: self.browser.driver.switch_to.active_element.tag_name == "h1")
        self.assertIn("gone", self.worlds())
        self.assertTrue(self.outcome(self.form("freezeClock")).startswith("Done"))
        # The console notes each 412.
        self.browser.driver.get_log("browser")

    def test_02_unknown(self):
        """does not create a world that is opened by its address, and shows it as soon as another program uses it"""
        for number, appear in enumerate([
                lambda: self.find("#trouble button").click(), lambda: App(self.simulator, world="/s/unknown1")]):
            self.begin_to_open(f"/s/unknown{number}")
            self.until("#trouble", f"unknown world 'unknown{number}'")
            self.assertEqual(self.all("#flows .row"), [])
            self.browser.screenshot("page-unknown-world")
            self.assertNotIn(f"unknown{number}", self.worlds())
            appear()
            self.await_ready()
            self.until("#world", f"unknown{number}")
            self.sees(lambda: not self.find("#trouble").is_displayed())
        self.browser.driver.get_log("browser")

    def test_02_worlds(self):
        """lists the worlds with links to their pages, opens another one, and removes its own"""
        self.open("/s/listed")
        self.open_menu("#world")
        self.sees(lambda: "listed (this page)" in self.text("#worlds"))
        self.assertTrue(self.find("#worlds a").get_attribute("href").endswith(":" + self.simulator.url.rsplit(":", 1)[1] + "/_sim/v1/"))
        self.find("#visit input").send_keys(".no")
        self.find("#visit button").click()
        self.until("#visit .outcome", "A name has letters")
        self.press(self.form("removeWorld"))
        self.sees(lambda: "listed" not in self.worlds())
        self.until("#trouble", "unknown world 'listed'")
        self.browser.driver.get_log("browser")

    def test_03_parties(self):
        """offers the providers and subscribers that there are, and shows what is wrong with them"""
        self.open("/s/parties")
        self.does("provider", {"provider": "Dish", "key": "boarding", "value": "none"})
        self.sees(lambda: self.offered("signIn", "provider") == ["Cablevision", "Suddenlink"])
        self.does("provider", {"provider": "Cablevision", "key": "defect", "value": "wrongKey"})
        self.until("#changes", "wrongKey")
        self.simulator.command(
            {"provider": {"id": "Cablevision", "set": {"subscribers": {"zed": {}}}}}, world="/s/parties")
        self.sees(lambda: "zed" in self.offered("signIn", "subscriber"))
        self.import_profile(
            "zed", "schema: 1\nname: integration\nproviders: {Zed: {subscribers: {zoe: {}}}}\n", "/s/parties")
        self.sees(lambda: self.offered("signIn", "provider") == ["Zed"])
        self.assertEqual(self.offered("signIn", "subscriber"), ["zoe"])
        self.does("signIn")

    def test_04_empty(self):
        """shows a world in which nobody can sign in, or nothing is integrated, and says what there is not"""
        for number, (profile, control, lack) in enumerate([
                ("providers: {}", "signIn", "No Provider or Subscriber is available."),
                ("providers: {P: {subscribers: {}}}", "signIn", "No Provider or Subscriber is available."),
                ("service: {requestors: {}}", None, None),
                ("service: {requestors: {REF30: {integrations: {}}}}", None, None)]):
            self.import_profile(f"empty{number}", f"schema: 1\nname: empty\n{profile}\n", "/s/empty")
            self.open("/s/empty")
            self.assertFalse(self.find("#trouble").is_displayed())
            if control is None:
                self.show("settings")
                self.click("[data-holder='provider:Cablevision']")
                self.sees(lambda: self.all("#panel-settings form[data-control=provider]"))
                self.assertEqual(self.all("#panel-settings form[data-control=integration]"), [])
                continue
            form = self.form(control)
            self.assertEqual(self.words(form), [""] * 6)
            self.assertEqual(self.outcome(form), lack)
            self.assertTrue(self.words(self.form("freezeClock"))[0].endswith(" --device served/empty"))

    def test_05_early(self):
        """tells each decision once, though a control is pressed while the page still loads"""
        for _ in range(2):
            App(self.simulator)
        self.network(latency=150)
        try:
            self.begin_to_open(query="?by=entry")
            self.does("freezeClock")
            self.await_ready()
            App(self.simulator)
            self.sees(lambda: len(self.lines()) >= len(self.journal()))
            self.assertEqual(self.lines(), self.journal())
        finally:
            self.network()

    def test_05_lost(self):
        """reads again what it could not read at first"""
        self.browser.driver.execute_cdp_cmd("Network.enable", {})
        for lost in ["/settings?", "/journal/flows?", "/view"]:
            self.browser.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": [f"*{lost}*"]})
            try:
                self.begin_to_open(query="?view=settings")
                self.sees(lambda lost=lost: any(lost in name for name in self.js(
                    "return performance.getEntriesByType('resource').map(({ name }) => name)")))
            finally:
                self.browser.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
            self.await_ready()
            self.sees(lambda: not self.find("#trouble").is_displayed())
        self.browser.driver.get_log("browser")

    def test_06_many_lines(self):
        """says how many lines it does not show, and finds the oldest"""
        app = App(self.simulator)
        for _ in range(510):
            app.get("/api/v2/REF30/configuration")
        self.open_entries()
        count = len(self.journal())
        self.until("#untold", f"Showing the newest 500 of {count} entries.")
        self.assertEqual(self.lines(), self.journal()[:500])
        self.find("#filter [name=text]").send_keys("/O/Client/Token")
        oldest = [line for line in self.journal() if "/o/client/token" in line[1]]
        self.sees(lambda: self.lines() == oldest)
        self.assertEqual(self.text("#untold"), f"{len(oldest)} of {count} entries.")
        self.find("#filter [name=text]").send_keys("?")
        self.until("#untold", f"None of {count} entries matches the filter.")
        requests.delete(self.admin + "/journal", timeout=PATIENCE).raise_for_status()

    def test_07_still(self):
        """leaves alone what has not changed while the clock goes: what is selected, and who listens"""
        self.simulator.command("followClock")
        App(self.simulator)
        self.open()
        self.click("#flows .row")
        self.sees(lambda: self.all("ol[aria-label=Messages] .step"))
        # All that the attempt shows has been read.
        self.sees(lambda: self.text("#tab-saml small") and self.js(
            "return performance.getEntriesByType('resource').some(({name, responseEnd}) => name.endsWith('/rules') && responseEnd > 0)"))
        self.js("return new Promise((settle) => requestAnimationFrame(() => requestAnimationFrame(settle)))")
        self.js("""
            window.changes = {};
            for (const id of ["flows", "detail", "changes", "now"]) {
              changes[id] = 0;
              new MutationObserver(() => changes[id] += 1).observe(
                document.getElementById(id), {childList: true, characterData: true, subtree: true});
            }
            Object.defineProperty(navigator, "clipboard", {value: undefined, configurable: true})""")
        self.sees(lambda: self.js("return changes.now") >= 2)
        self.assertEqual(sum(self.js("return changes").values()), self.js("return changes.now"))
        # Without a clipboard, the text is selected, and stays so.
        self.form("freezeClock").find_element(By.CSS_SELECTOR, "[data-copies]").click()
        self.click("#copying button")
        self.until("#copying .outcome", "copy it with the keyboard")
        now = self.text("#now")
        self.sees(lambda: self.text("#now") != now)
        self.assertEqual(self.js("return getSelection().toString()"), "tvsim clock freeze --device served")
        self.js("delete navigator.clipboard")
        self.click("#copying button")
        self.until("#copying .outcome", "Copied.")
        live = "return document.querySelector(arguments[0]).closest('[aria-live], [role=status], [role=alert], output')"
        self.assertIsNone(self.js(live, "#now"))
        for place in ["#trouble", "#outlook-verdict"]:
            self.assertIsNotNone(self.js(live, place), place)
        self.simulator.command("reset")

    def test_08_outage(self):
        """says once that the simulator cannot be reached, and goes on when it is back"""
        self.open_entries()
        self.js("""
            window.said = [];
            const place = document.getElementById("trouble");
            const options = {childList: true, characterData: true, subtree: true, attributes: true};
            new MutationObserver(() => said.push(place.textContent)).observe(place, options);
            window.asked = 0;
            const fetched = window.fetch;
            window.fetch = (...all) => { asked += 1; return fetched(...all); }""")
        self.stop()
        self.until("#trouble", "cannot be reached")
        self.until("#live", "Not connected")
        self.js("asked = 0")
        self.sees(lambda: self.js("return asked") >= 2)
        self.assertEqual(len(self.js("return said")), 1)
        self.start()
        self.browser._await(lambda _: not self.find("#trouble").is_displayed())
        self.until("#live", "Live")
        App(self.simulator)
        self.same_journal()
        self.browser.driver.get_log("browser")

    def test_09_keyboard(self):
        """leaves the focus with the button that was pressed, and announces what came of it"""
        self.open()
        form = self.fill("advance", {"duration": "1h"})
        button = form.find_element(By.CSS_SELECTOR, SUBMIT)
        self.js("arguments[0].focus()", button)
        for hour in ["01", "02"]:
            self.browser.type(Keys.ENTER)
            self.until("#now", f" {hour}:00:00")
            self.sees(lambda: form.find_element(By.CSS_SELECTOR, "[role=status]").text == "Done: Advance 1h")
        self.assertEqual(self.browser.driver.switch_to.active_element, button)
        self.browser.type(Keys.ESCAPE)
        self.sees(lambda: self.browser.driver.switch_to.active_element.get_attribute("id") == "clock")
        self.simulator.command("reset")

    def test_10_narrow(self):
        """scrolls its tables alone, and no page sideways, at a telephone's width and enlarged to four times"""
        App(self.simulator)
        self.open()
        first = self.find("#flows .row").get_attribute("data-flow")
        for width in [320, 640, 1000, 1280]:
            self.browser.size(width, 800)
            for query in ["", f"?flow={first}", f"?flow={first}&tab=messages", f"?flow={first}&tab=entries", "?view=settings", "?view=explain",
                          "?view=device", "?view=rules", "?view=connect"]:
                self.open(query=query)
                self.sees(lambda query=query: not query or self.all("#detail :is(h2, h3)"))
                self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), width, query)
            self.browser.screenshot(f"page-width-{width}")
            # Every part is reached by a button, and what it shows is inside of the window.
            if width < 720:
                for part in ["state", "more", "settings", "attempts"]:
                    self.click(f"nav [data-part={part}]")
                    self.assertLessEqual(self.js("return document.documentElement.scrollWidth"), width, part)
                    self.browser.screenshot(f"page-width-{width}-{part}")
        self.browser.unsize()

    def test_11_many_pages(self):
        """lives beside others: eight pages of one server are all shown, see changes, and ask nothing when hidden"""
        driver = self.browser.driver
        first = driver.current_window_handle
        self.open("/s/tab0")
        opened = []
        for number in range(1, 8):
            driver.switch_to.new_window("tab")
            opened.append(driver.current_window_handle)
            self.open(f"/s/tab{number}")
        driver.switch_to.window(first)
        self.js("""
            window.asked = window.answered = 0;
            const { fetch } = window;
            window.fetch = (...all) => { asked += 1; return fetch(...all).finally(() => { answered += 1; }); };""")
        self.simulator.command({"setPermission": {"bundleID": "com.seen", "access": "denied"}}, world="/s/tab0")
        self.seen_access("com.seen", "denied")
        # A page that is hidden, as the browser tells it, asks for nothing until it is seen again. It first ends the
        # reads that had begun.
        self.js("""
            Object.defineProperty(document, "visibilityState", {get: () => "hidden", configurable: true});
            document.dispatchEvent(new Event("visibilitychange"))""")
        for _ in range(3):
            self.browser._await(lambda _: self.js("return asked === answered"))
        self.js("asked = answered = 0")
        self.simulator.command({"setPermission": {"bundleID": "com.hidden", "access": "denied"}}, world="/s/tab0")
        self.assertEqual(self.js("return asked"), 0)
        self.js("delete document.visibilityState; document.dispatchEvent(new Event('visibilitychange'))")
        self.seen_access("com.hidden", "denied")
        for handle in opened:
            driver.switch_to.window(handle)
            driver.close()
        driver.switch_to.window(first)


if __name__ == "__main__":
    main()
