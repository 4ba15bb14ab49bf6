"""Performs the calls of Clients/conformance.json with this client, and prints what each returns."""

import json
import re
import sys
from datetime import datetime

from tvsim import Evidence, Exchange, PendingRequest, Server, Situation, TvsimError


def snake(name):
    return re.sub("[A-Z]", lambda found: "_" + found[0].lower(), name)


def filled(value, world, kept):
    """Returns an argument with what it refers to."""
    if isinstance(value, str) and value.startswith("$"):
        name, *members = value[1:].split(".")
        found = kept[name]
        for member in members:
            found = found[member]
        return found
    if isinstance(value, str):
        return value.replace("{url}", world.url).replace("{name}", world.name)
    if isinstance(value, list):
        return [filled(each, world, kept) for each in value]
    return {name: filled(each, world, kept) for name, each in value.items()} if isinstance(value, dict) else value


def plain(value):
    """Returns a result as JSON has it."""
    match value:
        case datetime():
            return value.strftime("%Y-%m-%dT%H:%M:%SZ")
        case Exchange():
            return {"number": value.number, "method": value.method, "path": value.path, "status": value.status}
        case Evidence():
            return sorted(value.files)
        case Situation():
            return value.name
        case PendingRequest():
            return {"waitsForUser": value.waits_for_user}
        case list():
            return [plain(each) for each in value]
        case bytes():
            return None
    return value


def perform(step, server, world, kept):
    *owners, method = step["call"].split(".")
    owner = {"server": server, **kept}.get(owners[0]) if owners else world
    owner = owner if owner is not None else getattr(world, owners[0])
    arguments, options = filled(step.get("arguments", []), world, kept), filled(step.get("options", {}), world, kept)
    if "failOn" in options:
        options["fail_on"] = options.pop("failOn")
    if "inside" in step:
        with getattr(owner, snake(method))(*arguments, **options):
            return perform(step["inside"], server, world, kept)
    for _ in range(step.get("times", 1)):
        error = None
        try:
            result = getattr(owner, snake(method))(*arguments, **options)
        except TvsimError as found:
            error = found
    if error is not None:
        raise error
    if "keep" in step:
        kept[step["keep"]] = result
    return plain(result)


def main(path):
    server = Server.connect()
    for case in json.load(open(path))["cases"]:
        world, kept = server.world(profile=case.get("profile"), situation=case.get("situation")), {}
        for step in case["steps"]:
            try:
                outcome = ["returned", perform(step, server, world, kept)]
            except TvsimError as error:
                outcome = [type(error).__name__, str(error)]
            print(json.dumps([case["case"], step["call"], *outcome]))


main(sys.argv[1])
