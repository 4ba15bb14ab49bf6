"""Builds the wheels of the package with the standard library. It is the build backend of pip, and a program.

`backend.py OUTPUT` makes the wheel without programs, and `backend.py OUTPUT --programs FOLDER` that of this platform
with both programs of the folder. The same input gives the same bytes.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import os
import platform
import re
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent
SOURCES = ROOT / "src"
VERSION = SOURCES / "tvsim/_version.py"
#: The oldest glibc with which the release programs run, and the processors for which they are built.
PLATFORM = "manylinux_2_34"
PROCESSORS = ("x86_64", "aarch64")
#: A zip file has no dates before 1980.
DATE = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Build:
    """A build: what the client compares with the programs, and the version of the package."""

    name: str
    version: str

    @classmethod
    def find(cls, programs: Path | None = None) -> Build:
        """Returns the build that programs name, by default that of the checkout."""
        script = ROOT.parents[1] / "scripts/build-version"
        if not script.is_file():
            # This is a copy of the folder alone.
            return cls("unknown", f"{source('version')}.dev0+unknown")
        given = [] if programs is None else ["--programs", str(programs)]
        name, version = (
            subprocess.run([sys.executable, script, *given, *form], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
            for form in ([], ["--form", "python"]))
        return cls(name, version)


def source(name: str) -> str:
    """Returns a value of the file with the version."""
    match = re.search(f'__{name}__ = "(.*)"', VERSION.read_text(encoding="utf-8"))
    assert match is not None
    return match[1]


def project() -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return table


def information(version: str, tag: str, licence: Path | None) -> dict[str, bytes]:
    """Returns the files of the folder `.dist-info`, but for RECORD."""
    about = project()
    lines = [
        "Metadata-Version: 2.4", f"Name: {about['name']}", f"Version: {version}", f"Summary: {about['description']}",
        f"License-Expression: {about['license']}", f"Keywords: {','.join(about['keywords'])}",
        *(f"Classifier: {each}" for each in about["classifiers"]), f"Requires-Python: {about['requires-python']}",
        "Description-Content-Type: text/markdown",
    ]
    files: dict[str, bytes] = {}
    # A copy of this folder alone has no licence beside it.
    file = licence or ROOT.parent.parent / "LICENSE"
    if licence is not None or file.is_file():
        lines.append("License-File: LICENSE")
        files["licenses/LICENSE"] = file.read_bytes()
    lines += ["", (ROOT / about["readme"]).read_text(encoding="utf-8")]
    points = [f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in members.items())
              for group, members in about["entry-points"].items()]
    pure = "true" if tag.endswith("-any") else "false"
    return files | {
        "METADATA": "\n".join(lines).encode(),
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: tvsim backend\nRoot-Is-Purelib: {pure}\nTag: {tag}\n".encode(),
        "entry_points.txt": "\n".join(points).encode(),
    }


def write(
    output: Path, build: Build, tag: str, files: dict[str, Path | bytes], compress: bool = True,
    licence: Path | None = None,
) -> str:
    """Writes a wheel and returns its name."""
    name = f"tvsim-{build.version}-{tag}.whl"
    folder = f"tvsim-{build.version}.dist-info"
    information_files = information(build.version, tag, licence)
    about: dict[str, Path | bytes] = {f"{folder}/{each}": data for each, data in information_files.items()}
    contents = files | about
    output.mkdir(parents=True, exist_ok=True)
    record = ""
    with zipfile.ZipFile(output / name, "w") as wheel:
        for path, source in sorted(contents.items()):
            data = source if isinstance(source, bytes) else source.read_bytes()
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
            record += f"{path},sha256={digest},{len(data)}\n"
            add(wheel, path, data, compress)
        add(wheel, f"{folder}/RECORD", f"{record}{folder}/RECORD,,\n".encode(), compress)
    return name


def add(wheel: zipfile.ZipFile, path: str, data: bytes, compress: bool) -> None:
    entry = zipfile.ZipInfo(path, DATE)
    entry.create_system = 3
    entry.external_attr = (0o100755 if ".data/scripts/" in path else 0o100644) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
    wheel.writestr(entry, data, compresslevel=6)


def package(build: Build) -> dict[str, Path | bytes]:
    """Returns the files of the package, which names its build."""
    found = [path for path in SOURCES.rglob("*") if path.suffix == ".py" or path.name == "py.typed"]
    files: dict[str, Path | bytes] = {path.relative_to(SOURCES).as_posix(): path for path in found}
    files[VERSION.relative_to(SOURCES).as_posix()] = VERSION.read_text(encoding="utf-8").replace(
        f'__build__ = "{source("build")}"', f'__build__ = "{build.name}"').encode()
    return files


def with_programs(folder: Path, output: Path, compress: bool = True, licence: Path | None = None) -> str:
    """Makes the wheel of this platform, with both programs."""
    processor = platform.machine()
    if sys.platform != "linux" or processor not in PROCESSORS:
        raise SystemExit(f"there is no wheel with programs for {sys.platform} on {processor}")
    build = Build.find(folder)
    names = ("tvsim", "tvsim-server")
    scripts: dict[str, Path | bytes] = {f"tvsim-{build.version}.data/scripts/{name}": folder / name for name in names}
    return write(output, build, f"py3-none-{PLATFORM}_{processor}", package(build) | scripts, compress, licence)


def without_programs(output: Path, compress: bool = True) -> str:
    """Makes the wheel of all platforms."""
    build = Build.find()
    return write(output, build, "py3-none-any", package(build), compress)


# The functions that pip calls (PEP 517 and PEP 660). A build from source has no programs.


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    return without_programs(Path(wheel_directory))


def build_editable(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    return write(Path(wheel_directory), Build.find(), "py3-none-any", {"tvsim-editable.pth": f"{SOURCES}\n".encode()})


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    raise SystemExit("tvsim has no source distribution: build a wheel")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path, help="the folder of the wheels")
    parser.add_argument("--programs", type=Path, help="the folder of tvsim and tvsim-server, to be included")
    parser.add_argument("--licences", type=Path, help="the licences of all that is linked into the programs")
    parser.add_argument("--store", action="store_true", help="do not compress, for a wheel that is only looked at")
    given = parser.parse_args()
    if given.programs is None:
        print(given.output / without_programs(given.output, not given.store))
    else:
        print(given.output / with_programs(given.programs, given.output, not given.store, given.licences))


if __name__ == "__main__":
    main()
