"""What the plugin does with the vendors' rules in the pytest of a user, each in a run of its own."""

import urllib.error
import urllib.request

import pytest

from test_plugin import evidence, surroundings  # noqa: F401

TESTS = """
    import urllib.request
    import pytest

    def ask(world):
        try:
            urllib.request.urlopen(world.url + "/api/v2/REF30/configuration")
        except OSError:
            pass

    def test_breaks(tvsim):
        ask(tvsim)

    def test_asks_nothing(tvsim):
        tvsim.permission.deny()

    @pytest.mark.tvsim_waive("bearer", reason="this test sends no token on purpose")
    def test_waives(tvsim):
        ask(tvsim)

    def test_waives_in_the_middle(tvsim):
        tvsim.waive("bearer", "the rest of this test sends no token on purpose")
        ask(tvsim)

    @pytest.mark.xfail
    def test_is_known(tvsim):
        ask(tvsim)
        assert 1 == 2

    @pytest.mark.xfail
    def test_was_known(tvsim):
        ask(tvsim)
"""
OUTCOMES = {"failed": 1, "passed": 3, "xfailed": 1, "xpassed": 1}


def test_without_the_option_a_broken_rule_fails_nothing(pytester):
    pytester.makepyfile(TESTS)
    result = pytester.runpytest()
    result.assert_outcomes(**(OUTCOMES | {"failed": 0, "passed": 4}))
    result.stdout.no_fnmatch_line("tvsim rules:*")


@pytest.mark.parametrize("form", ["--tvsim-rules=mandatory", "-otvsim_rules=mandatory", "TVSIM_RULES"])
def test_a_test_that_breaks_a_rule_fails_with_the_rule_and_its_evidence_is_kept(pytester, monkeypatch, form):
    pytester.makepyfile(TESTS)
    if form == "TVSIM_RULES":
        monkeypatch.setenv(form, "mandatory")
    result = pytester.runpytest(*([] if form == "TVSIM_RULES" else [form]))
    result.assert_outcomes(**OUTCOMES)
    result.stdout.fnmatch_lines(["*_ test_breaks _*", "*bearer*", "*- tvsim -*", "*- tvsim evidence -*", "tvsim rules: * held, *"])
    # That of the test which fails as it is expected is not kept.
    assert {path.split("/")[2][:11] for path in evidence(pytester)} == {"test-breaks"}


def test_a_rule_of_a_lower_severity_fails_only_if_it_is_asked_for(pytester, tvsim_server):
    with tvsim_server.world() as world:
        register = urllib.request.Request(
            world.url + "/o/client/register", b'{"software_statement": "none"}', {"Content-Type": "application/json"})
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(register)
        broken = [(rule["id"], rule["severity"]) for rule in world.rules()["rules"] if rule["verdict"] == "broken"]
        assert broken == [("device-info", "recommended")]
        assert "failure" not in world.rules() and "failure" not in world.rules("mandatory")
        for severity in ("recommended", "guideline"):
            assert "device-info" in world.rules(severity)["failure"]
        assert " broken" in tvsim_server.rules()["summary"]


def test_each_world_of_a_test_is_judged(pytester):
    pytester.makepyfile(TESTS + """
    def test_breaks_in_the_second(tvsim, tvsim_world):
        ask(tvsim_world())
""")
    result = pytester.runpytest("--tvsim-rules=mandatory", "-k", "second")
    result.assert_outcomes(failed=1, deselected=6)
    result.stdout.fnmatch_lines(["test-breaks-in-the-second-*-2: *", "*bearer*", "*- tvsim (test-breaks-in-the-second-*) -*"])


def test_each_process_says_what_became_of_the_rules_of_its_server(pytester, monkeypatch):
    pytest.importorskip("xdist")
    pytester.makepyfile(TESTS)
    arguments = ("-n", "2", "--tvsim-rules=mandatory")
    for url, lines in ((True, 1), (False, 2)):
        if not url:
            monkeypatch.delenv("TVSIM_URL")
        result = pytester.runpytest_subprocess(*arguments)
        result.assert_outcomes(**OUTCOMES)
        assert len([line for line in result.outlines if line.startswith("tvsim rules: ")]) == lines
