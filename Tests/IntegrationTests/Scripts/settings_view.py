"""What differs from the profile, what ends by itself, and the settings of the world, each changed in place."""

import requests
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from page import Page
from simulator import PATIENCE, main


class SettingsView(Page):
    def setUp(self):
        self.begin_anew()

    def test_1_changed(self):
        """lists what differs from the profile with a way back, and what ends by itself with a way past it"""
        self.assertEqual(self.all("#changes li"), [])
        self.sample()
        self.until_row("ok", "Silent sign-in")
        self.sees(lambda: "Profile Cablevision" in self.find("[data-jump][aria-label*=Profile]").get_attribute("aria-label"))
        self.browser.judge_everywhere(self, "workbench-deadlines", "#state")
        ends = len(self.all("[data-jump]"))
        self.find("[data-jump][aria-label*='Profile Cablevision']").click()
        self.sees(lambda: len(self.all("[data-jump]")) < ends and not self.all("[data-jump][aria-label*='Profile Cablevision']"))
        self.change(integration={"mvpd": "Cablevision", "set": {"singleSignOn": False}})
        self.change(fault={"at": "service.token", "error": 503, "times": 2, "after": 1})
        self.sees(lambda: len(self.all("#changes li")) == 2)
        self.browser.judge_everywhere(self, "workbench-changes", "#state")
        # One press leads to the row, whose field has the focus.
        self.click("#changes [data-change*=Cablevision]")
        self.sees(lambda: "singleSignOn" in self.focused())
        self.browser.judge_everywhere(self, "workbench-changed-setting", "#detail")
        for left in [1, 0]:
            self.find("#changes li button[aria-label^='Change back']").click()
            self.sees(lambda left=left: len(self.all("#changes li")) == left)
        integrations = requests.get(self.admin + "/integrations", timeout=PATIENCE).json()["integrations"]
        self.assertTrue(all(one["singleSignOn"] for one in integrations if one["mvpd"] == "Cablevision"))
        self.assertEqual(requests.get(self.admin + "/device", timeout=PATIENCE).json()["faults"], [])

    def setting(self, name):
        """The row of a setting, as soon as it is shown."""
        self.sees(lambda: self.all(f"[data-setting='{name}']"))
        return self.find(f"[data-setting='{name}']")

    def test_2_settings(self):
        """finds a setting by words, changes it in place, and says a refusal beside it in the server's own words"""
        self.show("settings")
        self.click("[data-holder='provider:Dish']")
        self.until("#settings-title", "Dish")
        self.browser.judge_everywhere(self, "workbench-settings", "#detail")
        search = self.find("#settings-filter [name=text]")
        search.send_keys("dish LIFETIME media")
        self.until("#settings-told", "1 setting")
        row = self.setting("MVPD Dish for REF30 mediaTokenTTL")
        field = row.find_element(By.NAME, "value")
        self.type_into(field, "soon")
        field.send_keys(Keys.ENTER)
        self.sees(lambda: "soon" in row.find_element(By.CSS_SELECTOR, ".outcome").text)
        self.assertEqual(field.get_attribute("aria-invalid"), "true")
        self.browser.judge_everywhere(self, "workbench-setting-refused", "#detail")
        # What was typed stays until it is right, or until Escape.
        self.change(advance="1d")
        self.until("#now", "2026-01-02")
        self.assertEqual(field.get_attribute("value"), "soon")
        field.send_keys(Keys.ESCAPE)
        self.sees(lambda: field.get_attribute("value") == "7m")
        self.type_into(field, "9m")
        field.send_keys(Keys.ENTER)
        self.sees(lambda: '"mediaTokenTTL":"9m"' in self.device())
        # Long lists have a search, which finds by what a choice means.
        self.type_into(self.find("#settings-filter [name=text]"), "cablevision defect")
        choice = self.setting("Provider Cablevision defect").find_element(By.NAME, "choice")
        choice.click()
        self.sees(lambda: self.find("#palette").is_displayed())
        self.find("#palette-text").send_keys("conditions expired hour")
        self.sees(lambda: len(self.all("#palette-rows li")) == 1)
        self.browser.judge_everywhere(self, "workbench-defects", "#palette")
        self.find("#palette-text").send_keys(Keys.ENTER)
        self.sees(lambda: '"defect":"expired"' in self.device())
        self.sees(lambda: self.focused() == "Provider Cablevision: defect")
        # What another program changes is shown, also while the settings are open.
        self.change(provider={"id": "Cablevision", "set": {"defect": "wrongAudience"}})
        self.sees(lambda: choice.get_attribute("value") == "wrongAudience")
        # An object of several lines is one value, and what belongs together has its own way back.
        self.type_into(self.find("#settings-filter [name=text]"), "provider dish signinpage")
        self.select(self.setting("Provider Dish signInPage").find_element(By.NAME, "choice"), "other…")
        self.sees(lambda: self.setting("Provider Dish signInPage").find_element(By.NAME, "value").is_displayed())
        text = self.setting("Provider Dish signInPage").find_element(By.NAME, "value")
        text.clear()
        text.send_keys("entry: direct\naction: path", Keys.CONTROL + Keys.ENTER)
        self.sees(lambda: '"action":"path"' in self.device())
        self.press(self.form("resetProvider", {"provider": "Dish"}))
        self.sees(lambda: '"action":"path"' not in self.device())
        # The search of the page leads to the same row.
        self.click("#search")
        self.find("#palette-text").send_keys("setting dish signinpage")
        self.sees(lambda: "signInPage" in self.text("#palette-rows"))
        self.find("#palette-text").send_keys(Keys.ENTER)
        self.sees(lambda: self.focused() == "Provider Dish: signInPage")


if __name__ == "__main__":
    main()
