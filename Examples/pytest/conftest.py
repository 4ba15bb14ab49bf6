"""Gives each test its own simulated world, and a user who signs in with a browser."""

import html.parser
import os
import re
import zlib

import pytest
import requests

from streaming_client import StreamingClient


class World:
    """An isolated world of the server that `tvsim exec` has started."""

    def __init__(self, name):
        self.url = f"{os.environ['TVSIM_URL']}/s/{name}"

    def perform(self, command):
        """Changes the world. The command is a Python value: {"advance": "31d"}."""
        response = requests.post(f"{self.url}/_sim/v1/commands", json=command)
        assert response.ok, response.text

    def client(self):
        device = requests.get(f"{self.url}/_sim/v1/device").json()
        return StreamingClient(self.url, device["softwareStatement"])

    def sign_in(self, page_url, username):
        """Signs in on the TV provider's page as a browser does. Returns the address at which the browser ends."""
        browser = requests.Session()
        page = browser.get(page_url)
        form = Form(page)
        form.fields |= {"username": username, "password": "secret", "action": "sign-in"}
        form = Form(form.submit(browser))
        return form.submit(browser, allow_redirects=False).headers["Location"]


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

    def submit(self, browser, **options):
        return browser.post(self.address, self.fields, **options)


@pytest.fixture
def world(request):
    # A name has at most 64 letters, digits and hyphens. The checksum keeps similar test names apart.
    name = re.sub(r"[^A-Za-z0-9]+", "-", request.node.name)[:48]
    world = World(f"{name}-{zlib.crc32(request.node.nodeid.encode()):08x}")
    yield world
    requests.delete(f"{world.url}/_sim/v1/world")
