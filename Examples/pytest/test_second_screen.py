def test_signs_in_on_a_second_screen(world):
    client = world.client()
    code = client.start_second_screen()
    assert client.profiles_of(code) == {}

    assert world.activate(code, "Mediacom", "erin") == "https://example.com/signed-in"

    assert client.profiles_of(code)["Mediacom"]["attributes"]["userID"]["value"] == "erin-1"
    assert client.may_watch("Mediacom", "REF30")
