"""Apps that use a server until it is killed, and ask afterwards for everything that they were answered.

    restart.py work URL PID AFTER FACTS   works until AFTER requests are answered, then kills the server
    restart.py check URL FACTS            asks for all that was answered; prints what is missing

What is answered is kept in the file FACTS, across several rounds; the last media token in FACTS.token.
"""

import base64, collections, html.parser, json, os, signal, sys, threading, urllib.parse

import requests

INFORMATION = {"model": "m", "version": "1", "osName": "iOS", "osVersion": "18", "connectionType": "WiFi"}
APPS = 4


class Refused(Exception):
    """An answer that is not the expected one."""


def encoded(text):
    return base64.b64encode(text.encode()).decode()


class Form(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.action, self.fields = None, {}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form" and self.action is None:
            self.action = attributes["action"]
        if tag == "input" and attributes.get("type") == "hidden":
            self.fields[attributes["name"]] = attributes["value"]


class Client:
    """Sends requests, and notes each that is answered in the words of the journal."""

    def __init__(self, url, answered):
        self.url, self.answered, self.session = url, answered, requests.Session()

    def send(self, method, path, status, device=None, token=None, note="", **more):
        headers = {"X-Device-Info": encoded(json.dumps(INFORMATION))}
        if device:
            headers["AP-Device-Identifier"] = "fingerprint " + encoded(device)
        if token:
            headers["Authorization"] = "Bearer " + token
        answer = self.session.request(
            method, urllib.parse.urljoin(self.url, path), headers=headers, allow_redirects=False, timeout=60, **more)
        if answer.status_code != status:
            raise Refused(f"{method} {path}: {answer.status_code} instead of {status}: {answer.text[:500]}")
        plain = path.split("?")[0]
        if plain.startswith(("/o/", "/api/")):
            self.answered(f"{method} {plain[:256]}", note)
        return answer

    def token(self, client):
        form = {"grant_type": "client_credentials", "client_id": client["client_id"],
                "client_secret": client["client_secret"]}
        answer = self.send("POST", "/o/client/token", 201, data=form, note=client["client_id"])
        return answer.json()["access_token"]

    def begin(self, device, token):
        form = {"mvpd": "Cablevision", "domainName": "d", "redirectUrl": "https://app.example/done"}
        return self.send("POST", "/api/v2/REF30/sessions", 200, device, token, data=form).json()

    def sign_in(self, session):
        # A new browser is needed, because the provider would not ask a known browser for a password.
        self.session.cookies.clear()
        page = self.send("GET", session["url"], 302).headers["Location"]
        form = Form(self.send("GET", page, 200).text)
        form.fields.update(username="alice", password="secret", action="sign-in")
        answer = Form(self.send("POST", urllib.parse.urljoin(page, form.action), 200, data=form.fields).text)
        self.send("POST", urllib.parse.urljoin(page, answer.action), 302, data=answer.fields)

    def profile(self, device, token):
        profiles = self.send("GET", "/api/v2/REF30/profiles/Cablevision", 200, device, token).json()["profiles"]
        return profiles.get("Cablevision")

    def decision(self, device, token, resource):
        answer = self.send("POST", "/api/v2/REF30/decisions/authorize/Cablevision", 200, device, token,
                           json={"resources": [resource]}, note=resource)
        return answer.json()["decisions"][0]


def work(url, process, after, facts):
    lock = threading.Lock()
    count = 0

    def answered(event, note):
        nonlocal count
        with lock:
            facts["journal"].append([event, note])
            count += 1
            if count == after:
                os.kill(process, signal.SIGKILL)

    def keep(kind, *fact):
        with lock:
            facts[kind].append(fact)

    def app(number):
        client = Client(url, answered)
        for turn in range(1_000_000):
            device = f"device-{after}-{number}-{turn}"
            registration = client.send("POST", "/o/client/register", 201,
                                       json={"software_statement": facts["statement"]}).json()
            keep("clients", registration)
            token = client.token(registration)
            keep("tokens", token)
            # A separate device is needed, because the device's next code would end this one.
            keep("open", token, client.begin(device + "-open", token)["code"])
            session = client.begin(device, token)
            client.sign_in(session)
            profile = client.profile(device, token)
            assert profile, "signed in, and no profile"
            keep("profiles", device, token, session["code"], profile)
            permit = client.decision(device, token, "REF30")
            assert permit["authorized"], permit
            keep("permits", device, token, permit)
            # The denied resource is a decision too, and its name can be found in the journal.
            denial = client.decision(device, token, f"none-{device}")
            assert not denial["authorized"], denial

    troubles = []

    def until_killed(number):
        try:
            app(number)
        except requests.exceptions.RequestException:
            pass
        except Exception as error:
            troubles.append(f"{type(error).__name__}: {error}")

    threads = [threading.Thread(target=until_killed, args=[number]) for number in range(APPS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if troubles or count < after:
        sys.exit("; ".join(troubles) or f"only {count} requests were answered")


def check(url, facts):
    missing = []

    def demand(holds, what):
        if not holds:
            missing.append(what)

    admin = url + "/_sim/v1"
    entries = requests.get(f"{admin}/journal", params={"limit": 10000}).json()["entries"]
    found = collections.Counter()
    for entry in entries:
        details = entry["details"]
        found[entry["event"], ""] += 1
        for name in {details.get("client"), details.get("resources")} - {None}:
            found[entry["event"], name] += 1
    wanted = collections.Counter()
    for event, note in facts["journal"]:
        wanted[event, ""] += 1
        if note:
            wanted[event, note] += 1
    for key, number in wanted.items():
        demand(found[key] >= number, f"journal: {key} {found[key]} of {number}")

    # A stored decision has the time at which it was made; a new one would have the current time.
    assert requests.post(f"{admin}/commands", json={"advance": "60s"}).status_code == 204
    client = Client(url, lambda event, note: None)

    def asked(what, body):
        try:
            body()
        except (Refused, KeyError) as error:
            missing.append(f"{what}: {error}")

    for registration in facts["clients"]:
        asked("client", lambda: client.token(registration[0]))
    for [token] in facts["tokens"]:
        asked("token", lambda: client.send("GET", "/api/v2/REF30/configuration", 200, token=token))
    for token, code in facts["open"]:
        asked("code", lambda: client.send("GET", f"/api/v2/REF30/sessions/{code}", 200, token=token))
    for device, token, code, profile in facts["profiles"]:
        asked("profile", lambda: demand(client.profile(device, token) == profile, f"profile of {device}"))
        by_code = f"/api/v2/REF30/profiles/code/{code}"
        asked("code", lambda: demand(
            client.send("GET", by_code, 200, token=token).json()["profiles"], f"profile of {code}"))
    for device, token, permit in facts["permits"]:
        def again():
            kept = client.decision(device, token, "REF30")
            demand(all(kept[key] == permit[key] for key in ["authorized", "notBefore", "notAfter"]), f"permit of {device}")
        asked("permit", again)
    numbers = " ".join(f"{len(facts[kind])} {kind}" for kind in KINDS)
    print("\n".join(missing) if missing else f"nothing is missing of {numbers}")


KINDS = ["journal", "clients", "tokens", "open", "profiles", "permits"]

if __name__ == "__main__":
    path = sys.argv[-1]
    with open(path) as file:
        known = json.load(file)
    for kind in KINDS:
        known.setdefault(kind, [])
    if sys.argv[1] == "work":
        work(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), known)
        with open(path, "w") as file:
            json.dump(known, file)
        for device, token, permit in known["permits"][-1:]:
            with open(path + ".token", "w") as file:
                file.write(permit["token"]["serializedToken"])
    else:
        check(sys.argv[2], known)
