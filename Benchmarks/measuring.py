"""What the scripts measure with: a client, an app that signs in, servers, a database, and tables in Markdown."""
import base64, html, json, os, pathlib, re, signal, socket, subprocess, sys, threading, time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
TICKS = os.sysconf("SC_CLK_TCK")
# A script that is terminated ends its servers too.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


def cpu(pid):
    """The seconds of CPU time that a process has used, those of ended threads too."""
    user, system, *_ = times(pid)
    return user + system


def times(pid):
    """The user and system time of a process, and those of its ended children, in seconds."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return [int(field) / TICKS for field in fields[11:15]]


def memory(pid, what="VmRSS"):
    """The resident memory of a process in MiB: now, or at its peak (`VmHWM`)."""
    with open(f"/proc/{pid}/status") as file:
        return int(re.search(what + r":\s*(\d+)", file.read()).group(1)) / 1024


class Client:
    """HTTP/1.1 on one connection that is kept: no library, so that the client costs little."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""

    def send(self, method, path, headers=None, body=b""):
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        if body:
            lines.append(f"Content-Length: {len(body)}")
        return self.raw(("\r\n".join(lines) + "\r\n\r\n").encode() + body)

    def raw(self, request):
        self.socket.sendall(request)
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.receive()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        fields = {}
        for line in head.split(b"\r\n")[1:]:
            name, value = line.split(b":", 1)
            fields[name.strip().lower().decode()] = value.strip().decode()
        if fields.get("transfer-encoding") == "chunked":
            return int(head.split(b" ")[1]), fields, self.chunks()
        length = int(fields.get("content-length", 0))
        body = self.exactly(length)
        return int(head.split(b" ")[1]), fields, body

    def exactly(self, length):
        parts, missing = [self.buffer[:length]], length - min(length, len(self.buffer))
        self.buffer = self.buffer[length:]
        while missing > 0:
            data = self.receive()
            parts.append(data[:missing])
            self.buffer, missing = data[missing:], missing - min(missing, len(data))
        return b"".join(parts)

    def chunks(self):
        parts = []
        while True:
            while b"\r\n" not in self.buffer:
                self.buffer += self.receive()
            line, self.buffer = self.buffer.split(b"\r\n", 1)
            size = int(line, 16)
            parts.append(self.exactly(size + 2)[:size])
            if size == 0:
                return b"".join(parts)

    def receive(self):
        data = self.socket.recv(65536)
        if not data:
            raise SystemExit("the server closed the connection")
        return data


def form(**fields):
    return urllib.parse.urlencode(fields).encode()


FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class App:
    """An app on a device of its own, which signs in as a browser would."""

    def __init__(self, client, statement, device):
        self.client = client
        information = {"model": "TV", "version": "1", "osName": "tvOS", "osVersion": "18", "connectionType": "WiFi"}
        self.device = {
            "X-Device-Info": base64.b64encode(json.dumps(information).encode()).decode(),
            "AP-Device-Identifier": "fingerprint " + base64.b64encode(device.encode()).decode(),
        }
        status, _, body = client.raw(self.registration_request(statement))
        assert status == 201, body
        credentials = json.loads(body)
        status, _, body = client.send(
            "POST", "/o/client/token", {**self.device, **FORM},
            form(client_id=credentials["client_id"], client_secret=credentials["client_secret"],
                 grant_type="client_credentials"))
        assert status == 201, body
        self.headers = {**self.device, "Authorization": "Bearer " + json.loads(body)["access_token"]}

    def registration_request(self, statement):
        return request(
            "POST", "/o/client/register", {**self.device, "Content-Type": "application/json"},
            json.dumps({"software_statement": statement}).encode())

    def profiles_request(self):
        return request("GET", "/api/v2/REF30/profiles", self.headers)

    def session_request(self):
        return request(
            "POST", "/api/v2/REF30/sessions", {**self.headers, **FORM},
            form(mvpd="Cablevision", domainName="example.com", redirectUrl="https://app.example/done"))

    def sign_in(self):
        """From the session to the profile: six requests, with two RSA signatures of ours among them.

        Returns the response that the browser carried from the identity provider to the service.
        """
        client = self.client
        _, _, body = client.raw(self.session_request())
        session = json.loads(body)
        status, fields, _ = client.send("GET", session["url"])
        place = fields["location"]
        status, _, page = client.send("GET", place)
        query = html.unescape(re.search(r'name="query" value="([^"]*)"', page.decode()).group(1))
        status, _, page = client.send(
            "POST", place, FORM, form(query=query, username="alice", password="secret", action="sign-in"))
        hidden = dict(re.findall(r'name="([^"]*)" value="([^"]*)"', page.decode()))
        status, fields, page = client.send(
            "POST", "/sp/saml/SAMLAssertionConsumer", FORM,
            form(**{name: html.unescape(value) for name, value in hidden.items()}))
        assert (status, fields.get("location")) == (302, "https://app.example/done"), page
        status, _, body = client.send("GET", f"/api/v2/REF30/profiles/code/{session['code']}", self.headers)
        assert json.loads(body)["profiles"]["Cablevision"]["type"] == "regular", body
        return base64.b64decode(html.unescape(hidden["SAMLResponse"])).decode()


def request(method, path, headers, body=b""):
    """The bytes of a request."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"] + [f"{n}: {v}" for n, v in headers.items()]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


class Server:
    """A running `tvsim serve`."""

    def __init__(self, programs, *arguments, environment=None):
        self.process = subprocess.Popen(
            [programs + "/tvsim", "serve", "--port", "0", *arguments], env={**os.environ, **(environment or {})},
            stdout=subprocess.PIPE, text=True)
        self.pid = self.process.pid
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("tvsim serve did not start")
        self.port = urllib.parse.urlsplit(json.loads(line)["url"]).port
        # The statement is valid for every server, because all sign with the same built-in key.
        _, _, body = Client(self.port).send("GET", "/_sim/v1/statement")
        self.statement = json.loads(body)["statement"]

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Database:
    """A PostgreSQL server that `Tests/postgresql-server` starts, on a Unix socket; it ends with this object."""

    def __init__(self):
        self.process = subprocess.Popen(
            [ROOT / "Tests/postgresql-server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={"FSYNC": "on", **os.environ})
        self.folder = self.process.stdout.readline().strip()
        if not self.folder:
            raise SystemExit("PostgreSQL cannot be started; install it with: apt-get install postgresql")
        with open(self.folder + "/data/postmaster.pid") as file:
            self.pid = int(file.readline())

    def address(self, database="tvsim", folder=None):
        return f"postgres://tvsim@/{database}?host={folder or self.folder}"

    def run(self, *commands, database="tvsim"):
        options = [option for command in commands for option in ("-c", command)]
        shown = subprocess.run(
            ["psql", "-h", self.folder, "-U", "tvsim", "-v", "ON_ERROR_STOP=1", "-Atq", *options, database],
            check=True, text=True, stdout=subprocess.PIPE)
        return shown.stdout.strip()

    def cpu(self):
        """The seconds of CPU time that the database and its processes have used."""
        whole = sum(times(self.pid))
        for name in os.listdir("/proc"):
            if name.isdigit():
                try:
                    with open(f"/proc/{name}/stat") as file:
                        if file.read().rsplit(")", 1)[1].split()[1] == str(self.pid):
                            whole += cpu(name)
                except OSError:
                    pass  # The process has ended meanwhile.
        return whole

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


class RoundTrips:
    """Stands before a database's socket and counts how often a server waits for the database."""

    def __init__(self, database, folder):
        self.count = 0
        self.behind = database.folder + "/.s.PGSQL.5432"
        self.folder = folder
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(folder + "/.s.PGSQL.5432")
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client = self.listener.accept()[0]
            database = socket.socket(socket.AF_UNIX)
            database.connect(self.behind)
            state = {"asked": False}
            threading.Thread(target=self.carry, args=(client, database, state, True), daemon=True).start()
            threading.Thread(target=self.carry, args=(database, client, state, False), daemon=True).start()

    def carry(self, source, target, state, asks):
        try:
            while data := source.recv(1 << 16):
                # An answer after a question ends a round trip, however many statements the question had.
                if not asks and state["asked"]:
                    self.count += 1
                state["asked"] = asks
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # One side has closed its connection.


def percentile(values, percent):
    values = sorted(values)
    return values[min(len(values) - 1, len(values) * percent // 100)]


def table(titles, rows):
    """Prints a table in Markdown."""
    print()
    for row in [titles, ["---"] * len(titles), *rows]:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    print(flush=True)


def elapsed(body):
    """The seconds that a closure takes."""
    begin = time.perf_counter()
    body()
    return time.perf_counter() - begin
