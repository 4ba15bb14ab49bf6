"""What the scripts about the page of a world share: a served world, a browser that has its page open, and its controls."""

import json
import os
import subprocess
import unittest

import requests
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from chromium import Chromium
from simulator import PATIENCE, Simulator

# The controls of the settings: those of a row, and those of a group. They say by these names what they are about.
TABLE = ["settings", "viewer", "integration", "provider", "resetSettings", "resetViewer", "resetIntegration", "resetProvider"]
ABOUT = ["mvpd", "requestor", "provider", "key"]
# The button that opens the popover of a control. The others stand in a panel.
DOORS = {
    "setPermission": "[data-row=access]", "signIn": "[data-row=account]", "expireAccount": "[data-row=account]",
    "signOut": "[data-row=account]", "jump": "[data-row=expires]", "answerHere": "[data-row=person]",
    "script": "[data-row=person]", "fault": "[data-row=fault]", "reset": "[data-row=reset]", "advance": "#clock",
    "setClock": "#clock", "followClock": "#clock", "freezeClock": "#clock", "removeWorld": "#world", "forget": "#more-filters",
}
SUBMIT = "button:not([type])"


class Page(unittest.TestCase):
    """The page of a world of PROFILE."""

    PROFILE = ""

    @classmethod
    def setUpClass(cls):
        cls.simulator = Simulator().start(cls.PROFILE, follows_wall_clock=False)
        cls.admin = cls.simulator.url + "/_sim/v1"
        cls.browser = Chromium()
        cls.browser.driver.set_window_size(1440, 1400)
        cls.browser.keeps_words = True

    @classmethod
    def tearDownClass(cls):
        cls.browser.quit()
        cls.simulator.stop()

    # Opening the page, and reading it.

    def begin_to_open(self, world="", query=""):
        """Goes to the page, at its shortest address unless it has a query."""
        self.browser.open(f"{self.simulator.url}{world}/_sim{'/v1/' + query if query else ''}")

    def open(self, world="", query=""):
        """Creates the world if it is missing, opens its page anew, and waits until the page shows it."""
        if world:
            requests.get(f"{self.simulator.url}{world}/_sim/v1/health", timeout=PATIENCE).raise_for_status()
        self.begin_to_open(world, query)
        self.await_ready()

    def await_ready(self):
        """Waits until the page shows the world, and knows its settings."""
        for sign in ["data-ready", "data-described"]:
            self.browser._await(lambda driver, sign=sign: driver.find_element(By.TAG_NAME, "body").get_attribute(sign))

    def await_seen(self):
        """Waits until the page, if it is open, shows the world as it is now."""
        if not self.js("return document.body.dataset.ready === 'true'"):
            return
        now = self.js("""const now = performance.now();
            document.dispatchEvent(new CustomEvent("view", { detail: "" }));
            return now""")
        self.browser._await(lambda _: float(self.js("return document.body.dataset.begunAt")) >= now)

    def find(self, selector):
        return self.browser.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.browser.driver.find_elements(By.CSS_SELECTOR, selector)

    def js(self, code, *arguments):
        """What a function's body in JavaScript returns."""
        return self.browser.driver.execute_script(code, *arguments)

    def text(self, selector):
        """The text of an element, seen or not."""
        return self.find(selector).get_attribute("textContent")

    def until(self, selector, text):
        """Waits until an element holds a text."""
        self.browser._await(lambda _: text in self.text(selector))

    def sees(self, condition):
        """Waits until something is true, which may need an element that comes later."""
        self.browser._await(lambda _: condition())

    def click(self, selector):
        """Presses what a person sees, as soon as it is there."""
        self.sees(lambda: self.find(selector).is_displayed())
        self.find(selector).click()

    def focused(self):
        """The name of what has the focus."""
        return self.browser.driver.switch_to.active_element.accessible_name

    # Panels, menus and the attempts.

    def search(self, text=""):
        """Opens search-or-do by the keyboard, and types."""
        ActionChains(self.browser.driver).key_down(Keys.CONTROL).send_keys("k").key_up(Keys.CONTROL).perform()
        self.sees(lambda: self.find("#palette-text").is_displayed())
        self.find("#palette-text").send_keys(text)

    def show(self, panel):
        """Shows a panel; "journal" shows the attempts alone."""
        self.close_menus()
        self.js("document.dispatchEvent(new CustomEvent('view', { detail: arguments[0] }))", panel)
        self.sees(lambda: (self.all(f"#detail[data-panel={panel}] *") or self.all(f"#panel-{panel}")) if panel != "journal"
                  else not self.all("#detail[data-panel]"))

    def open_menu(self, button):
        """Opens a menu, unless it is open."""
        self.sees(lambda: self.find(button).is_displayed())
        if self.find(button).get_attribute("aria-expanded") != "true":
            self.close_menus()
            self.find(button).click()
        self.sees(lambda: self.find("[popover]:popover-open *").is_displayed())

    def close_menus(self):
        self.js("for (const at of document.querySelectorAll('[popover]:popover-open')) at.hidePopover()")

    def rows(self):
        """The attempts, the newest first: verdict, what it was and about what, and why."""
        return self.js("""return [...document.querySelectorAll('#flows .row')].map(
            row => [row.dataset.verdict, ...['b', '.about', '.why'].map(part => row.querySelector(part).textContent)])""")

    def until_row(self, verdict, name, reason=""):
        """Waits until the newest attempt has a verdict and a reason.

        A row shows what has arrived: its reason is another one until the last entry of the attempt is there."""
        self.sees(lambda: (rows := self.rows()) and rows[0][:2] == [verdict, name] and reason in rows[0][3])

    # Controls.

    def form(self, control, given=None):
        """A control, which is shown; one of the settings by what it is about."""
        wanted = {**(given or {}), **({"requestor": "REF30"} if "mvpd" in (given or {}) else {})}
        if control in DOORS:
            self.open_menu(DOORS[control])
        elif control == "platform":
            self.show("device")
        elif control in TABLE or control == "clearFaults":
            self.show_holder(control, wanted)
        find = """return [...document.querySelectorAll(`form[data-control=${arguments[0]}]`)].find(form => {
            const about = JSON.parse(form.dataset.given ?? "{}");
            return form.checkVisibility() && Object.entries(arguments[1]).every(([name, value]) => about[name] === value) })"""
        try:
            self.sees(lambda: self.js(find, control, wanted))
        except Exception:
            raise AssertionError(f"no control {control} {wanted}") from None
        return self.js(find, control, wanted)

    def show_holder(self, control, about):
        """Shows the settings of what has a control."""
        self.show("settings")
        kind = control.removeprefix("reset").lower()
        if kind in ["integration", "provider"]:
            name = about.get("provider") or next(
                one["provider"] for one in requests.get(self.admin + "/integrations", timeout=PATIENCE).json()["integrations"]
                if one["mvpd"] == about["mvpd"])
            kind = f"provider:{name}"
        self.click(f"[data-holder='{'faults' if kind == 'clearfaults' else kind}']")

    def type_into(self, field, text):
        """Replaces the text of a field."""
        self.js("""const [field, text] = arguments;
            field.focus();
            field.value = text;
            field.dispatchEvent(new Event("input", {bubbles: true}))""", field, text)

    def fill(self, control, values):
        """Fills in a control, and returns it."""
        about = {name: value for name, value in values.items() if name in ABOUT and control in TABLE}
        form = self.form(control, about)
        for name, value in values.items():
            if name in about:
                continue
            if name.startswith(("answer.", "only.", "probability")):
                self.js("for (const at of arguments[0].querySelectorAll('details')) at.open = true", form)
            if name == "value":
                self.choose(form, value)
                continue
            field = form.find_element(By.NAME, name)
            if field.tag_name == "select" or not field.is_displayed():
                self.select(field, value)
            else:
                self.type_into(field, value)
        return form

    def select(self, field, value):
        """Selects an option by its value, which may have any characters."""
        self.assertTrue(self.js("""
            const [field, value] = arguments;
            field.value = value;
            field.dispatchEvent(new Event("change", {bubbles: true}));
            return field.value === value""", field, value), f"{value} is not offered")

    def choose(self, form, value):
        """Prepares a value of a setting, without sending it: in the list if that offers it, else in the field."""
        if not form.find_elements(By.NAME, "choice"):
            field = form.find_element(By.NAME, "value")
            if field.get_attribute("type") == "hidden":
                self.js("arguments[0].value = arguments[1]", field, value)
            else:
                self.type_into(field, value)
            return
        isOffered = self.js("return [...arguments[0].elements.choice.options].some(at => at.value === arguments[1])", form, value)
        if isOffered:
            self.js("arguments[0].elements.choice.value = arguments[1]", form, value)
            return
        self.select(form.find_element(By.NAME, "choice"), "other…")
        self.sees(lambda: form.find_element(By.NAME, "value").is_displayed())
        self.type_into(form.find_element(By.NAME, "value"), value)

    def press(self, form):
        """Presses a control, and confirms it if the page asks."""
        asks = form.get_attribute("data-danger") and not form.get_attribute("data-off")
        button = form.find_element(By.CSS_SELECTOR, SUBMIT)
        # What is chosen is sent at once; other fields of such a control say what it is about.
        if button.is_displayed():
            button.click()
        else:
            self.js("arguments[0].requestSubmit()", form)
        if asks:
            self.click("#confirm-yes")

    def outcome(self, form):
        """Presses a control, and returns what the page says beside it."""
        self.press(form)
        self.sees(lambda: form.find_element(By.CSS_SELECTOR, ".outcome").text)
        return form.find_element(By.CSS_SELECTOR, ".outcome").text

    def does(self, control, values=None):
        """Fills in a control and presses it; it must succeed."""
        self.assertTrue(self.outcome(self.fill(control, values or {})).startswith("Done"), (control, values))

    def offered(self, control, name):
        """What can be chosen in a field of a control."""
        return self.js("return [...arguments[0].elements[arguments[1]].options].map(at => at.value)",
                       self.form(control), name)

    def words(self, form):
        """What the control says: a command of a terminal, for curl, for tests in Swift, Python and JavaScript, and a step."""
        form.find_element(By.CSS_SELECTOR, "[data-copies]").click()
        self.sees(lambda: self.find("#copying").is_displayed())
        texts = [code.get_attribute("textContent") for code in self.all("#copying code")]
        self.js("document.querySelector('#copying').closest('[popover]').hidePopover()")
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

    # The world, by the admin API.

    def seen_access(self, app, access):
        """Waits until the device's settings show an app's access."""
        self.show("device")
        self.sees(lambda: self.js(
            "return document.querySelector(`#permissions [data-app='${arguments[0]}']`)?.value", app) == access)

    def device(self, world=""):
        """Everything that the page shows, but the journal."""
        admin = f"{self.simulator.url}{world}/_sim/v1"
        shown = [requests.get(f"{admin}/{part}", timeout=PATIENCE).json() for part in ("device", "integrations", "providers")]
        return json.dumps(shown, sort_keys=True, separators=(",", ":"))

    def journal(self, world=""):
        """The numbers of what was decided, with the sentences of commands and the events of others, the newest first."""
        answer = requests.get(f"{self.simulator.url}{world}/_sim/v1/journal?limit=10000", timeout=PATIENCE).json()
        return [[f"#{entry['number']}", entry.get("sentence", entry["event"])] for entry in reversed(answer["entries"])]

    def lines(self):
        """The same by the page, entry by entry."""
        return self.js("return [...document.querySelectorAll('#journal .line')].map(line => "
                       "['.number', '.event'].map(part => line.querySelector(part).textContent))")

    def begin_anew(self):
        """Brings the world to its profile, and opens the page of a person who has never been there."""
        self.browser.driver.get_log("browser")
        self.simulator.command("reset")
        requests.delete(self.admin + "/journal", timeout=PATIENCE).raise_for_status()
        self.begin_to_open()
        self.js("sessionStorage.clear(); localStorage.clear()")
        self.begin_to_open()
        self.await_ready()

    def sample(self):
        """Lets the page send the requests of an app. The panel stays with a sentence if one of them is refused."""
        self.show("connect")
        self.click("#sample button")
        self.sees(lambda: not self.all("#sample") or self.text("#sample .outcome"))

    def change(self, **event):
        """Sends an event of one key."""
        self.simulator.command(event)

    def perform(self, text):
        """Sends an event as a profile writes it."""
        requests.post(self.admin + "/commands", data=text.encode(), timeout=PATIENCE).raise_for_status()

    def ask(self, world="", **properties):
        """Requests the account in the name of an app, and returns the address of the request that waits."""
        answer = requests.post(
            f"{self.simulator.url}{world}/_sim/v1/framework/account-metadata", timeout=PATIENCE,
            json={"includeAccountProviderIdentifier": True, "isInterruptionAllowed": True,
                  "localizedVideoTitle": "The Match", **properties})
        self.assertEqual(answer.status_code, 202, answer.text)
        return self.simulator.url + answer.headers["Location"]

    def sign_in_silently(self):
        """Tries a silent sign-in as a client of REST API V2."""
        place = os.path.dirname(os.environ["TVSIM"])
        environment = {**self.simulator.environment, "TVSIM_URL": self.simulator.url, "TVSIM_ADMIN_URL": self.admin,
                       "TVSIM_DEVICE": "served", "PATH": place + os.pathsep + os.environ["PATH"]}
        script = os.path.join(os.path.dirname(__file__), "..", "..", "..", "docs", "partner-sso.sh")
        subprocess.run(["sh", script], env=environment, capture_output=True, check=False)

    def attempts(self, count, begin=0):
        """Makes attempts, each with one request that the service refuses."""
        for number in range(begin, begin + count):
            requests.post(self.simulator.url + "/api/v2/REF30/decisions/authorize/Cablevision",
                          json={"resources": [f"R{number}"]}, timeout=PATIENCE)

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
