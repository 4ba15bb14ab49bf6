import pytest

from apple_client import AppleClient

back_in_the_app = "https://example.com/signed-in"


@pytest.fixture
def client(world, device):
    return AppleClient(world.url, device.software_statement)


def test_does_not_sign_in_before_the_user_has_decided(device, client):
    device.sign_in("Cablevision", "alice")

    assert client.ask_framework()["error"]["name"] == "accessNotGranted"
    assert client.sign_in_silently() is None
    assert device.why_not("setRequestor") == ["permissionGranted"]


def test_does_not_sign_in_with_a_provider_that_is_not_supported(device, client):
    device.set_permission("granted")
    device.leave_picker_open()
    assert client.ask_framework(isInterruptionAllowed=True) is None

    device.act({"choose": "Suddenlink"})

    assert client.wait_for_user()["error"]["name"] == "unsupportedProvider"
    assert client.sign_in_silently() is None


def test_does_not_sign_in_silently_while_single_sign_on_is_off(world, device, client):
    device.set_permission("granted")
    device.sign_in("Cablevision", "alice")
    world.perform({"integration": {"mvpd": "Cablevision", "set": {"singleSignOn": False}}})

    assert client.sign_in_silently() is None
    assert device.why_not("setRequestor") == ["singleSignOnEnabled"]


def test_signs_in_after_the_framework_was_unavailable_twice(world, device, client):
    device.set_permission("granted")
    device.sign_in("Cablevision", "alice")
    world.perform({"fault": {"at": "accountManager.enqueue", "error": "serviceTemporarilyUnavailable", "times": 2}})

    for _ in range(2):
        assert client.ask_framework()["error"]["name"] == "serviceTemporarilyUnavailable"
    assert client.sign_in_silently() == "Cablevision"


def test_is_signed_out_after_a_logout(world):
    client = world.client()
    world.sign_in(client.start_sign_in("Cablevision"), "alice")
    assert client.profile("Cablevision") is not None

    client.call("GET", f"/logout/Cablevision?redirectUrl={back_in_the_app}")

    assert client.profile("Cablevision") is None
