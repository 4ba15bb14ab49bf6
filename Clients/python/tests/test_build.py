"""The build of packages: what the scripts name, and what package managers take for newer."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

import tvsim as package

REPOSITORY = Path(__file__).resolve().parents[3]
VERSION = package.__version__
FIRST, SECOND = f"{VERSION}.dev42+g1a2b3c4d", f"{VERSION}.dev43+g0b1c2d3e"
has_backend = pytest.mark.skipif(sys.version_info < (3, 11), reason="backend.py needs tomllib, of Python 3.11")


def run(*command, **options):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)


def printed(script, *arguments, **variables):
    environment = {name: value for name, value in os.environ.items() if name != "TVSIM_BUILD"}
    done = run(script, *arguments, env=environment | variables)
    return done.stdout.strip(), done.stderr.strip(), done.returncode


@pytest.fixture
def sources(tmp_path):
    """The files that the build of a checkout is made of, without Git."""
    for name in ("scripts/build-version", "Sources/World/SimulatorVersion.swift"):
        path = tmp_path / "sources" / name
        path.parent.mkdir(parents=True)
        path.write_bytes((REPOSITORY / name).read_bytes())
        path.chmod(0o755)
    return tmp_path / "sources"


def git(folder, *arguments):
    own = ["-c", "user.name=t", "-c", "user.email=t@localhost", "-c", "commit.gpgsign=false"]
    done = run("git", "-C", folder, *own, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_build_of_a_checkout_counts_its_commits_unless_it_has_the_tag(sources, tmp_path):
    script = sources / "scripts/build-version"
    git(sources, "init", "--quiet")
    for number in (1, 2):
        (sources / "file").write_text(str(number))
        git(sources, "add", ".")
        git(sources, "commit", "--quiet", "--message", "Change")
        build = f"{VERSION}.dev{number}+g{git(sources, 'rev-parse', 'HEAD')[:8]}"
        assert printed(script) == (build, "", 0)
    git(sources, "tag", "v9.9.9")
    assert printed(script)[0] == build
    git(sources, "tag", f"v{VERSION}")
    assert printed(script) == (VERSION, "", 0)
    (sources / "file").write_text("3")
    assert printed(script) == (f"{build}.dirty", "", 0)
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", "--depth", "1", "--no-tags", sources.as_uri(), clone)
    found, reason, status = printed(clone / "scripts/build-version")
    assert (found, status) == ("unknown", 0) and "shallow" in reason


def test_the_build_of_sources_without_git_is_unknown_also_inside_of_another_repository(sources, tmp_path):
    git(tmp_path, "init", "--quiet")
    script = sources / "scripts/build-version"
    found, reason, status = printed(script)
    assert (found, status) == ("unknown", 0) and "has no Git repository" in reason
    assert printed(script, TVSIM_BUILD=FIRST) == (FIRST, "", 0)
    for wrong in ("42", "9.9.9", f"{VERSION}.dev42"):
        assert "invalid build" in printed(script, TVSIM_BUILD=wrong)[1]


@pytest.mark.parametrize(
    "form, first, unknown",
    [
        ("python", ".dev42+g1a2b3c4d", ".dev0+unknown"), ("npm", "-dev.42+g1a2b3c4d", "-dev.0+unknown"),
        ("debian", "~dev42+g1a2b3c4d", "~dev0+unknown"), ("maven", "-alpha.42+g1a2b3c4d", "-alpha.0+unknown"),
        ("tag", "-dev.42-g1a2b3c4d", "-dev.0-unknown"),
    ],
)
def test_each_kind_of_package_has_its_form(form, first, unknown):
    for build, expected in ((FIRST, first), ("unknown", unknown), (VERSION, "")):
        assert printed(REPOSITORY / "scripts/build-version", "--form", form, TVSIM_BUILD=build)[0] == VERSION + expected


def test_dpkg_takes_the_next_commit_and_then_the_release_for_newer():
    versions = [
        printed(REPOSITORY / "scripts/build-version", "--form", "debian", TVSIM_BUILD=each)[0]
        for each in ("unknown", f"{VERSION}.dev9+gffffffff", FIRST, SECOND, VERSION)]
    for older, newer in zip(versions, versions[1:]):
        assert run("dpkg", "--compare-versions", older, "lt", newer).returncode == 0, (older, newer)


def test_a_program_names_the_build_that_was_written_into_it_and_a_new_commit_compiles_nothing(tmp_path):
    source = tmp_path / "main.c"
    source.write_text(
        '#include <stdio.h>\n#include "build.h"\n'
        f'int main(void) {{ printf("{VERSION}\\nbuild %s\\n", tvsim_build()); return 0; }}\n')
    (built := tmp_path / "built").mkdir()
    folder = REPOSITORY / "Sources/CBuild"
    compiler = next(each for each in ("cc", "clang", "gcc") if run("which", each).returncode == 0)
    for name in ("tvsim", "tvsim-server"):
        done = run(compiler, "-O2", "-D_Nonnull=", f"-I{folder}/include", source, folder / "build.c", "-o", built / name)
        assert done.returncode == 0, done.stderr
    assert run(built / "tvsim", "--version").stdout == f"{VERSION}\nbuild unknown\n"
    script = REPOSITORY / "scripts/write-build"
    for build in (FIRST, f"{FIRST}.dirty", VERSION):
        assert printed(script, built, tmp_path / "named", TVSIM_BUILD=build)[0] == f"the build is {build}"
        for name in ("tvsim", "tvsim-server"):
            assert run(tmp_path / "named" / name, "--version").stdout == f"{VERSION}\nbuild {build}\n"
        assert printed(REPOSITORY / "scripts/build-version", "--programs", tmp_path / "named")[0] == build
    (built / "tvsim-server").write_bytes(b"no place")
    assert "tvsim-server has not one place for its build" in printed(script, built, tmp_path / "named")[1]


@has_backend
def test_pip_takes_the_next_commit_and_then_the_release_for_newer(tmp_path):
    venv.create(tmp_path / "python", with_pip=False)
    python = tmp_path / "python/bin/python"
    for build in (FIRST, SECOND, VERSION):
        folder = tmp_path / build
        printed(REPOSITORY / "scripts/build-wheel", folder, PYTHON=sys.executable, TVSIM_BUILD=build)
        done = run(
            sys.executable, "-m", "pip", "--isolated", "--disable-pip-version-check", "--python", python, "install",
            "--no-index", "--no-deps", "--upgrade", "--find-links", folder, "tvsim")
        assert done.returncode == 0, done.stderr
        assert f"Successfully installed tvsim-{build}\n" in done.stdout
        script = "import tvsim; print(tvsim.__version__, tvsim.__build__)"
        own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        assert run(python, "-c", script, env=own, cwd=tmp_path).stdout == f"{VERSION} {build}\n"


@pytest.mark.parametrize("own, is_said", [(SECOND, True), (FIRST, False), ("unknown", False)])
def test_the_client_says_that_the_server_is_of_another_build(monkeypatch, own, is_said, recwarn):
    health = {"status": "ok", "version": VERSION, "build": FIRST}

    class Endpoint:
        url = "http://127.0.0.1:1"

        def send(self, *_):
            return self

        def json(self):
            return health

    monkeypatch.setattr("tvsim.server.__build__", own)
    server = package.Server(Endpoint(), None, None)
    assert server.build == FIRST
    said = [str(each.message) for each in recwarn]
    expected = f"the server at {Endpoint.url} has build {FIRST}, and this Python package has build {own}"
    assert [each.startswith(expected) for each in said] == [True] * is_said
