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
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent
SOURCES = ROOT / "src"
PROGRAMS = ("tvsim", "tvsim-server")
#: The oldest glibc with which the release programs run, and the processors for which they are built.
PLATFORM = "manylinux_2_34"
PROCESSORS = ("x86_64", "aarch64")
#: A zip file has no dates before 1980.
DATE = (1980, 1, 1, 0, 0, 0)


def version() -> str:
    """Returns the version that the package names."""
    match = re.search('__version__ = "(.*)"', (SOURCES / "tvsim/_version.py").read_text(encoding="utf-8"))
    assert match is not None
    return match[1]


def project() -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return table


def information(tag: str, licence: Path | None) -> dict[str, bytes]:
    """Returns the files of the folder `.dist-info`, but for RECORD."""
    about = project()
    lines = [
        "Metadata-Version: 2.4", f"Name: {about['name']}", f"Version: {version()}", f"Summary: {about['description']}",
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
    output: Path, tag: str, files: dict[str, Path | bytes], compress: bool = True, licence: Path | None = None
) -> str:
    """Writes a wheel and returns its name."""
    name = f"tvsim-{version()}-{tag}.whl"
    folder = f"tvsim-{version()}.dist-info"
    about: dict[str, Path | bytes] = {f"{folder}/{each}": data for each, data in information(tag, licence).items()}
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


def package() -> dict[str, Path | bytes]:
    """Returns the files of the package."""
    found = [path for path in SOURCES.rglob("*") if path.suffix == ".py" or path.name == "py.typed"]
    return {path.relative_to(SOURCES).as_posix(): path for path in found}


def with_programs(folder: Path, output: Path, compress: bool = True, licence: Path | None = None) -> str:
    """Makes the wheel of this platform, with both programs."""
    processor = platform.machine()
    if sys.platform != "linux" or processor not in PROCESSORS:
        raise SystemExit(f"there is no wheel with programs for {sys.platform} on {processor}")
    for name in PROGRAMS:
        if not os.access(folder / name, os.X_OK):
            raise SystemExit(f"{folder} has no program '{name}': build it with 'make release'")
    said = subprocess.run([folder / "tvsim", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if said != version():
        raise SystemExit(f"{folder}/tvsim has version {said}, and src/tvsim/_version.py names {version()}")
    scripts: dict[str, Path | bytes] = {f"tvsim-{version()}.data/scripts/{name}": folder / name for name in PROGRAMS}
    return write(output, f"py3-none-{PLATFORM}_{processor}", package() | scripts, compress, licence)


# The functions that pip calls (PEP 517 and PEP 660). A build from source has no programs.


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    return write(Path(wheel_directory), "py3-none-any", package())


def build_editable(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    return write(Path(wheel_directory), "py3-none-any", {"tvsim-editable.pth": f"{SOURCES}\n".encode()})


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
        print(given.output / write(given.output, "py3-none-any", package(), not given.store))
    else:
        print(given.output / with_programs(given.programs, given.output, not given.store, given.licences))


if __name__ == "__main__":
    main()
