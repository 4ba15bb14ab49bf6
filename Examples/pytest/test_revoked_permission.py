from apple_client import AppleClient


def test_permission_is_revoked_between_launches(tvsim):
    client = AppleClient(tvsim.url, tvsim.statement(), tvsim.framework)
    tvsim.permission.grant()
    tvsim.account.sign_in("Cablevision", "alice", expires="+30d")

    assert client.sign_in_silently() == "Cablevision"

    tvsim.permission.deny()

    assert client.ask_framework()["error"]["name"] == "accessNotGranted"
    assert client.sign_in_silently() is None
    assert tvsim.explain()["stoppedBy"] == "permissionGranted"
