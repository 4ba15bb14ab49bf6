#!/bin/sh
# Single sign-on by a link code, with nothing but curl: a phone shows a code, and with it a television gets a token of the
# same user. Run it beside a server: tvsim exec -- sh docs/sso-service.sh
set -eu

member() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
base64_of() { printf '%s' "$1" | base64 | tr -d '\n'; }
info="X-Device-Info: $(base64_of '{"model": "Example", "version": "1", "osName": "tvOS", "osVersion": "18", "connectionType": "WiFi"}')"

# Once for each installation, here on two devices: the software statement becomes a client, and the client gets an access
# token.
token() {
    client=$(curl -sSf "$TVSIM_URL/o/client/register" -H "$info" -H 'Content-Type: application/json' \
        -d "{\"software_statement\": \"$(tvsim statement show)\"}")
    curl -sSf "$TVSIM_URL/o/client/token" -H "$info" -d grant_type=client_credentials \
        -d "client_id=$(echo "$client" | member client_id)" \
        -d "client_secret=$(echo "$client" | member client_secret)" | member access_token
}
token_phone=$(token) token_television=$(token)
sso() {
    device=$1 path=$2
    shift 2
    curl -sSf "$TVSIM_URL/api/REF30/$path" -H "AP-Device-Identifier: fingerprint $(base64_of "$device")" -H "$info" \
        -H "Authorization: Bearer $(eval echo "\$token_$device")" "$@"
}

# The app on the phone knows its user, and so gets a service token. It sends the token with each request of REST API V2 too.
phone="AD-Service-Token: $(sso phone serviceToken -X POST -H 'X-SSO-ID: alice@example.com' | member serviceToken)"

# The phone shows a code. The person enters it on the television.
code=$(sso phone link -X POST -H "$phone" | member code)
echo "the phone shows a code of ${#code} digits"
television="AD-Service-Token: $(sso television serviceToken -X POST -H "X-SSO-LINK: $code" | member serviceToken)"

# Each device sees all of them, and can remove one.
linked=$(sso television list -H "$television" | grep -o '"[a-z]*":{"lastSeen' | cut -d '"' -f 2 | sort)
echo "linked: $(echo "$linked" | tr '\n' ' ' | sed 's/ $//')"
sso phone unlink -H "$phone" -H 'Content-Type: application/json' -d '{"devices": ["television"]}'
echo
sso phone list -H "$phone"
echo
