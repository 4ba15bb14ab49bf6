"""The plugin for pytest: a world for each test, matrices of situations, and the evidence of a failed test."""

from __future__ import annotations

import os
import re
import sys
import uuid
import zlib
from typing import Any, Callable, Generator, Mapping

import pytest

from . import _pytest_options
from ._program import find_program
from ._pytest_evidence import keep, remove_earlier
from ._pytest_options import folder_of, option, severity, url
from ._version import __build__, __version__
from .errors import TvsimError
from .server import Profile, Server
from .situations import Situation
from .types import Outcome
from .world import World

MARKERS = (
    "tvsim(profile=…): the profile of the test's world: a file, relative to that of the test, or a dictionary",
    "tvsim_matrix(AXIS=[…], …) or tvsim_matrix(profile=FILE): one case for each situation, with its world in it",
    "tvsim_waive(RULE, reason=…): waives a rule for the test, which breaks it by intention",
)
Worlds = pytest.StashKey[list[World]]()
Failed = pytest.StashKey[bool]()
Skipped = pytest.StashKey[bool]()
Shared = pytest.StashKey[Server]()
Summaries = pytest.StashKey[dict[str, str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    _pytest_options.add(parser)


def pytest_configure(config: pytest.Config) -> None:
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)
    _pytest_options.check(config)
    for choice in config.getoption("--tvsim-situation"):
        if not re.fullmatch("[^=]+=[^=]+", choice):
            raise pytest.UsageError(f"--tvsim-situation: invalid value '{choice}': expected AXIS=VALUE")
    # pytest leaves modules with this name out of its tracebacks: their frames explain nothing about a test.
    for name, module in list(sys.modules.items()):
        if name.startswith("tvsim."):
            setattr(module, "__tracebackhide__", True)
    if not hasattr(config, "workerinput"):
        remove_earlier(folder_of(config))


def pytest_report_header(config: pytest.Config) -> str:
    named = url(config)
    return f"tvsim: {__version__} (build {__build__}), " + (f"server {named}" if named else "each process that needs a server starts one")


# Fixtures


@pytest.fixture(scope="session")
def tvsim_server(request: pytest.FixtureRequest) -> Server:
    """The server: that of ``--tvsim-url`` or ``TVSIM_URL``, else one that this process starts."""
    server: Server = _plainly(lambda: _server(request.config))
    return server


@pytest.fixture
def tvsim_situation(request: pytest.FixtureRequest) -> Situation | None:
    """The situation of the case: of ``tvsim_matrix``, or of ``tvsim exec --matrix``."""
    situation: Situation | None = getattr(request, "param", None)
    if situation is not None:
        return situation
    server: Server = request.getfixturevalue("tvsim_server")
    return server.situation


@pytest.fixture
def tvsim_world(
    request: pytest.FixtureRequest, tvsim_server: Server, tvsim_situation: Situation | None
) -> Callable[..., World]:
    """A function that makes a further world: ``tvsim_world()``, or with ``profile=…`` or ``situation=…``."""
    item = request.node
    worlds = item.stash.setdefault(Worlds, [])
    own = getattr(request, "param", None) is None and tvsim_situation is tvsim_server.situation

    def make(*, profile: Profile | None = None, situation: Situation | None = None) -> World:
        if profile is None and situation is None:
            profile, situation = _profile(item), None if own else tvsim_situation
        world = tvsim_server.world(_name(item, len(worlds), tvsim_server), profile=profile, situation=situation)
        worlds.append(world)
        for rule, reason in _waivers(item):
            world.waive(rule, reason)
        return world

    return make


@pytest.fixture
def tvsim(tvsim_world: Callable[..., World]) -> World:
    """The world of the test, which is removed at its end."""
    world: World = _plainly(tvsim_world)
    return world


@pytest.fixture
def tvsim_sign_in() -> Callable[..., None]:
    """A function that signs in on a Playwright page: ``tvsim_sign_in(page, "alice")``.

    The page shows the sign-in page of a TV provider. Its labels are those of the article "Sign-in pages".
    """

    def sign_in(page: Any, username: str, password: str = "secret") -> None:
        page.get_by_label("Name", exact=True).fill(username)
        page.get_by_label("Password", exact=True).fill(password)
        page.get_by_role("button", name="Sign in", exact=True).click()

    return sign_in


# Matrices


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    marker = metafunc.definition.get_closest_marker("tvsim_matrix")
    if marker is None:
        return
    place = metafunc.definition.nodeid
    if "tvsim_situation" not in metafunc.fixturenames:
        raise pytest.Collector.CollectError(
            f"{place}: tvsim_matrix needs the fixture 'tvsim': without it every case would be the same")
    try:
        if marker.args or not marker.kwargs or ("profile" in marker.kwargs and len(marker.kwargs) > 1):
            raise TvsimError("write tvsim_matrix(AXIS=[…], …) or tvsim_matrix(profile=FILE)")
        profile = _profile(metafunc.definition)
        if "profile" in marker.kwargs:
            if profile is not None:
                raise TvsimError("tvsim(profile=…) and tvsim_matrix(profile=…) both name the profile of the world")
            found = _server(metafunc.config).situations_of(_beside(metafunc.definition, marker.kwargs["profile"]))
        else:
            if profile is not None and not isinstance(profile, Mapping):
                raise TvsimError(
                    "tvsim_matrix(AXIS=…) needs the profile of the world as a dictionary",
                    suggestion="or put the key 'matrix' into the file, and use tvsim_matrix(profile=FILE)")
            found = _server(metafunc.config).situations(marker.kwargs, profile)
    except TvsimError as error:
        raise pytest.Collector.CollectError(f"{place}: {error}") from None
    metafunc.parametrize("tvsim_situation", found, ids=[situation.name for situation in found], indirect=True)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    chosen = dict(choice.split("=", 1) for choice in config.getoption("--tvsim-situation"))
    if chosen:
        situated = {item: situation for item in items if (situation := _case(item)) is not None}
        kept = [item for item, each in situated.items() if chosen.items() <= each.axes.items()]
        if items and not kept:
            known = sorted({f"{axis}={value}" for each in situated.values() for axis, value in each.axes.items()})
            raise pytest.UsageError(
                f"--tvsim-situation: no case has {' and '.join(config.getoption('--tvsim-situation'))}; the cases have "
                + (", ".join(known) or "no situations"))
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept
    needed = any("tvsim_server" in getattr(item, "fixturenames", ()) for item in items)
    if needed and not hasattr(config, "workerinput"):
        # One message, instead of one for each test.
        try:
            if named := url(config):
                Server.connect(named)
            else:
                find_program()
        except TvsimError as error:
            raise pytest.UsageError(str(error)) from None


# Rules and evidence


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, None]:
    outcome = yield
    report: pytest.TestReport = outcome.get_result()
    worlds = item.stash.get(Worlds, [])
    if not worlds:
        return
    # The worlds outlive the fixtures of the test, because one of these may fail too.
    present = [world for world in worlds if not world.is_removed]
    suffixes = {world: f" ({world.name})" if len(worlds) > 1 else "" for world in present}
    if call.when == "call" and report.passed and not hasattr(report, "wasxfail"):
        _judge(item.config, report, present)
    if report.failed and not item.stash.get(Failed, False):
        item.stash[Failed] = True
        for world in present:
            keep(item, report, world, "failed", suffixes[world])
    item.stash[Skipped] = item.stash.get(Skipped, False) or report.skipped
    if call.when == "teardown":
        for world in present:
            try:
                if not item.stash.get(Failed, False):
                    status: Outcome = "skipped" if item.stash[Skipped] else "passed"
                    keep(item, report, world, status, suffixes[world])
                world.remove()
            except TvsimError as error:
                if report.passed and not item.stash.get(Failed, False):
                    report.outcome, report.longrepr = "failed", f"the world of the test cannot be removed: {error}"
        worlds.clear()


def _judge(config: pytest.Config, report: pytest.TestReport, worlds: list[World]) -> None:
    """Lets a test fail that passed, if the app has broken a rule in one of its worlds."""
    fail_on = severity(config)
    if fail_on is None:
        return
    texts = []
    for world in worlds:
        try:
            text = world.rules(fail_on).get("failure")
        except TvsimError as error:
            text = f"the rules were not judged: {error}"
        if text:
            texts.append(f"{world.name}: {text}" if len(worlds) > 1 else text)
    if texts:
        report.outcome, report.longrepr = "failed", "\n".join(texts)


def pytest_sessionfinish(session: pytest.Session) -> None:
    config = session.config
    if severity(config) is None or Shared not in config.stash:
        return
    server = config.stash[Shared]
    try:
        summary = server.rules()["summary"]
    except TvsimError as error:
        summary = f"not judged: {error}"
    if hasattr(config, "workeroutput"):
        config.workeroutput["tvsim_rules"] = {server.url: summary}
    else:
        config.stash[Summaries] = {server.url: summary}


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Takes the summary of a process of pytest-xdist. Of those that share a server, the last one knows all worlds."""
    config: pytest.Config = node.config
    config.stash.setdefault(Summaries, {}).update(getattr(node, "workeroutput", {}).get("tvsim_rules", {}))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    for summary in config.stash.get(Summaries, {}).values():
        terminalreporter.write_line(f"tvsim rules: {summary}")


# Helpers


def _server(config: pytest.Config) -> Server:
    """The server of this process: one for all tests, from the first that needs it."""
    if Shared not in config.stash:
        file, address = option(config, "profile"), url(config)
        profile = None if file is None else str(config.rootpath / file)
        server = Server.connect(address, profile=profile) if address else Server.start(profile=profile)
        config.stash[Shared] = server
        # It outlives the fixture, because the worlds of the last test do.
        config.add_cleanup(server.close)
    return config.stash[Shared]


def _plainly(make: Callable[[], Any]) -> Any:
    """Fails with the message of an error, without the frames of this package."""
    try:
        return make()
    except TvsimError as error:
        text = str(error)
    # Outside of the block above, so that the report has no chain of exceptions.
    pytest.fail(text, pytrace=False)


def _case(item: pytest.Item) -> Situation | None:
    callspec = getattr(item, "callspec", None)
    situation: Situation | None = callspec.params.get("tvsim_situation") if callspec else None
    return situation


def _profile(item: Any) -> Profile | None:
    marker = item.get_closest_marker("tvsim")
    if marker is None:
        return None
    if marker.args or set(marker.kwargs) != {"profile"}:
        raise TvsimError(f"invalid marker of {item.nodeid}: write tvsim(profile=…)")
    profile: Profile = marker.kwargs["profile"]
    return profile if isinstance(profile, Mapping) else _beside(item, profile)


def _waivers(item: Any) -> list[tuple[str, str]]:
    def waiver(rule: str, reason: str) -> tuple[str, str]:
        return rule, reason

    try:
        return [waiver(*marker.args, **marker.kwargs) for marker in item.iter_markers("tvsim_waive")]
    except TypeError:
        raise TvsimError(f"invalid marker of {item.nodeid}: write tvsim_waive(RULE, reason=…)") from None


def _beside(item: Any, path: str | os.PathLike[str]) -> str:
    """A path is relative to the file of the test, so it does not depend on the working directory."""
    return os.path.join(os.path.dirname(str(item.path)), path)


def _name(item: pytest.Item, index: int, server: Server) -> str:
    # The checksum keeps similar tests apart, and two runs on one server. On a server of its own, a test always has the
    # same name, and so the same identifiers.
    run = "" if server.is_own else os.environ.get("PYTEST_XDIST_TESTRUNUID") or _RUN
    text = re.sub("[^A-Za-z0-9]+", "-", item.name).strip("-")[:48]
    return f"{text}-{zlib.crc32((item.nodeid + run).encode()):08x}" + (f"-{index + 1}" if index else "")


_RUN = uuid.uuid4().hex
