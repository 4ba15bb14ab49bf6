import pytest
import requests

from apple_client import AppleClient


@pytest.fixture
def client(world):
    device = requests.get(f"{world.url}/_sim/v1/device").json()
    return AppleClient(world.url, device["softwareStatement"])


def test_signs_in_with_the_account_of_the_device(world, client):
    world.perform({"permission": "granted"})
    world.perform({"signIn": {"provider": "Cablevision", "as": "alice"}})

    assert client.sign_in_silently() == "Cablevision"
    assert client.may_watch("Cablevision", "REF30")


def test_does_not_sign_in_without_access(world, client):
    world.perform({"permission": "denied"})
    assert client.ask_framework()["error"]["name"] == "accessNotGranted"
    assert client.sign_in_silently() is None


def test_signs_in_with_the_provider_that_the_user_chooses(world, client):
    world.perform({"permission": "granted"})
    world.perform({"viewer": {"systemPicker": "none"}})
    assert client.ask_framework(isInterruptionAllowed=True) is None

    for action in ({"choose": "Dish"}, {"signIn": {"as": "carol"}}):
        requests.post(f"{world.url}/_sim/v1/framework/interface", json=action).raise_for_status()

    assert client.wait_for_user()["metadata"]["accountProviderIdentifier"] == "Dish"
    assert client.sign_in_silently() == "Dish"
