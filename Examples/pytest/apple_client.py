"""A client of REST API V2 on an Apple TV, which signs in with the account of the device."""

import json

from streaming_client import StreamingClient, base64_of


class AppleClient(StreamingClient):
    device = {"model": "iPhone17,1", "version": "17,1", "osName": "iOS", "osVersion": "18", "connectionType": "WiFi"}

    def __init__(self, base_url, software_statement, framework):
        super().__init__(base_url, software_statement)
        self.framework = framework
        self.status = None

    def call(self, method, path, **body):
        """Calls the API, with the framework's status where the endpoint takes it."""
        takes_status = path.startswith(("/sessions/sso", "/profiles", "/decisions"))
        headers = {"AP-Partner-Framework-Status": self.status} if takes_status and self.status else {}
        return super().call(method, path, headers=headers, **body)

    def ask_framework(self, **properties):
        """Requests the account if the user allows it, and returns what the completion handler gets."""
        access = self.framework.access_status()
        if access["accessStatus"] != "granted":
            permission = {"accessStatus": access["accessStatus"]}
            status = {"frameworkPermissionInfo": permission, "frameworkProviderInfo": {}}
            return self.use(access | {"partnerFrameworkStatus": base64_of(json.dumps(status))})
        properties |= {"includeAccountProviderIdentifier": True, "includeAuthenticationExpirationDate": True}
        return self.use(self.framework.account_metadata(**properties))

    def use(self, answer):
        """Keeps the status in an answer of the framework for the next requests."""
        self.status = answer["partnerFrameworkStatus"]
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
        saml = (answer["metadata"] or {}).get("samlAttributeQueryResponse")
        if saml is None:
            return None
        response = self.send(
            "POST", self.api + "/profiles/sso/Apple", data={"SAMLResponse": base64_of(saml)},
            headers={"AP-Partner-Framework-Status": self.status})
        # The service answers 400 to a response that it does not accept.
        return session["mvpd"] if response.ok else None
