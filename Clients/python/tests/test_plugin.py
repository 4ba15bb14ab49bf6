"""What the plugin does in the pytest of a user, each in a run of its own."""

import json
import os
import shutil
import sys
import urllib.request

import pytest

from tvsim._program import find_program
from tvsim import evidence as package
from tvsim._pytest_evidence import MARK

FILES = (*package.FILES, MARK)

PYTHON = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q"]

FAILING = """
    import urllib.request

    def test_fails(tvsim):
        tvsim.permission.deny()
        try:
            urllib.request.urlopen(tvsim.url + "/api/v2/REF30/configuration")
        except OSError:
            pass
        tvsim.framework.access_status()
        assert 1 == 2

    def test_passes(tvsim):
        tvsim.permission.deny()
"""


@pytest.fixture(autouse=True)
def surroundings(monkeypatch, pytester, tvsim_server, tmp_path):
    """Inner runs use the server of the outer one, no device of the user, and no slow plugins of other packages."""
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:schemathesis -p no:hypothesispytest -p no:anyio")
    monkeypatch.setenv("TVSIM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TVSIM_URL", tvsim_server.url)
    monkeypatch.delenv("TVSIM_SITUATION", raising=False)


def evidence(pytester):
    return sorted(str(path.relative_to(pytester.path)) for path in pytester.path.glob(".tvsim/failed/*/*"))


def worlds(server):
    with urllib.request.urlopen(server.url + "/_sim/v1/worlds") as answer:
        return json.loads(answer.read())["worlds"]


def test_a_failed_test_shows_its_assertion_and_what_the_simulator_knows(pytester, tvsim_server):
    pytester.makepyfile(FAILING)
    result = pytester.runpytest("--junit-xml=junit.xml")
    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines([
        "tvsim: *, server http://127.0.0.1:*",
        "*AssertionError",
        "*- tvsim -*",
        "*assert 1 == 2*",
        "1  2026-01-01T00:00:00Z  Command: permission: done (\"denied\")",
        "2  *GET /api/v2/REF30/configuration: 401 invalid_access_token_client_application (The request has no *",
        "3  *VideoSubscriberAccount: checkAccessStatus: denied *",
        "The clock of this machine says 20*Z; the times above are the world's.",
        "*- tvsim evidence -*",
        ".tvsim/failed/test-fails-*",
    ])
    for part in ("*test_a_failed_test_shows_*.py::test_fails*", "*GET /api/v2/REF30/configuration*401*", '*"setPermission"*'):
        result.stdout.fnmatch_lines(["*- tvsim -*", part, "*- tvsim evidence -*"])
    files = evidence(pytester)
    assert [os.path.basename(file) for file in files] == [
        MARK, "evidence.json", "explain.json", "flows.json", "journal.json", "journal.txt", "report.html", "report.txt",
        "requests.har", "world.json"]
    folder = os.path.dirname(files[0])
    assert f'<property name="tvsim_evidence" value="{folder}" />' in (pytester.path / "junit.xml").read_text()
    log = json.loads((pytester.path / folder / "requests.har").read_text())["log"]
    assert [entry["response"]["status"] for entry in log["entries"]] == [401]
    assert not [world for world in worlds(tvsim_server) if "test-fails" in world]


def test_tests_of_one_name_in_two_files_have_evidence_each(pytester, monkeypatch):
    monkeypatch.delenv("TVSIM_URL")
    for name in ("test_one", "test_two"):
        pytester.makepyfile(**{name: "def test_it(tvsim):\n    tvsim.permission.deny()\n    assert 1 == 2\n"})
    pytester.runpytest().assert_outcomes(failed=2)
    assert len(evidence(pytester)) == 2 * len(FILES)


@pytest.mark.parametrize("keep, worlds_kept", [("failed", 1), ("all", 2), ("none", 0)])
@pytest.mark.parametrize("form", ["--tvsim-keep={}", "-otvsim_keep={}"])
def test_keeps_the_evidence_that_it_is_told_to(pytester, keep, worlds_kept, form):
    pytester.makepyfile(FAILING)
    pytester.runpytest(form.format(keep)).assert_outcomes(failed=1, passed=1)
    assert len(evidence(pytester)) == worlds_kept * len(FILES)


def test_removes_the_evidence_of_the_last_run_and_nothing_else(pytester):
    pytester.makepyfile(FAILING)
    pytester.runpytest()
    (own,) = (pytester.path / ".tvsim/failed").iterdir()
    noted = shutil.copytree(own, own.with_name("noted"))
    (noted / MARK).write_text("noted")
    (noted / "notes.txt").write_text("mine")
    shutil.copytree(own, own.with_name("copied"))
    for name in ("diary/journal.txt", "browser/requests.har", "other/data.txt"):
        path = own.with_name("x").parent / name
        path.parent.mkdir()
        path.write_text("mine")
    own.with_name("link").symlink_to("copied", target_is_directory=True)
    own.with_name("empty").mkdir()
    before = {each.name: sorted(os.listdir(each)) for each in own.parent.iterdir()}
    pytester.runpytest("-k", "passes").assert_outcomes(passed=1, deselected=1)
    assert before.pop(own.name) == sorted(FILES)
    assert {each.name: sorted(os.listdir(each)) for each in own.parent.iterdir()} == before


def test_a_failure_after_the_test_has_evidence_too(pytester):
    pytester.makepyfile("""
        import pytest

        @pytest.fixture
        def client(tvsim):
            yield
            raise ValueError("the client cannot be closed")

        def test_passes(client):
            pass
    """)
    result = pytester.runpytest()
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*the client cannot be closed", "*- tvsim -*"])
    assert len(evidence(pytester)) == len(FILES)


def test_each_of_several_worlds_has_evidence(pytester, tvsim_server):
    pytester.makepyfile("""
        def test_fails(tvsim, tvsim_world):
            assert tvsim_world(profile={"device": {"platform": "tvOS"}}).device()["platform"] == "tvOS"
            assert tvsim.device()["platform"] == "iOS"
            assert 1 == 2
    """)
    result = pytester.runpytest()
    result.stdout.fnmatch_lines(["*- tvsim (test-fails-????????) -*", "*- tvsim (test-fails-*-2) -*"])
    assert len(evidence(pytester)) == 2 * len(FILES)


def test_an_error_of_the_client_has_no_frames_of_the_client(pytester):
    pytester.makepyfile('def test_fails(tvsim):\n    tvsim.faults.add("service.sesions", 503)\n')
    result = pytester.runpytest()
    result.stdout.fnmatch_lines(["E *did you mean 'service.sessions'[?]", "", "test_*.py:2: TvsimError"])
    result.stdout.no_fnmatch_line("*device.py*")


def test_a_lost_world_is_an_error(pytester):
    pytester.makepyfile("""
        def test_loses_its_world(tvsim):
            tvsim.send("DELETE", "world")

        def test_removes_its_world(tvsim):
            tvsim.remove()
    """)
    result = pytester.runpytest()
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(["the world of the test cannot be removed: unknown world 'test-loses-its-world-*"])


def test_a_matrix_has_a_case_for_each_situation(pytester):
    pytester.makepyfile("""
        import pytest

        @pytest.mark.tvsim_matrix(access=["granted", "denied"], account=["signedIn", "signedOut"])
        def test_case(tvsim, tvsim_situation):
            assert tvsim.permission.get() == tvsim_situation["access"]
            assert tvsim.situation == tvsim_situation

        def test_without(tvsim_situation):
            assert tvsim_situation is None
    """)
    result = pytester.runpytest("-v")
    result.assert_outcomes(passed=5)
    result.stdout.fnmatch_lines(["*::test_case?access=granted/account=signedIn? PASSED*"])
    pytester.runpytest("--tvsim-situation", "access=denied").assert_outcomes(passed=2, deselected=3)
    both = ("--tvsim-situation", "access=denied", "--tvsim-situation", "account=signedIn")
    pytester.runpytest(*both).assert_outcomes(passed=1, deselected=4)
    result = pytester.runpytest("--tvsim-situation", "access=denid")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*no case has access=denid; the cases have access=denied, access=granted, *"])


def test_a_matrix_takes_the_profile_of_the_test(pytester):
    (pytester.mkdir("sub") / "profile.yaml").write_text("schema: 1\nname: x\nmatrix: {access: [denied, restricted]}\n")
    (pytester.path / "sub/test_it.py").write_text("""
import pytest

@pytest.mark.tvsim_matrix(profile="profile.yaml")
def test_file(tvsim, tvsim_situation):
    assert tvsim.permission.get() == tvsim_situation["access"]

@pytest.mark.tvsim(profile={"device": {"platform": "tvOS"}})
@pytest.mark.tvsim_matrix(access=["denied", "restricted"])
def test_dictionary(tvsim, tvsim_situation):
    assert (tvsim.device()["platform"], tvsim.permission.get()) == ("tvOS", tvsim_situation["access"])

@pytest.mark.tvsim(profile="profile.yaml")
def test_world(tvsim):
    assert tvsim.device()["profile"] == "x"
""")
    pytester.runpytest().assert_outcomes(passed=5)
    result = pytester.runpytest("--tvsim-profile=sub/profile.yaml", "-k", "file or world")
    result.assert_outcomes(passed=3, deselected=2)


@pytest.mark.parametrize(
    "marker, argument, message",
    [
        ("tvsim_matrix(acess='all')", "tvsim", "*did you mean 'access'?"),
        ("tvsim_matrix(access='all')", "", "*tvsim_matrix needs the fixture 'tvsim'*"),
        ("tvsim_matrix()", "tvsim", "*write tvsim_matrix(AXIS=[[]…], …) or tvsim_matrix(profile=FILE)"),
        ("tvsim_matrix(profile='none.yaml')", "tvsim", "*the profile '*none.yaml' cannot be read*"),
        ("tvsim('x.yaml')", "tvsim", "*write tvsim(profile=…)"),
        ("tvsim_waive('bearer')", "tvsim", "*write tvsim_waive(RULE, reason=…)"),
        ("tvsim_waive('bearr', reason='x')", "tvsim", "*did you mean 'bearer'?"),
        ("tvsim(profile='x.yaml')", "tvsim", "*the profile '*x.yaml' cannot be read: No such file or directory"),
    ],
)
def test_a_wrong_marker_is_an_error(pytester, marker, argument, message):
    pytester.makepyfile(f"import pytest\n@pytest.mark.{marker}\ndef test_it({argument}): pass\n")
    result = pytester.runpytest()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([message])


@pytest.mark.parametrize("option", ["--tvsim-situation=access", "-otvsim_keep=some", "--tvsim-rules=all", "-otvsim_rules=hint"])
def test_a_wrong_option_is_an_error(pytester, option):
    assert pytester.runpytest(option).ret == pytest.ExitCode.USAGE_ERROR


def test_a_missing_server_is_one_message(pytester, monkeypatch):
    pytester.makepyfile(FAILING)
    result = pytester.runpytest("--tvsim-url=http://127.0.0.1:1")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: the server at http://127.0.0.1:1 did not answer *; check that it runs *"])
    monkeypatch.delenv("TVSIM_URL")
    monkeypatch.setenv("TVSIM_PROGRAM", "/nowhere/tvsim")
    result = pytester.runpytest()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: TVSIM_PROGRAM names '/nowhere/tvsim', which is not a program; install *"])


def test_starts_a_server_for_each_worker_and_shows_failures_of_all(pytester, monkeypatch):
    pytest.importorskip("xdist")
    monkeypatch.delenv("TVSIM_URL")
    pytester.makepyfile(FAILING)
    result = pytester.runpytest_subprocess("-n", "2")
    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines(["*- tvsim -*", ".tvsim/failed/test-fails-*"])


def test_exec_with_a_matrix_puts_each_world_into_its_situation(pytester, monkeypatch):
    monkeypatch.delenv("TVSIM_URL")
    pytester.makefile(".yaml", profile="schema: 1\nname: x\nmatrix: {access: [denied, restricted]}\n")
    pytester.makepyfile("""
        import os
        import pytest

        def test_world(tvsim, tvsim_situation):
            assert "access=" + tvsim.permission.get() == tvsim_situation.name == os.environ["TVSIM_SITUATION"]

        @pytest.mark.tvsim(profile={"device": {"platform": "tvOS"}})
        def test_own_profile(tvsim_world):
            with pytest.raises(Exception, match="runs these tests in the situation"):
                tvsim_world()
    """)
    result = pytester.run(find_program(), "exec", "--matrix", "profile.yaml", "--", *PYTHON)
    result.stdout.fnmatch_lines(["PASS  access=denied", "PASS  access=restricted"])


def test_exec_keeps_the_world_of_the_failed_test_and_no_other(pytester, monkeypatch):
    monkeypatch.delenv("TVSIM_URL")
    pytester.makepyfile(FAILING)
    result = pytester.run(find_program(), "exec", "--fresh", "--keep-on-failure", "kept", "--", *PYTHON)
    assert result.ret == 1
    kept = sorted(path.name for path in (pytester.path / "kept/s").iterdir())
    assert len(kept) == 1 and kept[0].startswith("test-fails-")
    assert "GET /api/v2/REF30/configuration: 401" in (pytester.path / "kept/s" / kept[0] / "journal.txt").read_text()


def test_a_lost_world_in_a_relative_url_fails_the_run(pytester, monkeypatch):
    monkeypatch.delenv("TVSIM_URL")
    pytester.makepyfile("""
        import os, urllib.request, urllib.error

        def test_passes_although_its_client_is_lost(tvsim):
            try:
                urllib.request.urlopen(os.environ["TVSIM_URL"] + "/api/v2/REF30/configuration")
            except urllib.error.HTTPError as error:
                assert error.code == 421
    """)
    result = pytester.run(find_program(), "exec", "--fresh", "--", *PYTHON)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*1 passed*"])
    result.stderr.fnmatch_lines(["tvsim: 1 request named no world and got 421*", "  GET /api/v2/REF30/configuration"])


def test_signs_in_on_a_page_of_playwright(tvsim_sign_in):
    # Stands for a page: Playwright needs a browser of its own, which this machine may not have.
    class Page:
        def __init__(self):
            self.done = []

        def get_by_label(self, label, exact):
            return type("Field", (), {"fill": lambda field, text: self.done.append((label, text))})()

        def get_by_role(self, role, name, exact):
            return type("Button", (), {"click": lambda button: self.done.append((role, name))})()

    page = Page()
    tvsim_sign_in(page, "alice")
    assert page.done == [("Name", "alice"), ("Password", "secret"), ("button", "Sign in")]
