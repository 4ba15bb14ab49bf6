"""Clients that are answered and stay, and more that wait behind them; when all have gone, one more is answered.

    crowd.py ANSWERED
"""

import os, socket, sys, urllib.parse, urllib.request

address = urllib.parse.urlsplit(os.environ["TVSIM_URL"])
crowd = [socket.create_connection((address.hostname, address.port)) for _ in range(int(sys.argv[1]))]
for connection in crowd:
    connection.sendall(b"GET /_sim/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert connection.recv(4096).startswith(b"HTTP/1.1 200 ")
crowd += [socket.create_connection((address.hostname, address.port)) for _ in range(24)]
for connection in crowd:
    connection.close()
with urllib.request.urlopen(os.environ["TVSIM_ADMIN_URL"] + "/health", timeout=30) as answer:
    answer.read()
print("ok")
