"""The web site of a service provider that `tvsim live` examines: its sessions, its many ways to answer, and its faults
outside of SAML. A library that we did not write judges the responses.

The site keeps what it really decided, so that a test can compare it with what the examination says.
"""

import base64
import html
import logging
import secrets
import socket
import sys
import threading
import time

from flask import Flask, Response, jsonify, redirect, request
from werkzeug.serving import WSGIRequestHandler, make_server

from simulator import Key

# How many refusals in a row the fault `lock` allows, and for how many seconds it then refuses everything.
REFUSALS_BEFORE_LOCK, LOCK_SECONDS = 6, 6
# After how many answers the site of `lockForever` refuses everything, and that of `moves` is at another address.
ENDS_AFTER = 45


class Handler(WSGIRequestHandler):
    """Prints nothing, and closes the connection without an answer if the site says so."""

    def log(self, *arguments):
        pass

    def run_wsgi(self):
        if self.server.app.config["SITE"].cuts():
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
        else:
            super().run_wsgi()


class Site:
    """`/login`, `/acs`, `/app`, `/me` and `/metadata` of a service provider, on a port of its own.

    `judge` is a function that gets the site and returns an object with `metadata()`, with `begin()`, which returns the ID
    of a request and the address that the browser opens with it, and with `consume(form, requests)`, which returns the
    name of the signed-in user and the reason of a refusal, one of them None.
    """

    def __init__(self, judge, folder, fault=None, answers="status", port=0):
        self.fault, self.answers = fault, answers
        self.sessions, self.issued = {}, set()
        self.refusals, self.locked_until, self.connections = 0, 0, 0
        # What the site decided, in order: the user or None, the reason, and the fields of the form.
        self.decisions = []
        # The hosts that requests named, for each path.
        self.asked = []
        self.key = Key(folder, "service-provider")
        app = Flask("service-provider")
        app.config.update(SITE=self, MAX_FORM_MEMORY_SIZE=None)
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        for method, path, function in [
            ("GET", "/login", self.login), ("POST", "/acs", self.consume), ("GET", "/app", self.home),
            ("POST", "/app", self.home), ("GET", "/step", self.step), ("GET", "/me", self.me),
            ("GET", "/metadata", self.metadata), ("GET", "/sorry", self.sorry), ("POST", "/sorry", self.sorry),
        ]:
            app.add_url_rule(path, method + path, function, methods=[method])
        app.before_request(lambda: self.asked.append((request.host, request.path)))
        self.server = make_server("127.0.0.1", port, app, threaded=True, request_handler=Handler)
        self.port = self.server.server_port
        self.url = f"http://127.0.0.1:{self.port}"
        self.elsewhere = f"http://localhost:{self.port}"
        self.judge = judge(self)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    # Sessions

    def session(self):
        """The session of the browser; a new one if it has none."""
        if self.answers == "address":
            return self.sessions.setdefault(request.remote_addr, {})
        name = request.cookies.get("session")
        return self.sessions.setdefault(name, {}) if name in self.sessions else {}

    def login(self):
        if self.answers == "moves" and len(self.decisions) >= ENDS_AFTER:
            return redirect(self.elsewhere + "/login")
        name = secrets.token_urlsafe(12)
        session = self.session() if self.answers == "address" else self.sessions.setdefault(name, {})
        identifier, url = self.judge.begin()
        session["requests"] = {identifier}
        self.issued.add(identifier)
        answer = redirect(url)
        answer.set_cookie("session", name)
        return answer

    def consume(self):
        session = self.session()
        user, reason = self.decide(session, request.form)
        self.decisions.append({"user": user, "reason": reason, "form": dict(request.form)})
        if user:
            session["user"] = user
        return getattr(self, "answer_" + self.answers)(user, reason, session)

    def decide(self, session, form):
        """Who is signed in by a form, or why not. A request is answered once."""
        requests = self.issued if self.fault == "replay" else session.pop("requests", set())
        if self.answers in ("refuseAll", "reasons"):
            return None, self.other_reason(form)
        if time.monotonic() < self.locked_until or (
                self.fault == "lockForever" and len(self.decisions) >= ENDS_AFTER):
            return None, "locked"
        try:
            user, reason = self.judge.consume(form, requests)
        except Exception as error:  # The libraries refuse by many classes, some of them Python's own.
            user, reason = None, f"{type(error).__name__}: {error}"
        self.refusals = 0 if user else self.refusals + 1
        if self.fault == "lock" and self.refusals == REFUSALS_BEFORE_LOCK:
            self.refusals, self.locked_until = 0, time.monotonic() + LOCK_SECONDS
        return user, reason

    def other_reason(self, form):
        """Why a site with another identity provider refuses a response: the first thing that it reads."""
        text = base64.b64decode(form.get("SAMLResponse", ""))
        if not text.lstrip().startswith(b"<"):
            return "This is not XML."
        return "The issuer is unknown." if b"status:Success" in text else "The identity provider has refused."

    # Pages

    def page(self, title, text, status=200):
        if self.answers == "random":
            words = [secrets.token_hex(3) for _ in range(12)]
            title, text = f"{title} {words[0]}", f"{text} {' '.join(words)}"
        return Response(f"<!DOCTYPE html><title>{title}</title><p>{text}</p>", status, content_type="text/html")

    def home(self):
        user = self.session().get("user")
        return self.page("Home", f"Welcome {html.escape(user)}") if user else redirect("/")

    def step(self):
        return redirect("/app")

    def sorry(self):
        return self.page("Sorry", "You could not be signed in.")

    def me(self):
        user = self.session().get("user")
        return jsonify(user=user) if user else (jsonify(error="no session"), 401)

    def metadata(self):
        return Response(self.judge.metadata(), content_type="application/samlmetadata+xml")

    # The ways in which applications answer a response.

    def refusal(self, reason):
        return self.page("Sign-in failed", "You could not be signed in.", 400)

    def answer_status(self, user, reason, session):
        """A redirect, or status 400."""
        return redirect("/app") if user else self.refusal(reason)

    answer_refuseAll = answer_moves = answer_random = answer_slow = answer_status

    def answer_address(self, user, reason, session):
        """The session belongs to the client's address: once it is signed in, each answer looks so."""
        return redirect("/app") if session.get("user") else self.refusal(reason)

    def answer_pages(self, user, reason, session):
        """Always 200, with two pages."""
        return self.page("Home", f"Welcome {html.escape(user)}") if user else self.sorry()

    def answer_redirects(self, user, reason, session):
        """Always a redirect: over a further one, or to a page that says sorry with 200."""
        return redirect("/step" if user else "/sorry")

    def answer_cookie(self, user, reason, session):
        """Always the same redirect; one answer sets a further cookie."""
        answer = redirect("/sorry")
        if user:
            answer.set_cookie("auth", secrets.token_urlsafe(12))
        return answer

    def answer_json(self, user, reason, session):
        """A page for a script, with nonces, whose JSON says what happened."""
        state = f'{{"signedIn": true, "user": "{user}"}}' if user else '{"signedIn": false}'
        nonce = secrets.token_hex(16)
        return Response(
            f'<!DOCTYPE html><title>App</title><div id="root" data-nonce="{nonce}"></div>'
            f'<script nonce="{nonce}">window.state = {state}</script>', content_type="text/html")

    def answer_texts(self, user, reason, session):
        """Another error text for each reason."""
        return redirect("/app") if user else self.page("Error", html.escape(reason), 400)

    answer_reasons = answer_texts

    def answer_echo(self, user, reason, session):
        """The page of a refusal repeats the response."""
        text = html.escape(request.form.get("SAMLResponse", ""))
        return redirect("/app") if user else self.page("Error", f"This could not be read: {text}")

    def answer_form(self, user, reason, session):
        """A form that sends itself."""
        path = "/app" if user else "/sorry"
        return Response(
            f'<!DOCTYPE html><title>One moment</title><body onload="document.forms[0].submit()">'
            f'<form method="post" action="{path}"><input type="hidden" name="t" value="{secrets.token_hex(8)}"></form>',
            content_type="text/html")

    def answer_noAccount(self, user, reason, session):
        """No user has an account here; only the page says which name was believed."""
        session.pop("user", None)
        known = f"There is no account for {html.escape(user)}." if user else "There is no account for you."
        return self.page("No account", known, 403)

    def answer_crash(self, user, reason, session):
        """A refusal is an exception that no one handles."""
        return redirect("/app") if user else self.page("Internal Server Error", "Oops", 500)

    def answer_same(self, user, reason, session):
        """Always the same answer; `/me` alone differs."""
        return self.page("Done", "You may close this page.")

    def answer_leaves(self, user, reason, session):
        """Who is signed in is led to another host."""
        return redirect(self.elsewhere + "/app") if user else self.refusal(reason)

    def cuts(self):
        """Whether the connection of a request ends without an answer: every ninth one of the way `slow`, which waits."""
        if self.answers != "slow":
            return False
        time.sleep(0.02)
        self.connections += 1
        return self.connections % 9 == 0


def serve(judge, faults):
    """Serves the party of a script until it is ended: `SCRIPT serve METADATA [--fault F] [--answers A] [--port P]`."""
    import argparse
    import tempfile
    parser = argparse.ArgumentParser()
    parser.add_argument("metadata", help="the file with the metadata of the identity provider")
    parser.add_argument("--fault", choices=[*faults, "replay", "lock", "lockForever"])
    parser.add_argument(
        "--answers", default="status", choices=[name[7:] for name in dir(Site) if name.startswith("answer_")])
    parser.add_argument("--port", type=int, default=0)
    options = parser.parse_args(sys.argv[2:])
    with open(options.metadata, encoding="utf-8") as file:
        text = file.read()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(lambda site: judge(site, text), folder, options.fault, options.answers, options.port)
        print(site.url, flush=True)
        try:
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            site.stop()
