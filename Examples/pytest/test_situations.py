import pytest

from apple_client import AppleClient


@pytest.fixture
def client(tvsim):
    return AppleClient(tvsim.url, tvsim.statement(), tvsim.framework)


@pytest.mark.tvsim_matrix(access="all", account=["signedIn", "signedOut", "expired"])
def test_signs_in_silently_only_with_access_and_an_account(client, tvsim_situation):
    is_possible = tvsim_situation["access"] == "granted" and tvsim_situation["account"] == "signedIn"

    assert client.sign_in_silently() == ("Cablevision" if is_possible else None)


@pytest.mark.tvsim_matrix(access=["granted"], account=["signedIn"], response="all")
def test_signs_in_silently_only_with_a_good_response(client, tvsim_situation):
    is_good = tvsim_situation["response"] == "valid"

    assert client.sign_in_silently() == ("Cablevision" if is_good else None)


def test_does_not_sign_in_before_the_user_has_decided(tvsim, client):
    tvsim.account.sign_in("Cablevision", "alice")

    assert client.ask_framework()["error"]["name"] == "accessNotGranted"
    assert client.sign_in_silently() is None
    assert tvsim.explain()["stoppedBy"] == "permissionGranted"


def test_does_not_sign_in_with_a_provider_that_is_not_supported(tvsim, client):
    tvsim.permission.grant()
    tvsim.viewer.answer(systemPicker="none")
    assert tvsim.framework.access_status()["accessStatus"] == "granted"
    request = tvsim.framework.begin_account_metadata(isInterruptionAllowed=True)

    tvsim.viewer.choose("Suddenlink")

    assert client.use(request.answer())["error"]["name"] == "unsupportedProvider"
    assert client.sign_in_silently() is None


def test_does_not_sign_in_silently_while_single_sign_on_is_off(tvsim, client):
    tvsim.permission.grant()
    tvsim.account.sign_in("Cablevision", "alice")
    tvsim.integration("Cablevision", singleSignOn=False)

    assert client.sign_in_silently() is None
    assert tvsim.explain()["stoppedBy"] == "singleSignOnEnabled"


def test_signs_in_after_the_framework_was_unavailable_twice(tvsim, client):
    tvsim.permission.grant()
    tvsim.account.sign_in("Cablevision", "alice")
    tvsim.faults.add("accountManager.enqueue", "serviceTemporarilyUnavailable", times=2)

    for _ in range(2):
        assert client.ask_framework()["error"]["name"] == "serviceTemporarilyUnavailable"
    assert client.sign_in_silently() == "Cablevision"
