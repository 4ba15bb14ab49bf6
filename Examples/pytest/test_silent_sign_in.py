import pytest

from apple_client import AppleClient


@pytest.fixture
def client(tvsim):
    return AppleClient(tvsim.url, tvsim.statement(), tvsim.framework)


def test_signs_in_with_the_account_of_the_device(tvsim, client):
    tvsim.permission.grant()
    tvsim.account.sign_in("Cablevision", "alice")

    assert client.sign_in_silently() == "Cablevision"
    assert client.may_watch("Cablevision", "REF30")


def test_does_not_sign_in_without_access(tvsim, client):
    tvsim.permission.deny()
    tvsim.account.sign_in("Cablevision", "alice")

    assert client.ask_framework()["error"]["name"] == "accessNotGranted"
    assert client.sign_in_silently() is None
    assert tvsim.explain()["stoppedBy"] == "permissionGranted"


def test_does_not_sign_in_after_the_user_signs_out(tvsim, client):
    tvsim.permission.grant()
    tvsim.account.sign_in("Cablevision", "alice")
    tvsim.account.sign_out()

    assert client.sign_in_silently() is None


def test_does_not_sign_in_with_an_expired_account(tvsim, client):
    tvsim.permission.grant()
    tvsim.account.sign_in("Cablevision", "alice", expires="+30d")
    tvsim.clock.advance("31d")

    assert client.sign_in_silently() is None


def test_signs_in_with_the_provider_that_the_user_chooses(tvsim, client):
    tvsim.permission.grant()
    tvsim.viewer.answer(systemPicker="none")
    assert tvsim.framework.access_status()["accessStatus"] == "granted"
    request = tvsim.framework.begin_account_metadata(
        isInterruptionAllowed=True, includeAccountProviderIdentifier=True)

    tvsim.viewer.choose("Dish")
    tvsim.viewer.sign_in("carol")

    assert client.use(request.answer())["metadata"]["accountProviderIdentifier"] == "Dish"
    assert client.sign_in_silently() == "Dish"


def test_does_not_sign_in_when_the_user_closes_the_picker(tvsim, client):
    tvsim.permission.grant()
    tvsim.viewer.answer(systemPicker="none")
    assert tvsim.framework.access_status()["accessStatus"] == "granted"
    request = tvsim.framework.begin_account_metadata(isInterruptionAllowed=True)

    tvsim.viewer.cancel()

    assert client.use(request.answer())["error"]["name"] == "userCancelled"
    assert client.sign_in_silently() is None
