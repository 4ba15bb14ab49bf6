import pytest
from tvsim import TvsimError

from streaming_client import StreamingClient


@pytest.fixture
def client(tvsim):
    return StreamingClient(tvsim.url, tvsim.statement())


def test_the_password_is_wrong(tvsim, client):
    with pytest.raises(TvsimError, match="refused 'alice'"):
        tvsim.viewer.visit(client.start_sign_in("Cablevision"), "alice", "wrong")


def test_the_tv_provider_refuses_the_user(tvsim, client):
    tvsim.provider("Cablevision", defect="statusRequestDenied")

    end = tvsim.viewer.visit(client.start_sign_in("Cablevision"), "alice")

    assert end == "https://example.com/signed-in"
    assert client.profile("Cablevision") is None


def test_the_tv_provider_refuses_the_user_once(tvsim, client):
    tvsim.faults.add("provider.signIn", "rejected", only={"subscriber": "alice"}, times=1)
    tvsim.viewer.visit(client.start_sign_in("Cablevision"), "alice")
    assert client.profile("Cablevision") is None

    tvsim.viewer.visit(client.start_sign_in("Cablevision"), "alice")
    assert client.profile("Cablevision") is not None


def test_no_password_is_right_after_two_wrong_ones(tvsim, client):
    tvsim.provider("Cablevision", signInPage={"lockout": {"after": 2, "for": "15m"}})
    for password in ("wrong", "wrong", "secret"):
        with pytest.raises(TvsimError, match="refused 'alice'"):
            tvsim.viewer.visit(client.start_sign_in("Cablevision"), "alice", password)

    tvsim.clock.advance("15m")
    tvsim.viewer.visit(client.start_sign_in("Cablevision"), "alice")


def test_the_user_may_not_watch(tvsim, client):
    tvsim.provider("Cablevision", denialText="Your package does not include this channel.")
    tvsim.viewer.visit(client.start_sign_in("Cablevision"), "bob")

    decision = client.call("POST", "/decisions/authorize/Cablevision", json={"resources": ["REF30"]})["decisions"][0]

    assert decision["error"]["code"] == "authorization_denied_by_mvpd"
    assert decision["error"]["details"] == "Your package does not include this channel."
