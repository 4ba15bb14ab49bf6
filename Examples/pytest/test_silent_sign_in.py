import pytest

from apple_client import AppleClient


@pytest.fixture
def client(world, device):
    return AppleClient(world.url, device.software_statement)


def test_signs_in_with_the_account_of_the_device(device, client):
    device.set_permission("granted")
    device.sign_in("Cablevision", "alice")

    assert client.sign_in_silently() == "Cablevision"
    assert client.may_watch("Cablevision", "REF30")


def test_does_not_sign_in_without_access(device, client):
    device.set_permission("denied")
    device.sign_in("Cablevision", "alice")

    assert client.ask_framework()["error"]["name"] == "accessNotGranted"
    assert client.sign_in_silently() is None
    assert device.why_not("setRequestor") == ["permissionGranted"]


def test_does_not_sign_in_after_the_user_signs_out(device, client):
    device.set_permission("granted")
    device.sign_in("Cablevision", "alice")
    device.sign_out()

    assert client.sign_in_silently() is None


def test_does_not_sign_in_with_an_expired_account(world, device, client):
    device.set_permission("granted")
    device.sign_in("Cablevision", "alice", expires="+30d")
    world.perform({"advance": "31d"})

    assert client.sign_in_silently() is None


def test_signs_in_with_the_provider_that_the_user_chooses(device, client):
    device.set_permission("granted")
    device.leave_picker_open()
    assert client.ask_framework(isInterruptionAllowed=True) is None

    device.act({"choose": "Dish"})
    device.act({"signIn": {"as": "carol"}})

    assert client.wait_for_user()["metadata"]["accountProviderIdentifier"] == "Dish"
    assert client.sign_in_silently() == "Dish"


def test_does_not_sign_in_when_the_user_closes_the_picker(device, client):
    device.set_permission("granted")
    device.leave_picker_open()
    assert client.ask_framework(isInterruptionAllowed=True) is None

    device.act("cancel")

    assert client.wait_for_user()["error"]["name"] == "userCancelled"
    assert client.sign_in_silently() is None
