import time

import pytest

from streaming_client import StreamingClient


@pytest.mark.tvsim(profile={"schema": 1, "clock": "follow"})
def test_profile_is_valid_by_the_clock_of_the_machine(tvsim):
    client = StreamingClient(tvsim.url, tvsim.statement())
    tvsim.viewer.visit(client.start_sign_in("Cablevision"), "alice")
    profile = client.profile("Cablevision")

    assert profile["notBefore"] <= time.time() * 1000 < profile["notAfter"]
