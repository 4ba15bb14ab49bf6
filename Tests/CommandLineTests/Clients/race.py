"""Uses what may be used once at several servers at the same time, and prints how often each was accepted.

    race.py STATEMENT ROUNDS URL...
"""

import concurrent.futures, sys, urllib.parse

import requests

from restart import Client, Form, encoded

statement, rounds, urls = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
pool = concurrent.futures.ThreadPoolExecutor(16)


def accepted(status, *attempts):
    """Returns how many of the attempts, which begin at the same time at all servers, have a status."""
    begun = [pool.submit(attempt, url) for attempt in attempts for url in urls]
    return sum(attempt.result() == status for attempt in begun)


def headers(device, token=None, **more):
    own = {"X-Device-Info": encoded('{"model": "m", "osName": "tvOS", "osVersion": "18"}'),
           "AP-Device-Identifier": "fingerprint " + encoded(device)}
    return own | ({"Authorization": "Bearer " + token} if token else {}) | more


def post(path, headers, **body):
    def attempt(url):
        answer = requests.post(urllib.parse.urljoin(url, path), headers=headers, allow_redirects=False, **body)
        return answer.status_code
    return attempt


def browser(client, device, token):
    """A response that signs in by a browser; two devices' sessions answer with two of them."""
    session = client.begin(device, token)
    page = client.send("GET", session["url"], 302).headers["Location"]
    client.session.cookies.clear()
    form = Form(client.send("GET", page, 200).text)
    form.fields.update(username="alice", password="secret", action="sign-in")
    answer = Form(client.send("POST", urllib.parse.urljoin(page, form.action), 200, data=form.fields).text)
    return accepted(302, *[post(urllib.parse.urljoin(page, answer.action), {}, data=answer.fields)] * 3)


def partner(url, device, token):
    """A response of Apple's framework."""
    def framework(**more):
        question = {"includeAccountProviderIdentifier": True, "includeAuthenticationExpirationDate": True,
                    "channelIdentifier": "https://saml.sp.auth.adobe.com"} | more
        return requests.post(url + "/_sim/v1/framework/account-metadata", json=question).json()

    own = headers(device, token, **{"AP-Partner-Framework-Status": framework()["partnerFrameworkStatus"]})
    session = requests.post(url + "/api/v2/REF30/sessions/sso/Apple", headers=own, data={
        "mvpd": "Cablevision", "domainName": "example.com", "redirectUrl": "app://x"}).json()
    request = session["authenticationRequest"]
    saml = framework(verificationToken=request["request"], attributeNames=request["attributesNames"])
    saml = saml["metadata"]["samlAttributeQueryResponse"]
    return accepted(
        201, *[post("/api/v2/REF30/profiles/sso/Apple", own, data={"SAMLResponse": encoded(saml)})] * 3)


def link(url, device, token):
    """A code that links another device."""
    own = headers(device, token, **{"X-SSO-ID": device})
    phone = requests.post(url + "/api/REF30/serviceToken", headers=own).json()["serviceToken"]
    code = requests.post(
        url + "/api/REF30/link", headers=headers(device, token, **{"AD-Service-Token": phone})).json()["code"]
    return accepted(201, *[
        post("/api/REF30/serviceToken", headers(f"{device}-{number}", token, **{"X-SSO-LINK": code}))
        for number in range(3)])


for command in [{"permission": "granted"}, {"signIn": {"provider": "Cablevision", "as": "alice"}}]:
    assert requests.post(urls[0] + "/_sim/v1/commands", json=command).status_code == 204
found = {"browser": [], "partner": [], "link": []}
for number in range(rounds):
    url = urls[number % len(urls)]
    client = Client(url, lambda event, note: None)
    token = client.token(client.send("POST", "/o/client/register", 201, json={"software_statement": statement}).json())
    found["browser"].append(browser(client, f"browser-{number}", token))
    found["partner"].append(partner(url, f"partner-{number}", token))
    found["link"].append(link(url, f"link-{number}", token))
for name, counts in found.items():
    print(name, *counts)
