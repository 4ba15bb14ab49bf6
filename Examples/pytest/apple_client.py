"""A client of REST API V2 on an Apple TV, which signs in with the account of the device."""

import json

import requests

from streaming_client import StreamingClient, base64_of


class AppleClient(StreamingClient):
    def __init__(self, base_url, software_statement):
        super().__init__(base_url, software_statement)
        device = {"model": "AppleTV11,1", "osName": "tvOS", "osVersion": "18"}
        self.http.headers["X-Device-Info"] = base64_of(json.dumps(device))

    def ask_framework(self, **properties):
        """Requests the account. Returns what the completion handler gets, or None while the user has to act."""
        properties |= {"includeAccountProviderIdentifier": True, "includeAuthenticationExpirationDate": True}
        return self.answer(requests.post(f"{self.base_url}/_sim/v1/framework/account-metadata", json=properties))

    def wait_for_user(self):
        return self.answer(requests.get(self.pending, params={"wait": "5s"}))

    def answer(self, response):
        response.raise_for_status()
        if response.status_code == 202:
            self.pending = requests.compat.urljoin(response.url, response.headers["Location"])
            return None
        answer = response.json()
        self.http.headers["AP-Partner-Framework-Status"] = answer["partnerFrameworkStatus"]
        return answer

    def sign_in_silently(self):
        """Returns the MVPD of the account, or None if single sign-on is not possible."""
        self.ask_framework()
        form = {"domainName": "example.com", "redirectUrl": "https://example.com/signed-in"}
        session = self.call("POST", "/sessions/sso/Apple", data=form)
        if session["actionName"] != "partner_profile":
            return None
        query = session["authenticationRequest"]
        answer = self.ask_framework(
            channelIdentifier="https://saml.sp.auth.adobe.com",
            verificationToken=query["request"],
            attributeNames=query["attributesNames"],
        )
        saml = base64_of(answer["metadata"]["samlAttributeQueryResponse"])
        self.call("POST", "/profiles/sso/Apple", data={"SAMLResponse": saml})
        return session["mvpd"]
