"""What the scripts about the page of a world share: a served world, a browser that has its page open, and its controls."""

import json
import os
import subprocess
import unittest

import requests
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from chromium import Chromium
from simulator import PATIENCE, Simulator

# The controls of the table of settings: those of a row, and those of a group. They say by these names what they are about.
TABLE = ["settings", "viewer", "integration", "provider", "resetSettings", "resetViewer", "resetIntegration", "resetProvider"]
ABOUT = ["mvpd", "requestor", "provider", "key"]


class Page(unittest.TestCase):
    """The page of a world of PROFILE."""

    PROFILE = ""

    @classmethod
    def setUpClass(cls):
        cls.simulator = Simulator().start(cls.PROFILE, follows_wall_clock=False)
        cls.admin = cls.simulator.url + "/_sim/v1"
        cls.browser = Chromium()
        cls.browser.driver.set_window_size(1300, 1400)

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        cls.simulator.stop()

    def begin_to_open(self, world=""):
        """Goes to the page, at its shortest address."""
        self.browser.open(f"{self.simulator.url}{world}/_sim")

    def open(self, world=""):
        """Creates the world if it is missing, opens its page anew, and waits until the page shows it."""
        if world:
            requests.get(f"{self.simulator.url}{world}/_sim/v1/health", timeout=PATIENCE).raise_for_status()
        self.begin_to_open(world)
        self.await_ready()
        self.show_entries()

    def show_entries(self):
        """Shows the journal entry by entry, instead of by flow, and waits until the page has read the entries."""
        self.js("for (const id of ['tab-journal', 'by-entry']) document.getElementById(id).click()")
        self.browser._await(lambda _: self.find("#panel-journal").get_attribute("data-entries") is not None)

    def await_ready(self):
        """Waits until the page shows the world, and offers the values of its settings."""
        for sign in ["data-ready", "data-described"]:
            self.browser._await(lambda driver, sign=sign: driver.find_element(By.TAG_NAME, "body").get_attribute(sign))

    def await_seen(self):
        """Waits until the page, if it is open, shows the world as it is now."""
        if not self.js("return document.body.dataset.ready === 'true'"):
            return
        now = self.js("""const now = performance.now();
            document.dispatchEvent(new CustomEvent("view", { detail: "settings" }));
            return now""")
        self.browser._await(lambda _: float(self.js("return document.body.dataset.begunAt")) >= now)

    def find(self, selector):
        return self.browser.driver.find_element(By.CSS_SELECTOR, selector)

    def js(self, code, *arguments):
        """What a function's body in JavaScript returns."""
        return self.browser.driver.execute_script(code, *arguments)

    def text(self, selector):
        """The text of an element, seen or not."""
        return self.find(selector).get_attribute("textContent")

    def until(self, selector, text):
        """Waits until an element holds a text."""
        self.browser._await(lambda _: text in self.text(selector))

    def form(self, control, given=None):
        """A control, whose view is selected; one of the table of settings by what it is about."""
        wanted = {**(given or {}), **({"requestor": "REF30"} if "mvpd" in (given or {}) else {})}
        if control in TABLE:
            self.show_settings()
            self.unfold_settings(wanted)
        find = """return [...document.querySelectorAll(`form[data-control=${arguments[0]}]`)].find(form => {
            const about = JSON.parse(form.dataset.given ?? "{}");
            return Object.entries(arguments[1]).every(([name, value]) => about[name] === value) })"""
        form = self.js(find, control, wanted)
        self.assertIsNotNone(form, f"no control {control} {wanted}")
        if control.startswith("reset") and control in TABLE:
            # A group that has changed has a way back as soon as the page has seen the change.
            self.browser._await(lambda _: form.find_element(By.TAG_NAME, "button").is_displayed())
        self.js("""const panel = arguments[0].closest('[role=tabpanel]');
            if (panel) document.getElementById(panel.getAttribute('aria-labelledby')).click();
            const part = arguments[0].closest('main > section').id;
            document.querySelector(`nav [data-part=${part}]`).click()""", form)
        return form

    def show_settings(self):
        """Shows the table of the settings as they are now."""
        self.find("#tab-settings").click()
        self.browser._await(lambda _: self.js("return document.querySelector('#settings tbody') !== null"))

    def unfold_settings(self, about):
        """Opens the groups of the table of settings that hold what is named."""
        self.js("""const [about] = arguments;
            for (const form of document.querySelectorAll("#settings .holder form")) {
              const given = JSON.parse(form.dataset.given);
              const fold = form.closest("tr").querySelector(".fold[aria-expanded=false]:not(:disabled)");
              if (fold && Object.entries(given).every(([name, value]) => about[name] === value)) fold.click();
            }""", about)

    def fill(self, control, values):
        """Fills in a control, and returns it."""
        about = {name: value for name, value in values.items() if name in ABOUT and control in TABLE}
        form = self.form(control, about)
        for name, value in values.items():
            if name in about:
                continue
            if name == "value":
                self.choose(form, value)
                continue
            field = form.find_element(By.NAME, name)
            if field.tag_name == "select" or not field.is_displayed():
                self.select(field, value)
            else:
                field.clear()
                field.send_keys(value)
        return form

    def select(self, field, value):
        """Selects an option by its value, which may have any characters."""
        self.assertTrue(self.js("""
            const [field, value] = arguments;
            field.value = value;
            field.dispatchEvent(new Event("change", {bubbles: true}));
            return field.value === value""", field, value), f"{value} is not offered")

    def choose(self, form, value):
        """Chooses a value if the row offers it, without sending it yet, and types it otherwise."""
        self.assertTrue(self.js("""
            const [{elements: {choice, value}}, text] = arguments;
            const isOffered = !choice.disabled && [...choice.options].some((option) => option.value === text);
            if (!choice.disabled) choice.value = isOffered ? text : "other…";
            value.disabled = value.hidden = isOffered;
            if (isOffered) choice.form.dataset.isEdited = "true";
            else value.value = "";
            return choice.disabled || choice.value !== "" """, form, value), value)
        field = form.find_element(By.NAME, "value")
        if field.is_displayed():
            field.send_keys(value.replace("\n", Keys.SHIFT + Keys.ENTER + Keys.NULL))

    def press(self, form):
        """Presses a control, and confirms it if the page asks."""
        button = form.find_element(By.CSS_SELECTOR, "button:not([type])")
        # A control with a button for each value has none that sends what another one has chosen. A choice is sent at once.
        if form.find_elements(By.NAME, "choice") and not button.is_displayed():
            self.js("arguments[0].elements.choice.dispatchEvent(new Event('change', {bubbles: true}))", form)
            return
        (button if button.is_displayed() else form.find_element(By.CSS_SELECTOR, "[aria-pressed=true]")).click()
        if form.get_attribute("data-danger"):
            yes, outcome = self.find("#confirm-yes"), form.find_element(By.CSS_SELECTOR, ".outcome")
            self.browser._await(lambda _: yes.is_displayed() or outcome.text)
            if yes.is_displayed():
                yes.click()

    def outcome(self, form):
        """Presses a control, and returns what the page says beside it."""
        self.press(form)
        place = form.find_element(By.CSS_SELECTOR, ".outcome")
        self.browser._await(lambda _: place.text)
        return place.text

    def offered(self, control, name):
        """What can be chosen in a field of a control."""
        return self.js("return [...arguments[0].elements[arguments[1]].options].map(at => at.value)",
                       self.form(control), name)

    def words(self, form):
        """What the control says: a command of a terminal, for curl, for tests in Swift, Python and JavaScript, and a step."""
        self.js("arguments[0].querySelector('.copy').click()", form)
        texts = [code.get_attribute("textContent") for code in self.browser.driver.find_elements(By.CSS_SELECTOR, "#copying code")]
        self.js("document.getElementById('copying').hidePopover()")
        return texts

    def words_of_two(self, form):
        """The command of a terminal, or curl where there is none, and Swift."""
        terminal, curl, swift = self.words(form)[:3]
        return [terminal or curl, swift]

    def run_words(self, text, status=0):
        """Types a command into a shell."""
        place = os.path.dirname(os.environ["TVSIM"])
        environment = {**self.simulator.environment, "PATH": place + os.pathsep + os.environ["PATH"]}
        done = subprocess.run(
            ["/bin/sh", "-c", text], env=environment, capture_output=True, text=True, check=False)
        silent = status != 0 or not text.startswith("tvsim") or done.stderr == ""
        self.assertEqual((done.returncode, silent), (status, True), text + "\n" + done.stderr)

    def seen_access(self, app, access):
        """Waits until the device's settings show an app's access."""
        self.browser._await(lambda _: self.js(
            "return document.querySelector(`#permissions [data-app='${arguments[0]}']`)?.value", app) == access)

    def device(self, world=""):
        """Everything that the page shows, but the journal."""
        admin = f"{self.simulator.url}{world}/_sim/v1"
        shown = [requests.get(f"{admin}/{part}", timeout=PATIENCE).json() for part in ("device", "integrations", "providers")]
        return json.dumps(shown, sort_keys=True, separators=(",", ":"))

    def journal(self, world=""):
        """The numbers and events of what was decided, by the admin API, the newest first."""
        answer = requests.get(f"{self.simulator.url}{world}/_sim/v1/journal?limit=10000", timeout=PATIENCE).json()
        return [[f"#{entry['number']}", entry["event"]] for entry in reversed(answer["entries"])]

    def lines(self):
        """The same by the page."""
        return self.js("return [...document.querySelectorAll('#journal .line')].map(line => "
                       "['.number', '.event'].map(part => line.querySelector(part).textContent))")

    def unfold(self):
        """Opens whatever is folded, and shows all views: what is not seen has no name for anybody."""
        self.js("""for (const at of document.querySelectorAll('details')) at.open = true;
            for (const at of document.querySelectorAll('[role=tabpanel]')) at.hidden = false""")

    def tabs(self):
        """The names of the views."""
        return self.js("return [...document.querySelectorAll('[role=tab]')].map(at => at.id.replace('tab-', ''))")

    def size(self, width, height, scheme="light"):
        """Gives the window a size and a color scheme."""
        self.browser.size(width, height, scheme)

    def unsize(self):
        """Gives the window its own size and color scheme again."""
        self.browser.unsize()

    def perform(self, text):
        """Sends an event as a profile writes it."""
        requests.post(self.admin + "/commands", data=text.encode(), timeout=PATIENCE).raise_for_status()

    def import_profile(self, name, profile, world=""):
        """Replaces the state of a world by that of a device made from a profile; returns what it was."""
        path = self.simulator.path(name + ".yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(profile)
        self.simulator.tvsim("device", "create", name, "--profile", path)
        exported = self.simulator.tvsim("device", "export", "-", "--device", name)
        place = f"{self.simulator.url}{world}/_sim/v1/state"
        before = requests.get(place, timeout=PATIENCE).text
        requests.put(place, data=exported.encode(), timeout=PATIENCE).raise_for_status()
        return before

    def network(self, offline=False, latency=0):
        """Makes the browser's network slow, or takes it away."""
        self.browser.driver.execute_cdp_cmd("Network.enable", {})
        self.browser.driver.execute_cdp_cmd(
            "Network.emulateNetworkConditions",
            {"offline": offline, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1})
        # The console has noted failed requests while the network was away. They are not the fault of the page.
        self.browser.driver.get_log("browser")
