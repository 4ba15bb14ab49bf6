#!/bin/sh
# Single sign-on by Apple's framework, by REST API V2 with nothing but curl: what an app on Apple's systems asks for, without
# the SDK. Run it beside a server: tvsim exec -- sh docs/partner-sso.sh
set -eu

member() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
base64_of() { printf '%s' "$1" | base64 | tr -d '\n'; }

# Which device asks, and what it is.
device="AP-Device-Identifier: fingerprint $(base64_of 'living room')"
info="X-Device-Info: $(base64_of '{"model": "iPhone16,1", "version": "16,1", "osName": "iOS", "osVersion": "26.1", "connectionType": "WiFi"}')"

# Once for each installation: the software statement becomes a client, and the client gets an access token.
client=$(curl -sSf "$TVSIM_URL/o/client/register" -H "$info" -H 'Content-Type: application/json' \
    -d "{\"software_statement\": \"$(tvsim statement show)\"}")
token=$(curl -sSf "$TVSIM_URL/o/client/token" -H "$info" -d grant_type=client_credentials \
    -d "client_id=$(echo "$client" | member client_id)" \
    -d "client_secret=$(echo "$client" | member client_secret)" | member access_token)

# The device: the app may use the account, and the person is signed in.
perform() { curl -sSf "$TVSIM_ADMIN_URL/commands" -d "$1"; }
perform '{"permission": "granted"}'
perform '{"signIn": {"provider": "Cablevision", "as": "alice"}}'

# The framework, which tvsim answers over HTTP as in a process that imports VideoSubscriberAccount. The app first asks whether
# it may use the account, and keeps the status of the answer for the service.
curl -sSf "$TVSIM_ADMIN_URL/framework/access-status" -d '{"prompt": true}' | grep -q '"accessStatus":"granted"'
framework() {
    curl -sSf "$TVSIM_ADMIN_URL/framework/account-metadata" -d "{\"includeAccountProviderIdentifier\": true, \
        \"includeAuthenticationExpirationDate\": true, \"channelIdentifier\": \"https://saml.sp.auth.adobe.com\"$1}"
}
status="AP-Partner-Framework-Status: $(framework '' | member partnerFrameworkStatus)"
api() {
    path=$1
    shift
    curl -sSf "$TVSIM_URL/api/v2/REF30/$path" -H "$device" -H "$info" -H "$status" -H "Authorization: Bearer $token" "$@"
}

# The service answers with a SAML request, which the app hands to the framework as the verification token.
session=$(api sessions/sso/Apple -d domainName=example.com -d redirectUrl=app://x)
echo "session: $(echo "$session" | member actionName)"
request=$(echo "$session" | member request)
names=$(echo "$session" | sed -n 's/.*"attributesNames":\(\[[^]]*\]\).*/\1/p')

# The framework asks the provider, and returns its SAML response, in which JSON has escaped the quotation marks.
saml=$(framework ", \"verificationToken\": \"$request\", \"attributeNames\": $names" |
    sed -n 's/.*"samlAttributeQueryResponse":"\(\([^"\\]\|\\.\)*\)".*/\1/p' | sed 's/\\"/"/g')
profile=$(api profiles/sso/Apple --data-urlencode "SAMLResponse=$(base64_of "$saml")")
echo "profile: $(echo "$profile" | member type)"

# From now on the profile is there for whoever says the same of the framework.
decision=$(api decisions/authorize/Cablevision -H 'Content-Type: application/json' -d '{"resources": ["REF30"]}')
echo "token: $(echo "$decision" | member serializedToken | tvsim token verify - --resource REF30 | head -n 1)"
