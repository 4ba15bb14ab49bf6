import hashlib
import json

import pytest

from streaming_client import StreamingClient, base64_of

PASSES = {"TempPass": {"tempPass": {"duration": "10m"}}, "Promotion": {"tempPass": {"duration": "1d", "resources": 2}}}


@pytest.fixture
def client(tvsim):
    tvsim.perform({"service": {"requestors": {"REF30": {"integrations": PASSES}}}})
    return StreamingClient(tvsim.url, tvsim.statement())


def decide(client, mvpd, resource):
    """Returns None if the user may watch, else the code of the error."""
    decision = client.call("POST", f"/decisions/authorize/{mvpd}", json={"resources": [resource]})["decisions"][0]
    return None if decision["authorized"] else decision["error"]["code"]


def test_the_pass_ends_ten_minutes_after_the_first_permit(tvsim, client):
    tvsim.clock.advance("1h")
    assert client.profile("TempPass")["type"] == "temporary"
    assert decide(client, "TempPass", "REF30") is None

    tvsim.clock.advance("10m")
    assert decide(client, "TempPass", "REF30") == "temporary_access_duration_limit_exceeded"


def test_the_promotional_pass_permits_two_resources(client):
    person = hashlib.sha256(b"alice@example.com").hexdigest()
    client.http.headers["AP-TempPass-Identity"] = base64_of(json.dumps({"email": person}))

    assert [decide(client, "Promotion", name) for name in ("news", "sports", "news")] == [
        None, None, "temporary_access_resources_limit_exceeded"]


def test_the_pass_begins_again_after_a_reset(tvsim, client):
    assert decide(client, "TempPass", "REF30") is None
    tvsim.clock.advance("10m")

    answer = client.send("DELETE", "/reset-tempass/v3/reset?requestor_id=REF30&mvpd_id=TempPass&device_id=all")

    assert answer.status_code == 204
    assert decide(client, "TempPass", "REF30") is None
