"""Gives each test its own simulated world with a device, and a user who signs in with a browser."""

import html.parser
import os
import re
import zlib

import pytest
import requests

from streaming_client import StreamingClient


class World:
    """An isolated world of a server: a device, TV providers and a service."""

    def __init__(self, url):
        self.url = url
        self.admin = f"{url}/_sim/v1"

    def perform(self, command):
        """Changes the world. The command is a Python value: {"advance": "31d"}."""
        response = requests.post(f"{self.admin}/commands", json=command)
        assert response.ok, response.text

    def client(self):
        return StreamingClient(self.url, Device(self).software_statement)

    def sign_in(self, page_url, username):
        """Signs in on the TV provider's page as a browser does. Returns the address at which the browser ends."""
        browser = requests.Session()
        return self.fill_in(browser.get(page_url), browser, username)

    def activate(self, code, mvpd, username):
        """Types the code of a TV on the page of the second screen, chooses the TV provider, and signs in there."""
        browser = requests.Session()
        page = browser.get(f"{self.url}/activate")
        page = Form(page).submit(browser, code=code)
        page = Form(page).submit(browser, mvpd=mvpd)
        return self.fill_in(page, browser, username)

    def fill_in(self, page, browser, username):
        page = Form(page).submit(browser, username=username, password="secret", action="sign-in")
        # This page sends itself in a browser with scripts.
        return Form(page).submit(browser, follows=False).headers["Location"]


class Device:
    """The simulated device of a world, and its user."""

    def __init__(self, world):
        self.world = world

    @property
    def software_statement(self):
        return requests.get(f"{self.world.admin}/device").json()["softwareStatement"]

    def set_permission(self, access):
        """Sets what the app may do: "granted", "denied", "restricted" or "notDetermined"."""
        self.world.perform({"permission": access})

    def sign_in(self, provider, username, **options):
        """Signs the user in to the TV provider account of the device."""
        self.world.perform({"signIn": {"provider": provider, "as": username, **options}})

    def sign_out(self):
        self.world.perform("signOut")

    def leave_picker_open(self):
        """Leaves the provider picker open, so that the test acts in it."""
        self.world.perform({"viewer": {"systemPicker": "none"}})

    def act(self, action):
        """Acts in the provider picker or on the sign-in page: {"choose": "Dish"}, or "cancel"."""
        response = requests.post(f"{self.world.admin}/framework/interface", json=action)
        assert response.ok, response.text

    def why_not(self, call):
        """Returns the names of the conditions that keep a call of the app from succeeding."""
        answer = requests.get(f"{self.world.admin}/explain", params={"call": call}).json()
        return [condition["name"] for condition in answer["conditions"] if not condition["holds"]]


class Form(html.parser.HTMLParser):
    """The form of a page."""

    def __init__(self, page):
        super().__init__()
        self.address, self.fields = page.url, {}
        self.page = page.url
        self.feed(page.text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form":
            self.address = requests.compat.urljoin(self.page, attributes.get("action") or "")
        if tag == "input" and attributes.get("type") == "hidden":
            self.fields[attributes["name"]] = attributes["value"]

    def submit(self, browser, follows=True, **typed):
        return browser.post(self.address, self.fields | typed, allow_redirects=follows)


@pytest.fixture(scope="session")
def tvsim():
    """The address of the server."""
    if "TVSIM_URL" not in os.environ:
        pytest.exit("No simulator is running. Start the tests with: tvsim exec -- pytest", returncode=2)
    return os.environ["TVSIM_URL"]


@pytest.fixture
def world(tvsim, request):
    # A name has at most 64 letters, digits and hyphens. The checksum keeps similar test names apart.
    name = re.sub(r"[^A-Za-z0-9]+", "-", request.node.name)[:48]
    world = World(f"{tvsim}/s/{name}-{zlib.crc32(request.node.nodeid.encode()):08x}")
    yield world
    requests.delete(f"{world.admin}/world")


@pytest.fixture
def device(world):
    return Device(world)
