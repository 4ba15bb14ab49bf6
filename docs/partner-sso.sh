#!/bin/sh
# Single sign-on by Apple's framework, by REST API V2 with nothing but curl: what an app on Apple's systems asks for, without
# the SDK. Run it beside a server: tvsim exec -- sh docs/partner-sso.sh
set -eu

member() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
base64_of() { printf '%s' "$1" | base64 | tr -d '\n'; }

# Which device asks, and what it is.
device="AP-Device-Identifier: fingerprint $(base64_of 'living room')"
info="X-Device-Info: $(base64_of '{"model": "AppleTV11,1", "osName": "tvOS", "osVersion": "18"}')"

# Once for each installation: the software statement becomes a client, and the client gets an access token.
client=$(curl -sSf "$TVSIM_URL/o/client/register" -H "$info" -H 'Content-Type: application/json' \
    -d "{\"software_statement\": \"$(tvsim statement show)\"}")
token=$(curl -sSf "$TVSIM_URL/o/client/token" -H "$info" -d grant_type=client_credentials \
    -d "client_id=$(echo "$client" | member client_id)" \
    -d "client_secret=$(echo "$client" | member client_secret)" | member access_token)

# What the framework has said: access is granted, and the person is signed in until an instant, in milliseconds.
now=$(date -u -d "$(tvsim clock show | cut -d ' ' -f 1)" +%s)
status="AP-Partner-Framework-Status: $(base64_of "{\"frameworkPermissionInfo\": {\"accessStatus\": \"granted\"}, \
    \"frameworkProviderInfo\": {\"id\": \"Cablevision\", \"expirationDate\": \"$((now + 86400))000\"}}")"
api() {
    path=$1
    shift
    curl -sSf "$TVSIM_URL/api/v2/REF30/$path" -H "$device" -H "$info" -H "$status" -H "Authorization: Bearer $token" "$@"
}

# The service answers with a SAML request, which the app hands to the framework.
session=$(api sessions/sso/Apple -d mvpd=Cablevision -d domainName=example.com -d redirectUrl=app://x)
echo "session: $(echo "$session" | member actionName)"

# The framework asks the provider, and hands its answer back. Nobody is on a device here: the provider's answer to the
# service's latest request is issued by hand.
answer=$(tvsim saml issue --provider Cablevision --as alice --base64)
profile=$(api profiles/sso/Apple --data-urlencode "SAMLResponse=$answer")
echo "profile: $(echo "$profile" | member type)"

# From now on the profile is there for whoever says the same of the framework.
decision=$(api decisions/authorize/Cablevision -H 'Content-Type: application/json' -d '{"resources": ["REF30"]}')
echo "token: $(echo "$decision" | member serializedToken | tvsim token verify - --resource REF30 | head -n 1)"
