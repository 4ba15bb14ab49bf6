"""The options of the plugin for pytest."""

from __future__ import annotations

import os
from typing import Any, cast

import pytest

from .types import Severity

OPTIONS = {
    "url": "The address of a running server. Default: TVSIM_URL, else each process starts its own server.",
    "profile": "The profile of each world that names none: a file.",
    "keep": "Whose evidence is kept: failed (default), all or none.",
    "evidence": "The folder of the evidence. Default: .tvsim/failed.",
    "rules": "Fails a test whose app breaks a rule of this severity or above: mandatory, recommended or guideline. "
    "Default: TVSIM_RULES.",
}
CHOICES = {"keep": ("failed", "all", "none"), "rules": ("mandatory", "recommended", "guideline")}


def add(parser: pytest.Parser) -> None:
    """Adds the options, each also as a setting of the configuration file."""
    group = parser.getgroup("tvsim", "simulated TV providers (tvsim)")
    for name, help in OPTIONS.items():
        choices: dict[str, Any] = {"choices": CHOICES[name]} if name in CHOICES else {}
        group.addoption(f"--tvsim-{name}", dest=f"tvsim_{name}", help=help, **choices)
        parser.addini(f"tvsim_{name}", help)
    group.addoption(
        "--tvsim-situation", action="append", default=[], metavar="AXIS=VALUE",
        help="Runs only the cases of tvsim_matrix in these situations.")


def check(config: pytest.Config) -> None:
    """Refuses a value that an option does not have, also from the configuration file and the environment."""
    for name, value in (("keep", option(config, "keep")), ("rules", severity(config))):
        if value is not None and value not in CHOICES[name]:
            *others, last = CHOICES[name]
            expected = f"{', '.join(others)} or {last}"
            raise pytest.UsageError(f"tvsim_{name}: invalid value '{value}': expected {expected}")


def option(config: pytest.Config, name: str) -> str | None:
    """Returns the value of the command line, else that of the configuration file."""
    value = config.getoption(f"tvsim_{name}") or config.getini(f"tvsim_{name}") or None
    return None if value is None else str(value)


def severity(config: pytest.Config) -> Severity | None:
    """Returns from which severity a broken rule fails a test."""
    return cast("Severity | None", option(config, "rules") or os.environ.get("TVSIM_RULES") or None)


def url(config: pytest.Config) -> str | None:
    """Returns the address of a running server, if one is named."""
    return option(config, "url") or os.environ.get("TVSIM_URL") or None


def folder_of(config: pytest.Config) -> Any:
    """Returns the folder of the evidence."""
    return config.rootpath / (option(config, "evidence") or os.path.join(".tvsim", "failed"))
