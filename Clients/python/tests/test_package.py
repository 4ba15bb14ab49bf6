"""The package as it is installed, and what describes it."""

import base64
import csv
import hashlib
import importlib
import inspect
import io
import os
import platform
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import tvsim as package
from tvsim import _pytest_options, pytest_plugin

ROOT = Path(__file__).resolve().parents[1]
REPOSITORY = ROOT.parents[1]
PAGE = (REPOSITORY / "docs/tvsim.docc/Reference/Python.md").read_text()
has_backend = pytest.mark.skipif(sys.version_info < (3, 11), reason="backend.py needs tomllib, of Python 3.11")


def build(output, *arguments):
    return subprocess.run(
        [REPOSITORY / "scripts/build-wheel", output, *arguments], capture_output=True, text=True,
        env=os.environ | {"PYTHON": sys.executable, "TVSIM_BUILD": BUILD})


BUILD = f"{package.__version__}.dev42+g1a2b3c4d"


def programs(folder, version=package.__version__, build=BUILD):
    for name in ("tvsim", "tvsim-server"):
        path = folder / name
        path.write_text(f"#!/bin/sh\necho {version}\necho build {build}\n")
        path.chmod(0o755)
    return folder


@has_backend
@pytest.mark.parametrize("with_programs", [False, True])
def test_a_wheel_is_complete_and_has_the_same_bytes_each_time(tmp_path, with_programs):
    (tmp_path / "licences").write_text("The licences of all libraries.")
    arguments = ["--programs", programs(tmp_path), "--licences", tmp_path / "licences"] if with_programs else []
    paths = [Path(build(tmp_path / each, *arguments).stdout.strip()) for each in ("one", "two")]
    tag = f"manylinux_2_34_{platform.machine()}" if with_programs else "any"
    assert paths[0].name == f"tvsim-{BUILD}-py3-none-{tag}.whl"
    assert paths[0].read_bytes() == paths[1].read_bytes()
    with zipfile.ZipFile(paths[0]) as wheel:
        folder = f"tvsim-{BUILD}.dist-info"
        assert f"\nVersion: {BUILD}\n" in wheel.read(f"{folder}/METADATA").decode()
        assert f'__build__ = "{BUILD}"' in wheel.read("tvsim/_version.py").decode()
        rows = list(csv.reader(io.StringIO(wheel.read(f"{folder}/RECORD").decode())))
        assert sorted(row[0] for row in rows) == sorted(wheel.namelist())
        for name, digest, size in rows[:-1]:
            data = wheel.read(name)
            assert digest == "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
            assert int(size) == len(data)
        assert "tvsim/py.typed" in wheel.namelist()
        licence = wheel.read(f"{folder}/licenses/LICENSE").decode()
        assert ("Apache License" in licence, "all libraries" in licence) == (not with_programs, with_programs)
        assert "tvsim = tvsim.pytest_plugin" in wheel.read(f"{folder}/entry_points.txt").decode()


@has_backend
def test_the_client_finds_the_program_of_its_wheel(tmp_path):
    wheel = build(tmp_path, "--programs", programs(tmp_path)).stdout.strip()
    pip = [sys.executable, "-m", "pip", "--isolated", "--disable-pip-version-check", "install", "--quiet", "--no-index"]
    subprocess.run([*pip, "--no-deps", "--ignore-installed", f"--prefix={tmp_path}/prefix", wheel], check=True)
    program = tmp_path / "prefix/bin/tvsim"
    said = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
    assert said == f"{package.__version__}\nbuild {BUILD}\n"


@has_backend
@pytest.mark.parametrize(
    "prepare, message",
    [
        (lambda folder: None, "has no program 'tvsim': build it with 'make release'"),
        (lambda folder: programs(folder, "9.9.9"), "has version 9.9.9, and the sources have"),
    ],
)
def test_a_wheel_with_other_programs_is_refused(tmp_path, prepare, message):
    prepare(tmp_path)
    done = build(tmp_path, "--programs", tmp_path)
    assert done.returncode == 1 and message in done.stderr and not list(tmp_path.glob("*.whl"))


def test_the_version_is_that_of_the_simulator():
    [source] = (REPOSITORY / "Sources").glob("*/SimulatorVersion.swift")
    assert re.search('current = "(.*)"', source.read_text())[1] == package.__version__


def test_the_package_needs_the_standard_library_only():
    for path in (ROOT / "src/tvsim").glob("*.py"):
        for name in re.findall(r"^\s*(?:import|from) (\w+)", path.read_text(), re.MULTILINE):
            own = path.name in ("pytest_plugin.py", "_pytest_options.py", "_pytest_evidence.py") and name == "pytest"
            assert own or name in sys.stdlib_module_names, f"{path.name}: {name}"


def test_the_types_are_those_that_the_openapi_document_generates(tvsim):
    done = subprocess.run(
        [sys.executable, REPOSITORY / "scripts/generate-clients", "--check"], capture_output=True, text=True,
        env=os.environ | {"TVSIM_ADMIN_URL": f"{tvsim.url}/_sim/v1"})
    assert done.returncode == 0, done.stderr


def section_of(owner):
    return PAGE.split(f"\n### {owner}\n")[1].split("\n### ")[0].split("\n## ")[0]


def signature(value):
    """The arguments as a user writes them, with what may be left out."""
    found = inspect.signature(value)
    arguments = [
        each.replace(annotation=inspect.Parameter.empty) for each in found.parameters.values()
        if each.name not in ("self", "cls")]
    return str(inspect.Signature(arguments)).replace("'", '"')


def members():
    """The public names of the package, with those of its classes."""
    for name in package.__all__:
        value = getattr(package, name)
        if inspect.isclass(value) and value.__module__.startswith("tvsim.") and not hasattr(value, "__required_keys__"):
            yield name
            for member, found in vars(value).items():
                if not member.startswith("_") and (callable(found) or isinstance(found, (property, classmethod))):
                    yield f"{name}.{member}"
        elif inspect.isfunction(value):
            yield name


@pytest.mark.parametrize("name", list(members()))
def test_the_reference_names_each_member_and_its_arguments(name):
    owner, _, member = name.partition(".")
    section = section_of(owner) if member else PAGE
    pattern = rf"`(?:{owner}\.)?{member}\b" if member else rf"`{owner}\b|^### {owner}$"
    assert re.search(pattern, section, re.MULTILINE), f"Python.md does not describe {name}"
    value = getattr(package, owner)
    value = getattr(value, member) if member else value
    if inspect.isroutine(value):
        lines = [line for line in section.splitlines() if re.search(rf"`(?:{owner}\.)?{member or owner}\(", line)]
        assert any(f"{member or owner}{signature(value)}`" in line for line in lines), f"{name}{signature(value)}"


def test_the_reference_describes_the_plugin_and_nothing_else():
    source = inspect.getsource(pytest_plugin)
    fixtures = re.findall(r"@pytest\.fixture.*\ndef (\w+)", source)
    options = [f"--tvsim-{name}" for name in _pytest_options.OPTIONS] + ["--tvsim-situation"]
    for name in fixtures + options:
        assert f"| `{name}` |" in PAGE, name
    for option in re.findall(r"--tvsim-[a-z]+", PAGE):
        assert option in options
    for owner in re.findall(r"^### (\w+)$", PAGE, re.MULTILINE):
        assert owner in package.__all__, owner
        for member in re.findall(r"^\| `(\w+)\(", section_of(owner), re.MULTILINE):
            assert hasattr(getattr(package, owner), member), f"{owner}.{member}"


def test_the_example_without_pytest_signs_in():
    script = REPOSITORY / "Examples/pytest/without_pytest.py"
    done = subprocess.run([sys.executable, script], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("Cablevision\n", "")


def test_the_modules_import_without_pytest():
    script = "import sys; sys.modules['pytest'] = None; import tvsim; print(tvsim.__version__)"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout.strip() \
        == package.__version__
    assert importlib.import_module("tvsim").__doc__
