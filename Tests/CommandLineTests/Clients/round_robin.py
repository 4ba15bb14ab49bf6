"""A load balancer for tests: gives each connection to the next of several servers.

    round_robin.py PORT... -- COMMAND...   runs the command with its own address in TVSIM_URL and TVSIM_ADMIN_URL
"""

import itertools, os, socket, subprocess, sys, threading


def pump(source, target):
    try:
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def serve(listener, ports):
    for port in itertools.cycle(ports):
        client, _ = listener.accept()
        server = socket.create_connection(("127.0.0.1", port))
        for pair in [(client, server), (server, client)]:
            threading.Thread(target=pump, args=pair, daemon=True).start()


end = sys.argv.index("--")
listener = socket.create_server(("127.0.0.1", 0), backlog=128)
ports = [int(port) for port in sys.argv[1:end]]
threading.Thread(target=serve, args=(listener, ports), daemon=True).start()
url = f"http://127.0.0.1:{listener.getsockname()[1]}"
environment = os.environ | {"TVSIM_URL": url, "TVSIM_ADMIN_URL": url + "/_sim/v1"}
sys.exit(subprocess.call(sys.argv[end + 1:], env=environment))
