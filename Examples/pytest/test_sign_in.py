import pytest
import requests

from streaming_client import StreamingClient


@pytest.fixture
def client(tvsim):
    return StreamingClient(tvsim.url, tvsim.statement())


def test_signs_in_and_may_watch(tvsim, client):
    page = client.start_sign_in("Cablevision")
    assert client.profile("Cablevision") is None

    assert tvsim.viewer.visit(page, "alice") == "https://example.com/signed-in"

    assert client.profile("Cablevision")["attributes"]["userID"]["value"] == "alice-1"
    assert client.may_watch("Cablevision", "REF30")


def test_is_signed_out_after_30_days(tvsim, client):
    tvsim.viewer.visit(client.start_sign_in("Cablevision"), "alice")
    tvsim.clock.advance("29d")
    assert client.profile("Cablevision") is not None

    tvsim.clock.advance("1d")
    assert client.profile("Cablevision") is None


def test_retries_once_when_the_service_is_unavailable(tvsim, client):
    tvsim.faults.add("service.sessions", 503, times=1)
    assert "/authenticate/" in client.start_sign_in("Cablevision")


def test_gives_up_when_the_service_stays_unavailable(tvsim, client):
    with tvsim.faults.during("service.sessions", 503), pytest.raises(requests.HTTPError):
        client.start_sign_in("Cablevision")


def test_is_signed_out_after_a_logout(tvsim, client):
    tvsim.viewer.visit(client.start_sign_in("Cablevision"), "alice")
    assert client.profile("Cablevision") is not None

    client.call("GET", "/logout/Cablevision?redirectUrl=https://example.com/signed-in")

    assert client.profile("Cablevision") is None
