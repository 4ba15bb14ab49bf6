import pytest
import requests


def test_signs_in_and_may_watch(world):
    client = world.client()
    page = client.start_sign_in("Cablevision")
    assert client.profile("Cablevision") is None

    assert world.sign_in(page, "alice") == "https://example.com/signed-in"

    assert client.profile("Cablevision")["attributes"]["userID"]["value"] == "alice-1"
    assert client.may_watch("Cablevision", "REF30")


def test_is_signed_out_after_30_days(world):
    client = world.client()
    world.sign_in(client.start_sign_in("Cablevision"), "alice")
    world.perform({"advance": "29d"})
    assert client.profile("Cablevision") is not None

    world.perform({"advance": "1d"})
    assert client.profile("Cablevision") is None


def test_retries_once_when_the_service_is_unavailable(world):
    client = world.client()
    world.perform({"fault": {"at": "service.sessions", "error": 503, "times": 1}})
    assert "/authenticate/" in client.start_sign_in("Cablevision")


def test_gives_up_when_the_service_stays_unavailable(world):
    client = world.client()
    world.perform({"fault": {"at": "service.sessions", "error": 503}})
    with pytest.raises(requests.HTTPError):
        client.start_sign_in("Cablevision")
