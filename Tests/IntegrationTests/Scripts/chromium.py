"""Headless Chromium for the scripts, and what every page is held to."""

import http.server
import json
import os
import shutil
import threading
import urllib.parse
import zlib

from axe_selenium_python import Axe
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

from simulator import PATIENCE

SCREENSHOTS = os.environ.get("SCREENSHOTS") or ".build/screenshots"

# Windows and color schemes in which pages are judged.
VIEWS = [(1440, 900, "light"), (390, 844, "dark"), (1024, 768, "light"), (1440, 900, "dark"), (390, 844, "light"), (1024, 768, "dark")]


# Whether everything is judged, as `make test-all` does. axe takes most of the time of these tests, so otherwise it judges
# a page in one view, and of a page whose parts change one by one the part that a picture is about.
IS_THOROUGH = os.environ.get("THOROUGH") == "1"


def views(name):
    """The views in which a page is judged: one of the first two, by its name, or all."""
    return VIEWS if IS_THOROUGH else [VIEWS[zlib.crc32(name.encode()) % 2]]


# The words of a place that a browser has broken in the middle: not at punctuation, and not before a capital letter. What is
# longer than a word is data, such as Base64.
BROKEN_WORDS = """
    const [place] = arguments;
    const broken = [];
    const walker = document.createTreeWalker(document.querySelector(place ?? "body"), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement.checkVisibility() || node.parentElement.closest(".hidden, pre, script, style")) continue;
      for (const { 0: word, index } of node.data.matchAll(/[A-Z]*[a-z]+|[A-Z]{2,}/g)) {
        const [before, after] = [/\\S*$/.exec(node.data.slice(0, index))[0], /^\\S*/.exec(node.data.slice(index + word.length))[0]];
        if (word.length + before.length + after.length > 60 || /[0-9]$/.test(before) || /^[0-9]/.test(after)) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
        if (Math.max(...tops) - Math.min(...tops) > 4) broken.push(`${word} in ${node.data.trim().slice(0, 80)}`);
      }
    }
    return broken"""


class AppListener:
    """What stands at an app's redirect URL: a page, and the memory of who came. Its script says whether scripts run."""

    PAGE = (b'<!DOCTYPE html><html lang="en"><head><title>no scripts</title>'
            b'<link rel="icon" href="data:,"></head><body><main><h1>The app</h1></main>'
            b'<script>document.title = "scripts run"</script></body></html>')

    def __init__(self):
        listener = self
        self.visits = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                listener.visits.append(self.path)
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(listener.PAGE)))
                self.end_headers()
                self.wfile.write(listener.PAGE)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


class Chromium:
    """One browser of one person; nothing that it asks for can leave this machine."""

    def __init__(self, scripts=True):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for argument in [
            # Chromium refuses to run as root with its sandbox, and containers often grant it none. Nothing but pages of
            # this machine is opened.
            "--no-sandbox",
            "--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--lang=en",
            "--window-size=800,900",
            # Names other than this machine's lead nowhere.
            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
        ]:
            options.add_argument(argument)
        if not scripts:
            options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        # The authority of a simulator's home is nobody's whom a browser knows.
        options.accept_insecure_certs = True
        self.driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        # axe needs half a minute for a table of two hundred rows on a busy machine.
        self.driver.set_script_timeout(180)
        self.scripts = scripts
        # Whether no word of a judged page may be broken in the middle.
        self.keeps_words = False
        self.hosts = set()

    def quit(self):
        """Ends the browser."""
        self.driver.quit()

    def open(self, url):
        """Goes to an address."""
        self.driver.get(url)

    @property
    def url(self):
        """Where the browser is."""
        return self.driver.current_url

    @property
    def heading(self):
        """What the page calls itself."""
        return self.driver.find_element(By.TAG_NAME, "h1").text

    def await_heading(self, text):
        """Waits until a page has come."""
        self._await(lambda driver: text in self.heading)

    def await_alert(self, text):
        """Waits until a page has come that says what is wrong."""
        self._await(lambda driver: text in driver.find_element(By.CSS_SELECTOR, "[role=alert]").text)

    def await_focus(self, name):
        """Waits until a field or button of a name has the focus: a browser gives it after the page has come."""
        self._await(lambda driver: driver.switch_to.active_element.accessible_name == name)

    def _await(self, condition):
        # Between two pages there is no element, or it is one of the page before; the driver has many names for that.
        WebDriverWait(self.driver, PATIENCE, poll_frequency=0.05, ignored_exceptions=[WebDriverException]).until(condition)

    def tab_to(self, name):
        """Presses the tab key until the field or button of a name has the focus; only visible names count."""
        for _ in range(12):
            ActionChains(self.driver).send_keys(Keys.TAB).perform()
            element = self.driver.switch_to.active_element
            if element.accessible_name == name:
                return element
        raise AssertionError(f"no tab leads to '{name}' on '{self.heading}'")

    def tab_order(self):
        """The names of what the tab key leads to, from the top of the page, which comes anew and untouched."""
        self.open(self.url)
        names = []
        for _ in range(12):
            ActionChains(self.driver).send_keys(Keys.TAB).perform()
            element = self.driver.switch_to.active_element
            if element.tag_name in ("body", "html") or (names and element.accessible_name == names[0]):
                break
            names.append(element.accessible_name)
        return names

    def type(self, *keys):
        """Types, whatever has the focus."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def screenshot(self, name):
        """Keeps a picture of the page, and says where."""
        os.makedirs(SCREENSHOTS, exist_ok=True)
        path = os.path.join(SCREENSHOTS, name + ".png")
        self.driver.save_screenshot(path)
        print("# screenshot: " + path)

    def names_all(self, test, place=None):
        """Demands a name of each field that is shown, in a place or everywhere."""
        # What is hidden has no name for anybody.
        shown = ":is(input:not([type=hidden]), select, textarea, button)"
        # A user cannot reach what is behind an open dialog.
        dialog = "dialog[open] " if self.driver.find_elements(By.CSS_SELECTOR, "dialog[open]") else f"{place or ''} "
        visible = "return [...document.querySelectorAll(arguments[0])].filter(field => field.checkVisibility())"
        fields = (self.driver.execute_script(visible, dialog + shown) if self.scripts
                  else self.driver.find_elements(By.CSS_SELECTOR, shown + ":not([hidden], [hidden] *)"))
        for field in fields:
            test.assertTrue(field.accessible_name, field.get_attribute("outerHTML"))
        return True

    def judge(self, test, name, place=None):
        """Holds the page to what every page is held to: nothing in the console, names, order, and axe's rules.

        Names and axe's rules are those of a place, if one is named.
        """
        self.screenshot(name)
        driver = self.driver
        test.assertEqual(driver.find_element(By.TAG_NAME, "html").get_attribute("lang"), "en")
        test.assertEqual(len(driver.find_elements(By.TAG_NAME, "h1")), 1)
        test.assertTrue(driver.title)
        # A page that shows what changes replaces a field meanwhile: then all fields are asked again.
        self._await(lambda _: self.names_all(test, place))
        # A page that refuses, or that asks for the secret, has the status of a refusal, which the console notes.
        refusals = [f"the server responded with a status of {status}" for status in (400, 401)]
        troubles = [entry["message"] for entry in driver.get_log("browser")
                    if not any(refusal in entry["message"] for refusal in refusals)]
        test.assertEqual(troubles, [])
        if self.scripts:
            axe = Axe(driver)
            if driver.execute_script("return window.axe === undefined"):
                axe.inject()
            judged = axe.run(place or "html", {"resultTypes": ["violations"]})
            test.assertEqual(judged["violations"], [], axe.report(judged["violations"]))
            if self.keeps_words:
                test.assertEqual(driver.execute_script(BROKEN_WORDS, place), [], name)
            # Without any rule that applies, nothing was judged: the place is not shown.
            test.assertTrue(judged["passes"], f"axe judged nothing in {place}")

    def size(self, width, height, scheme="light"):
        """Gives the window a size and a color scheme."""
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def unsize(self):
        """Gives the window its own size and color scheme again."""
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})

    def judge_everywhere(self, test, name, place=None):
        """Judges the page, or a place of it, on a screen and on a telephone, in light and in dark, scrolled to the place."""
        for width, height, scheme in views(name):
            self.size(width, height, scheme)
            if place:
                # The page of a world shows one of its parts at a telephone's width.
                self.driver.execute_script("""
                    const part = document.querySelector(arguments[0])?.closest('main > section')?.id;
                    document.querySelector(`nav [data-part=${part}]`)?.click()""", place)
                self.driver.find_element(By.CSS_SELECTOR, place).location_once_scrolled_into_view
            wide = self.driver.execute_script("return document.documentElement.scrollWidth")
            test.assertLessEqual(wide, width, name)
            self.judge(test, f"{name}-{width}-{scheme}", None if IS_THOROUGH else place)
        self.unsize()

    def asked_hosts(self):
        """The hosts that the browser asked for anything, so far."""
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                place = urllib.parse.urlsplit(message["params"]["request"]["url"])
                if place.hostname and place.scheme not in ("data", "chrome", "about"):
                    self.hosts.add(place.hostname)
        return self.hosts
