"""Clients whose requests are under way when the server is told to end.

    drain.py URL PID

Each has sent its head and was told to go on: the server has begun with it. Then the server gets SIGTERM; when nobody can
connect any more, the clients send their bodies. Prints the statuses that they get.
"""

import os, signal, socket, sys, urllib.parse

address = urllib.parse.urlsplit(sys.argv[1])
place = (address.hostname, address.port)
event = b'{"advance": "1h"}'
targets = ["/_sim/v1/commands"] * 4 + ["/o/client/register"] * 4 + ["/s/other/_sim/v1/commands"] * 4


def read_head(stream):
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        line = stream.readline()
        assert line, f"the connection ended after {head!r}"
        head += line
    return head


clients = []
for target in targets:
    connection = socket.create_connection(place)
    connection.settimeout(60)
    stream = connection.makefile("rb")
    connection.sendall(
        f"POST {target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(event)}\r\nExpect: 100-continue\r\n\r\n".encode())
    assert read_head(stream).startswith(b"HTTP/1.1 100 "), "the server does not begin"
    clients.append((connection, stream))

os.kill(int(sys.argv[2]), signal.SIGTERM)
while True:
    try:
        socket.create_connection(place).close()
    except ConnectionRefusedError:
        break
    except ConnectionResetError:
        pass

statuses = []
for connection, stream in clients:
    connection.sendall(event)
for connection, stream in clients:
    statuses.append(read_head(stream).split()[1].decode())
print(" ".join(statuses))
