"""What the client does with a real server, beside what Clients/conformance.json says of all clients.

The fixture `tvsim` is that of the plugin.
"""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime, timedelta, timezone
from urllib.parse import urljoin

import pytest

import tvsim as package
from tvsim import Server, ServerLost, TvsimError, WaitTimeout, WorldLost


def get(url):
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url) as answer:
        return json.loads(answer.read())


def test_a_relative_url_stays_in_the_world(tvsim):
    assert get(urljoin(tvsim.url + "/api/v2/x", "/_sim/v1/health"))["world"] == tvsim.name


def test_worlds_are_isolated(tvsim, tvsim_world):
    tvsim.permission.deny()
    assert (tvsim.permission.get(), tvsim_world().permission.get()) == ("denied", "notDetermined")


def test_moves_the_clock(tvsim):
    assert tvsim.clock.now() == datetime(2026, 1, 1, tzinfo=timezone.utc)
    tvsim.clock.advance("1d")
    tvsim.clock.advance(timedelta(days=1, seconds=5, milliseconds=250))
    assert tvsim.clock.now() == datetime(2026, 1, 3, 0, 0, 5, 250_000, tzinfo=timezone.utc)
    tvsim.clock.set(datetime(2027, 1, 1, tzinfo=timezone(timedelta(hours=1))))
    assert tvsim.clock.now() == datetime(2026, 12, 31, 23, tzinfo=timezone.utc)
    tvsim.clock.follow()
    tvsim.clock.freeze()
    assert tvsim.device()["clock"]["mode"] == "frozen"


@pytest.mark.parametrize(
    "act, message",
    [
        (lambda world: world.clock.advance(timedelta(microseconds=5)), "whole milliseconds"),
        (lambda world: world.clock.set(datetime(2026, 1, 1)), "no time zone"),
        (lambda world: world.faults.add("service.sesions", 503), "did you mean 'service.sessions'?"),
        (lambda world: world.viewer.visit("/api/v2/authenticate/REF30/X"), "append its path to the world's url"),
    ],
)
def test_an_error_says_what_is_wrong_and_what_was_meant(tvsim, act, message):
    with pytest.raises(TvsimError) as error:
        act(tvsim)
    assert message in str(error.value)


def test_a_fault_during_a_block_leaves_the_other_faults(tvsim):
    tvsim.faults.add("service.token", 503, times=2)
    tvsim.faults.add("service.sessions", 500)
    before = tvsim.device()["faults"]
    with tvsim.faults.during("service.sessions", 500):
        assert len(tvsim.device()["faults"]) == 3
    assert tvsim.device()["faults"] == before
    tvsim.faults.clear()
    assert tvsim.device()["faults"] == []


def test_a_fault_during_a_block_leaves_the_others_as_they_are(tvsim):
    def statuses(count):
        statuses = []
        for _ in range(count):
            with pytest.raises(urllib.error.HTTPError) as error:
                get(tvsim.url + "/api/v2/REF30/configuration")
            statuses.append(error.value.status)
        return statuses

    tvsim.faults.add("service.configuration", status=418, times=1)
    tvsim.faults.add("service.configuration", status=503, times=2)
    tvsim.faults.add("service.token", 500)
    tvsim.faults.add("service.sessions", 500, times=1)
    assert statuses(2) == [418, 503]
    before = tvsim.device()["faults"]
    assert [each.get("times") for each in before] == [0, 1, None, 1]
    with pytest.raises(ValueError, match="inside"), tvsim.faults.during("service.authorize", 503):
        with tvsim.faults.during("service.sessions", 500):
            raise ValueError("inside")
    assert tvsim.device()["faults"] == before
    assert statuses(2) == [503, 401]
    with tvsim.faults.during("service.token", 500):
        tvsim.faults.clear()
        tvsim.faults.add("service.token", 503)
    assert [(each["at"], each["error"]) for each in tvsim.device()["faults"]] == [("service.token", "503")]


def test_a_fault_may_change_an_answer_with_an_error_or_without_one(tvsim):
    def answer():
        try:
            return urllib.request.urlopen(tvsim.url + "/api/v2/REF30/configuration")
        except urllib.error.HTTPError as error:
            return error

    tvsim.faults.add(
        "service.configuration", status=503, headers={"Retry-After": 30}, body="<p>Busy</p>", content_type="text/html",
        after=1, times=1)
    answers = [answer() for _ in range(3)]
    assert [each.status for each in answers] == [401, 503, 401]
    assert (answers[1].headers["Retry-After"], answers[1].headers["Content-Type"]) == ("30", "text/html")
    assert answers[1].read() == b"<p>Busy</p>"
    tvsim.faults.clear()
    tvsim.faults.add("service.authorize", 500, delay="8s", only={"mvpd": "Dish"}, probability=0.5)
    tvsim.faults.add("service.sessions", adds={"news": True})
    before = tvsim.device()["faults"]
    assert [before[0][name] for name in ("error", "delay", "only", "probability")] == ["500", "8s", {"mvpd": "Dish"}, 0.5]
    assert before[1]["adds"] == {"news": True}
    with tvsim.faults.during("service.configuration", status=418):
        assert answer().status == 418
    assert (answer().status, tvsim.device()["faults"]) == (401, before)


def test_waits_until_an_app_opens_the_picker(tvsim):
    tvsim.permission.grant()
    tvsim.viewer.answer(systemPicker="none")
    user = threading.Thread(target=tvsim.viewer.cancel)
    user.start()
    request = tvsim.framework.begin_account_metadata(isInterruptionAllowed=True)
    user.join()
    assert request.answer()["error"]["name"] == "userCancelled"


def test_answers_the_access_prompt(tvsim):
    tvsim.viewer.answer(accessPrompt="none")
    request = tvsim.framework.begin_access_status()
    with pytest.raises(TvsimError, match=r"use begin_access_status\(\)"):
        tvsim.framework.access_status(prompt=True)
    tvsim.viewer.allow()
    assert request.answer()["accessStatus"] == "granted"


def test_lists_the_requests_without_secrets(tvsim):
    with pytest.raises(urllib.error.HTTPError):
        get(tvsim.url + "/api/v2/REF30/configuration")
    last = tvsim.requests.last("/configuration")
    assert (last.method, last.path, last.status) == ("GET", "/api/v2/REF30/configuration", 401)
    assert last.response.json()["code"] == "invalid_access_token_client_application"
    assert len(tvsim.requests.all()) == 1


def test_a_request_that_got_no_answer_has_no_status_and_no_response(tvsim):
    tvsim.faults.add("service.configuration", "connectionClosed", times=1)
    with pytest.raises((OSError, http.client.HTTPException)):
        get(tvsim.url + "/api/v2/REF30/configuration")
    last = tvsim.requests.last("/configuration")
    assert (last.method, last.path, last.status, last.response) == ("GET", "/api/v2/REF30/configuration", None, None)
    assert str(last).startswith("GET /api/v2/REF30/configuration -> ")


def test_the_target_of_a_request_has_no_name_of_a_world(tvsim_server):
    server = Server.connect(tvsim_server.url, ports=lambda port: 1)
    with server.world("with-target") as world:
        with pytest.raises(urllib.error.HTTPError):
            get(world.url + "/api/v2/REF30/configuration?a=b")
        assert world.url.endswith("/s/with-target")
        assert world.requests.last().target == "/api/v2/REF30/configuration?a=b"


def test_the_text_of_the_evidence_begins_with_the_test_and_ends_with_the_time_of_the_machine(tvsim):
    tvsim.permission.deny()
    tvsim.outcome("failed", "tests/test_it.py::test_it", message="assert 'denied' == 'granted'", file="tests/test_it.py", line=3)
    text = tvsim.evidence().text()
    parts = ("tests/test_it.py", "assert 'denied' == 'granted'", "1  2026-01-01T00:00:00Z", "The clock of this machine says 20")
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    tvsim.clock.set(datetime.now(timezone.utc))
    tvsim.permission.grant()
    assert "The clock of this machine" not in tvsim.evidence().text()


def test_reads_a_journal_of_many_pages(tvsim):
    tvsim.perform([{"advance": "1s"}] * 2500)
    with pytest.raises(urllib.error.HTTPError):
        get(tvsim.url + "/api/v2/REF30/configuration")
    assert [entry["number"] for entry in tvsim.journal.entries()] == list(range(1, 2502))
    assert [entry["number"] for entry in tvsim.journal.entries(after=2499)] == [2500, 2501]
    assert [entry["number"] for entry in tvsim.journal.entries("advance", after=1000)] == list(range(1001, 2501))
    assert [entry["number"] for entry in tvsim.journal.entries(kind="request")] == [2501]
    assert [line.split()[0] for line in tvsim.journal.text().splitlines()] == [str(number) for number in range(1, 2502)]
    newest = tvsim.journal.newest().splitlines()
    assert (len(newest), newest[1].split()[0], newest[-1].split()[0]) == (26, "2477", "2501")
    assert (tvsim.requests.last().number, len(tvsim.requests.all())) == (2501, 1)


def test_a_request_that_the_server_keeps_no_more_is_not_called_missing(tvsim_server):
    with Server.start() as server, server.world() as world:
        for number in range(202):
            with pytest.raises(urllib.error.HTTPError):
                get(f"{world.url}/{'first' if number == 0 else 'later'}/{number}")
        assert world.requests.last().target == "/later/201" and len(world.requests.all()) == 200
        with pytest.raises(TvsimError, match="no longer keeps a request with '/first' in its path: .* latest 200"):
            world.requests.last("/first")
        with pytest.raises(TvsimError, match="no request with '/none' in its path reached"):
            world.requests.last("/none")


def test_waits_for_the_journal_while_the_clock_of_the_test_stands_still(tvsim, monkeypatch):
    monkeypatch.setattr("time.time", lambda: 0.0)
    monkeypatch.setattr("time.monotonic", lambda: 0.0)
    tvsim.permission.deny()
    assert tvsim.journal.wait("permission")["room"] == "Command"
    with pytest.raises(WaitTimeout, match="no entry of the journal contained 'nothing' in 1 s"):
        tvsim.journal.wait("nothing", timeout=1)


def test_a_profile_is_a_dictionary_or_a_file(tvsim_server, tmp_path):
    with tvsim_server.world("as-dict", profile={"device": {"platform": "tvOS"}}) as world:
        assert world.device()["platform"] == "tvOS"
    path = tmp_path / "profile.yaml"
    path.write_text("schema: 1\nname: x\ndevice: {platform: iPadOS}\n")
    with tvsim_server.world(profile=path) as world:
        assert world.device()["platform"] == "iPadOS"
    path.write_text("schema: 1\nnam: x\n")
    for profile, text in ((path, f"{path}: line 2, column 1"), ({"nam": 1}, "the profile: "), ("none.yaml", "none.yaml")):
        with pytest.raises(TvsimError, match=text):
            tvsim_server.world("refused", profile=profile)
    assert "refused" not in get(tvsim_server.url + "/_sim/v1/worlds")["worlds"]


def test_a_world_ends_with_its_block(tvsim_server):
    with tvsim_server.world("mine") as world:
        with pytest.raises(TvsimError, match="exists already") as error:
            tvsim_server.world("mine")
        assert error.value.status == 409
    for call in (world.device, world.permission.deny, world.remove):
        with pytest.raises(WorldLost, match="unknown world 'mine'"):
            call()
    with pytest.raises(TvsimError, match="at most 64 letters"):
        tvsim_server.world("a b")


def test_the_port_of_a_removed_world_refuses(tvsim_server):
    with tvsim_server.world() as world:
        pass
    with pytest.raises(urllib.error.URLError, match="refused"):
        get(world.url + "/_sim/v1/health")


def test_a_world_without_a_reachable_port_has_a_path(tvsim_server):
    server = Server.connect(tvsim_server.url, ports=lambda port: 1)
    with server.world("by-path") as world:
        assert world.url == f"{tvsim_server.url}/s/by-path" and server.has_world_ports is False
        world.permission.deny()
        assert get(world.url + "/_sim/v1/health")["world"] == "by-path"


def test_proxies_are_ignored(tvsim_server, monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    with tvsim_server.world() as world:
        world.permission.deny()
        with pytest.raises(TvsimError, match="was refused"):
            world.viewer.activate("ABC1234", None, "erin")


@pytest.mark.parametrize("stop", ["kill", "end"])
def test_a_server_ends_with_its_process(stop):
    script = "import sys, tvsim; server = tvsim.Server.start(); print(server.url, flush=True); sys.stdin.read()"
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    url = process.stdout.readline().strip()
    server = Server.connect(url)
    events = server._endpoint.events("/_sim/v1/journal/events", query={}, wait=0)
    next(events)
    if stop == "kill":
        process.send_signal(signal.SIGKILL)
    process.stdin.close()
    process.wait()
    # The stream ends with the server, which may take a last connection after it.
    try:
        list(events)
    except ServerLost:
        pass
    with pytest.raises(ServerLost, match="check that it runs"):
        while True:
            Server.connect(url)
    process.stdout.close()


def test_another_version_is_an_error(monkeypatch, tvsim_server):
    monkeypatch.setattr("tvsim.server.__version__", "9.9.9")
    with pytest.raises(package.VersionMismatch, match="has version 0.*this Python package has version 9.9.9"):
        Server.connect(tvsim_server.url)
    with pytest.raises(package.VersionMismatch, match="tvsim is version 0"):
        Server.start()


@pytest.mark.parametrize(
    "variables, message",
    [
        ({"PATH": "", "TVSIM_PROGRAM": ""}, "TVSIM_URL"),
        ({"TVSIM_PROGRAM": "/nowhere/tvsim"}, "TVSIM_PROGRAM names '/nowhere/tvsim'"),
    ],
)
def test_a_missing_program_is_an_error(monkeypatch, tmp_path, variables, message):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sysconfig.get_path", lambda *arguments: str(tmp_path))
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    with pytest.raises(package.ProgramMissing, match=message):
        Server.start()


def test_a_server_with_tls_is_reached_by_those_who_trust_its_authority(monkeypatch, tmp_path):
    monkeypatch.setenv("TVSIM_HOME", str(tmp_path))
    with Server.start(tls=True) as server, server.world() as world:
        world.permission.deny()
        assert (world.permission.get(), world.url[:6], server.url[:6]) == ("denied", "https:", "https:")
        # The browser of the client opens pages too.
        with pytest.raises(TvsimError, match="You are back in the app"):
            world.viewer.visit(world.url + "/_sim/landing", "alice")
        with open(server.certificate_authority) as file:
            assert file.readline() == "-----BEGIN CERTIFICATE-----\n"
        with pytest.raises(ServerLost, match="CERTIFICATE_VERIFY_FAILED"):
            Server.connect(server.url)
        monkeypatch.setenv("TVSIM_CA", server.certificate_authority)
        assert Server.connect(server.url).certificate_authority == server.certificate_authority
    with Server.start() as server:
        assert server.certificate_authority is None


def test_a_server_that_does_not_start_says_why(monkeypatch, tmp_path):
    program = tmp_path / "tvsim"
    program.write_text("#!/bin/sh\necho no room >&2\nexit 73\n")
    program.chmod(0o755)
    monkeypatch.setenv("TVSIM_PROGRAM", str(program))
    with pytest.raises(ServerLost, match="ended with exit status 73: no room"):
        Server.start()


def test_no_address_is_an_error(monkeypatch):
    monkeypatch.delenv("TVSIM_URL", raising=False)
    for url, message in ((None, "no server is named"), ("localhost:8080", "http://HOST:PORT")):
        with pytest.raises(TvsimError, match=message):
            Server.connect(url)


def test_the_situations_are_those_of_the_server(tvsim_server):
    found = tvsim_server.situations({"access": "all", "account": ["signedIn", "signedOut"]})
    assert len(found) == 8 and found[0].name == "access=granted/account=signedIn"
    for situation in (found[-2], found[-1].name):
        with tvsim_server.world(situation=situation) as world:
            assert world.permission.get() == world.situation["access"] == "restricted"
    with pytest.raises(TvsimError, match="has no axis 'platform'"):
        found[0]["platform"]


def test_the_matrix_of_a_profile_has_its_situations(tvsim_server, tmp_path):
    path = tmp_path / "profile.yaml"
    path.write_text("schema: 1\nname: x\nmatrix: {access: [denied], account: [signedIn, signedOut]}\n")
    found = tvsim_server.situations_of(path)
    assert [each.name for each in found] == ["access=denied/account=signedIn", "access=denied/account=signedOut"]
    with tvsim_server.world(situation=found[0]) as world:
        assert world.permission.get() == "denied" and "account" in world.device()
        assert world.device()["profile"] == "x"


def test_the_page_of_the_app_journals_an_arrival(tvsim):
    with urllib.request.urlopen(tvsim.landing + "?code=1") as answer:
        assert b"You are back in the app" in answer.read()
    entry = tvsim.journal.entries()[0]
    assert (entry["kind"], entry["value"]) == ("landing", {"parameters": {"code": "1"}})


def test_the_evidence_of_a_failed_test_outlives_its_world(tvsim_server):
    for status, stays in (("failed", True), ("passed", False)):
        with tvsim_server.world(f"outcome-{status}") as world:
            world.permission.deny()
            world.outcome(status, "test_it")
        path = f"/_sim/v1/worlds/{world.name}/evidence"
        if stays:
            assert tvsim_server._endpoint.send("GET", path).body.startswith(b"PK")
        else:
            with pytest.raises(TvsimError, match="has no evidence of a world"):
                tvsim_server._endpoint.send("GET", path)


def test_a_server_ends_beside_a_process_that_was_forked_and_holds_its_input():
    server = Server.start()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(writing)
        os.read(reading, 1)
        os._exit(0)
    os.close(reading)
    try:
        server.close()
        with pytest.raises(OSError):
            get(server.url + "/_sim/v1/health")
    finally:
        os.close(writing)
        os.waitpid(child, 0)


def test_a_server_ends_with_a_killed_process_although_its_fork_lives():
    program = (
        "import os, sys, tvsim\n"
        "server = tvsim.Server.start()\n"
        "print(server.url, flush=True)\n"
        "if os.fork() == 0: sys.stdout.close()\n"
        "sys.stdin.read()\n")
    process = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    url = urllib.parse.urlsplit(process.stdout.readline().strip())
    with socket.create_connection((url.hostname, url.port), timeout=30) as stream:
        stream.sendall(b"GET /_sim/v1/journal/events?timeout=60s HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert stream.recv(1) == b"H"
        process.kill()
        # The fork holds the server's standard input until this process closes its own.
        while stream.recv(4096):
            pass
    process.stdin.close()
    process.wait()
