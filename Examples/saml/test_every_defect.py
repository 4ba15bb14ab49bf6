import html
import json
import os
import pathlib
import re
import subprocess

import pytest
import requests

from service_provider import CONSUMER, ENTITY_ID, ServiceProvider

PROGRAM = os.environ.get("TVSIM_PROGRAM", "tvsim")
DEFECTS = json.loads(subprocess.check_output([PROGRAM, "saml", "defects", "--format", "json"]))["defects"]
ACCEPTED = pathlib.Path(__file__).with_name("accepted.txt").read_text().split()


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    folder = tmp_path_factory.mktemp("keys")
    command = "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=sp -days 2 -keyout key.pem -out certificate.pem"
    subprocess.run(command.split(), cwd=folder, check=True, capture_output=True)
    return [(folder / name).read_text() for name in ("key.pem", "certificate.pem")]


@pytest.fixture(scope="module")
def world(tvsim_server, keys):
    party = {"assertionConsumerServices": [CONSUMER], "certificate": keys[1]}
    # A user in the home network of the provider signs in without a password.
    provider = {"serviceProviders": {ENTITY_ID: party}, "subscribers": {"alice": {}}, "homeNetwork": "alice"}
    return tvsim_server.world(profile={"schema": 1, "clock": "follow", "providers": {"Cablevision": provider}})


@pytest.fixture(scope="module")
def service_provider(world, keys):
    metadata = requests.get(world.url + "/mvpd/Cablevision/metadata", timeout=10).text
    return ServiceProvider(metadata, *keys)


def sign_in(service_provider):
    """Signs in at the simulated provider, and returns what your code makes of the form that the browser posts."""
    page = requests.get(service_provider.begin(), timeout=10).text
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page)
    return service_provider.consume({name: html.unescape(value) for name, value in fields})


def test_signs_in(world, service_provider):
    world.provider("Cablevision", defect="none")
    assert sign_in(service_provider) == ("alice", None)


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect["name"])
def test_defect(world, service_provider, defect):
    world.provider("Cablevision", defect=defect["name"])
    user, reason = sign_in(service_provider)

    assert user in (None, "alice"), "somebody else is signed in"
    assert (user is not None) == (defect["name"] in ACCEPTED), f"{defect['summary']} {reason or 'It is accepted.'}"
