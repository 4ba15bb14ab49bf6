#!/bin/sh
# Prints the answers of REST API V2 that a client without the SDK has to understand, with nothing but curl and jq.
# Run it beside a server: tvsim exec --fresh -- sh docs/rest-v2-answers.sh
set -eu

base64_of() { printf %s "$1" | base64 | tr -d '\n'; }
device="AP-Device-Identifier: fingerprint $(base64_of 'living room')"
info="X-Device-Info: $(base64_of '{"model": "iPhone16,1", "version": "16,1", "osName": "iOS", "osVersion": "26.1", "connectionType": "WiFi"}')"
client=$(curl -sSf "$TVSIM_URL/o/client/register" -H "$info" -H 'Content-Type: application/json' \
    -d "{\"software_statement\": \"$(tvsim statement show)\"}")
token=$(curl -sSf "$TVSIM_URL/o/client/token" -H "$info" -d grant_type=client_credentials \
    -d "client_id=$(echo "$client" | jq -r .client_id)" \
    -d "client_secret=$(echo "$client" | jq -r .client_secret)" | jq -r .access_token)
api() {
    path=$1
    shift
    curl -sS "$TVSIM_URL/api/v2/REF30/$path" -H "$device" -H "$info" -H "Authorization: Bearer $token" "$@"
}
# What the framework hands to the app, and the header that says it.
ask() { curl -sS -d "$1" "$TVSIM_ADMIN_URL/framework/account-metadata"; }
framework() {
    echo "AP-Partner-Framework-Status: $(ask '{"includeAccountProviderIdentifier": true,
        "includeAuthenticationExpirationDate": true}' | jq -r .partnerFrameworkStatus)"
}
# One line for each answer, without what is the same in all of them; long texts are shortened.
show() {
    echo "# $1"
    jq -c 'del(.. | .trace?, .helpUrl?, .device?, .serviceProvider?, .sessionId?)
        | walk(if type == "string" and length > 60 then .[:12] + "…" else . end)'
}
where='-d domainName=example.com -d redirectUrl=https://example.com/signed-in'

api sessions -X POST | show 'POST sessions, without a form'
session=$(api sessions -d mvpd=Cablevision $where)
echo "$session" | show 'POST sessions'
code=$(echo "$session" | jq -r .code)
api "sessions/$code" | show 'GET sessions/{code}, on a second screen'
api "profiles/code/$code" | show 'GET profiles/code/{code}, before the user signs in'

tvsim permission grant
tvsim account sign-in Cablevision --as alice
curl -sS -o /dev/null -d '{"prompt": true}' "$TVSIM_ADMIN_URL/framework/access-status"
api sessions/sso/Apple -X POST -H "$(framework)" $where | show 'POST sessions/sso/Apple'
api sessions/sso/Apple -X POST $where | show 'POST sessions/sso/Apple, without a framework status'
query=$(api sessions/sso/Apple -X POST -H "$(framework)" $where | jq .authenticationRequest)
answer=$(ask "$(echo "$query" | jq '{
    includeAccountProviderIdentifier: true, channelIdentifier: "https://saml.sp.auth.adobe.com",
    verificationToken: .request, attributeNames: .attributesNames}')")
saml=$(echo "$answer" | jq -r .metadata.samlAttributeQueryResponse)
api profiles/sso/Apple -H "$(framework)" --data-urlencode "SAMLResponse=$(base64_of "$saml")" |
    show 'POST profiles/sso/Apple'
api sessions/sso/Apple -X POST -H "$(framework)" $where | show 'POST sessions/sso/Apple, with a valid profile'

resources='{"resources": ["REF30", "premium"]}'
decide() { api "decisions/$1/Cablevision" -H "$(framework)" -H 'Content-Type: application/json' -d "$2"; }
decide preauthorize "$resources" | show 'POST decisions/preauthorize/{mvpd}'
decide authorize '{"resources": ["REF30"]}' | show 'POST decisions/authorize/{mvpd}'
decide authorize '{"resources": ["unknown"]}' | show 'POST decisions/authorize/{mvpd}, refused'
api 'logout/Cablevision?redirectUrl=https://example.com/signed-out' | show 'GET logout/{mvpd}, of single sign-on'
curl -sS "$TVSIM_URL/api/v2/REF30/configuration" -H "$info" | show 'an error: no access token'
