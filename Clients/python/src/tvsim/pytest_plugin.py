"""The plugin for pytest: a world for each test, matrices of situations, and the evidence of a failed test."""

from __future__ import annotations

import os
import re
import sys
import uuid
import zlib
from typing import Any, Callable, Generator, Mapping

import pytest

from ._program import find_program
from ._version import __version__
from .errors import TvsimError
from .evidence import FILES
from .server import Profile, Server
from .situations import Situation
from .types import Outcome
from .world import World

OPTIONS = {
    "url": "The address of a running server. Default: TVSIM_URL, else each process starts its own server.",
    "profile": "The profile of each world that names none: a file.",
    "keep": "Whose evidence is kept: failed (default), all or none.",
    "evidence": "The folder of the evidence. Default: .tvsim/failed.",
}
MARKERS = (
    "tvsim(profile=…): the profile of the test's world: a file, relative to that of the test, or a dictionary",
    "tvsim_matrix(AXIS=[…], …) or tvsim_matrix(profile=FILE): one case for each situation, with its world in it",
)
#: A file in each folder of evidence that the plugin wrote. It has the name of the folder, so a copy is not marked.
MARK = ".tvsim-evidence"
Worlds = pytest.StashKey[list[World]]()
Failed = pytest.StashKey[bool]()
Failures = pytest.StashKey[list[str]]()
Skipped = pytest.StashKey[bool]()
Shared = pytest.StashKey[Server]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("tvsim", "simulated TV providers (tvsim)")
    for name, help in OPTIONS.items():
        choices: dict[str, Any] = {"choices": ("failed", "all", "none")} if name == "keep" else {}
        group.addoption(f"--tvsim-{name}", dest=f"tvsim_{name}", help=help, **choices)
        parser.addini(f"tvsim_{name}", help)
    group.addoption(
        "--tvsim-situation", action="append", default=[], metavar="AXIS=VALUE",
        help="Runs only the cases of tvsim_matrix in these situations.")


def pytest_configure(config: pytest.Config) -> None:
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)
    keep = _option(config, "keep")
    if keep not in (None, "failed", "all", "none"):
        raise pytest.UsageError(f"tvsim_keep: invalid value '{keep}': expected failed, all or none")
    for choice in config.getoption("--tvsim-situation"):
        if not re.fullmatch("[^=]+=[^=]+", choice):
            raise pytest.UsageError(f"--tvsim-situation: invalid value '{choice}': expected AXIS=VALUE")
    # pytest leaves modules with this name out of its tracebacks: their frames explain nothing about a test.
    for name, module in list(sys.modules.items()):
        if name.startswith("tvsim."):
            setattr(module, "__tracebackhide__", True)
    if not hasattr(config, "workerinput"):
        _remove_earlier(_folder(config))


def pytest_report_header(config: pytest.Config) -> str:
    url = _url(config)
    return f"tvsim: {__version__}, " + (f"server {url}" if url else "each process that needs a server starts one")


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
            if url := _url(config):
                Server.connect(url)
            else:
                find_program()
        except TvsimError as error:
            raise pytest.UsageError(str(error)) from None


# Evidence


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, None]:
    outcome = yield
    report: pytest.TestReport = outcome.get_result()
    worlds = item.stash.get(Worlds, [])
    if not worlds:
        return
    keep = _option(item.config, "keep") or "failed"
    is_last = call.when == "teardown"
    # The worlds outlive the fixtures of the test, because one of these may fail too.
    if (report.failed and not item.stash.get(Failed, False)) or (is_last and keep == "all"):
        item.stash[Failed] = item.stash.get(Failed, False) or report.failed
        for world in worlds:
            if not world.is_removed:
                _keep(item, report, world, keep)
    item.stash[Skipped] = item.stash.get(Skipped, False) or report.skipped
    if is_last:
        failed = item.stash.get(Failed, False) or report.failed
        status: Outcome = "failed" if failed else "skipped" if item.stash[Skipped] else "passed"
        for world in worlds:
            try:
                if not world.is_removed:
                    world.outcome(status, item.nodeid)
                    world.remove()
            except TvsimError as error:
                if report.passed and not item.stash.get(Failed, False):
                    report.outcome, report.longrepr = "failed", f"the world of the test cannot be removed: {error}"
        worlds.clear()


def _keep(item: pytest.Item, report: pytest.TestReport, world: World, keep: str) -> None:
    several = f" ({world.name})" if len(item.stash[Worlds]) > 1 else ""
    try:
        evidence = world.evidence()
        if report.failed:
            report.sections += [(title + several, text) for title, text in evidence.sections()]
        if keep == "none":
            return
        folder = _folder(item.config) / world.name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / MARK).write_text(world.name, "utf-8")
        evidence.write(folder)
    except (TvsimError, OSError) as error:
        report.sections.append((f"tvsim evidence{several}", f"The evidence is incomplete: {error}"))
        item.config.stash.setdefault(Failures, []).append(f"{item.nodeid}: {error}")
        return
    shown = os.path.relpath(folder, item.config.invocation_params.dir)
    item.user_properties.append(("tvsim_evidence", shown))
    report.user_properties.append(("tvsim_evidence", shown))
    if report.failed:
        report.sections.append((f"tvsim evidence{several}", shown))
    if item.config.pluginmanager.hasplugin("html"):
        link = {"name": "tvsim evidence", "format_type": "url", "content": shown, "mime_type": None, "extension": None}
        report.extras = getattr(report, "extras", []) + [link]  # type: ignore[attr-defined]


def _remove_earlier(folder: Any) -> None:
    """Removes the evidence of earlier runs, and nothing else."""
    if not folder.is_dir():
        return
    for each in folder.iterdir():
        if each.is_dir() and not each.is_symlink() and _is_marked(each):
            files = list(each.iterdir())
            if all(file.name in (*FILES, MARK) and file.is_file() for file in files):
                for file in files:
                    file.unlink()
                each.rmdir()


def _is_marked(folder: Any) -> bool:
    """Returns whether the plugin wrote a folder, which has this name since then."""
    try:
        return bool((folder / MARK).read_bytes() == os.fsencode(folder.name))
    except OSError:
        return False


# Helpers


def _option(config: pytest.Config, name: str) -> str | None:
    value = config.getoption(f"tvsim_{name}") or config.getini(f"tvsim_{name}") or None
    return None if value is None else str(value)


def _url(config: pytest.Config) -> str | None:
    return _option(config, "url") or os.environ.get("TVSIM_URL") or None


def _folder(config: pytest.Config) -> Any:
    return config.rootpath / (_option(config, "evidence") or os.path.join(".tvsim", "failed"))


def _server(config: pytest.Config) -> Server:
    """The server of this process: one for all tests, from the first that needs it."""
    if Shared not in config.stash:
        named, url = _option(config, "profile"), _url(config)
        profile = None if named is None else str(config.rootpath / named)
        server = Server.connect(url, profile=profile) if url else Server.start(profile=profile)
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
