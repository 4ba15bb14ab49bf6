"""Uses the client in a script. Run it with: python without_pytest.py"""

import tvsim

from apple_client import AppleClient

with tvsim.Server.start() as server, server.world() as world:
    world.permission.grant()
    world.account.sign_in("Cablevision", "alice")
    client = AppleClient(world.url, world.statement(), world.framework)
    print(client.sign_in_silently())
