from streaming_client import StreamingClient


def test_signs_in_on_a_second_screen(tvsim):
    client = StreamingClient(tvsim.url, tvsim.statement())
    code = client.start_second_screen()
    assert client.profiles_of(code) == {}

    assert tvsim.viewer.activate(code, "Mediacom", "erin") == "https://example.com/signed-in"
    tvsim.clock.advance("5s")

    assert client.profiles_of(code)["Mediacom"]["attributes"]["userID"]["value"] == "erin-1"
    assert client.may_watch("Mediacom", "REF30")
