"""A client of REST API V2, as a streaming app on a TV has it."""

import base64
import json

import requests


def base64_of(text):
    return base64.b64encode(text.encode()).decode()


class StreamingClient:
    device = {"model": "Roku 4", "version": "4", "osName": "Roku OS", "osVersion": "12", "connectionType": "WiFi"}

    def __init__(self, base_url, software_statement, requestor="REF30"):
        self.base_url = base_url
        self.api = f"/api/v2/{requestor}"
        self.http = requests.Session()
        self.http.headers["X-Device-Info"] = base64_of(json.dumps(self.device))
        self.http.headers["AP-Device-Identifier"] = "fingerprint " + base64_of("living room")
        self.client = self.send("POST", "/o/client/register", json={"software_statement": software_statement}).json()
        self.renew_token()

    def renew_token(self):
        form = {"grant_type": "client_credentials"}
        form |= {name: self.client[name] for name in ("client_id", "client_secret")}
        response = self.send("POST", "/o/client/token", data=form)
        response.raise_for_status()
        self.http.headers["Authorization"] = f"Bearer {response.json()['access_token']}"

    def send(self, method, path, **body):
        """Sends a request, and once more if the service is unavailable."""
        for attempt in (1, 2):
            response = self.http.request(method, self.base_url + path, timeout=10, **body)
            if response.status_code != 503:
                break
        return response

    def call(self, method, path, **body):
        """Calls the API, with a new access token if the present one is no longer valid."""
        response = self.send(method, self.api + path, **body)
        if response.status_code == 401:
            self.renew_token()
            response = self.send(method, self.api + path, **body)
        response.raise_for_status()
        return response.json()

    def start_sign_in(self, mvpd):
        """Returns the address of the page on which the user signs in."""
        form = {"mvpd": mvpd, "domainName": "example.com", "redirectUrl": "https://example.com/signed-in"}
        return self.base_url + self.call("POST", "/sessions", data=form)["url"]

    def start_second_screen(self):
        """Returns the code that the app shows to a user, who signs in on another screen."""
        form = {"domainName": "example.com", "redirectUrl": "https://example.com/signed-in"}
        return self.call("POST", "/sessions", data=form)["code"]

    def profiles_of(self, code):
        """Returns the profiles of the sign-in with a code, by MVPD; empty until the user has signed in."""
        return self.call("GET", f"/profiles/code/{code}")["profiles"]

    def profile(self, mvpd):
        """Returns the user's profile, or None if the user is not signed in with this TV provider."""
        return self.call("GET", f"/profiles/{mvpd}")["profiles"].get(mvpd)

    def may_watch(self, mvpd, resource):
        """Returns True if the service authorizes the resource and issues a media token for it."""
        answer = self.call("POST", f"/decisions/authorize/{mvpd}", json={"resources": [resource]})
        return answer["decisions"][0]["authorized"]
