#!/bin/sh
# A sign-in by REST API V2 with nothing but curl: what a client without the SDK asks, and what a person does in a browser.
# Run it beside a server: tvsim exec -- sh docs/rest-v2.sh
set -eu
cookies=$(mktemp)
trap 'rm -f "$cookies"' EXIT

# A text member of a JSON object; a field of a page's form; the address of a page's form.
member() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
field() { sed -n "s/.*name=\"$1\" value=\"\([^\"]*\)\".*/\1/p" | sed 's/&amp;/\&/g'; }
action() { sed -n 's/.*<form method="post" action="\([^"]*\)".*/\1/p' | sed 's/&amp;/\&/g'; }

# Two headers go with the requests: which device asks, and what it is.
device="AP-Device-Identifier: fingerprint $(printf 'living room' | base64)"
info="X-Device-Info: $(printf '{"model": "Roku 4", "version": "4", "osName": "Roku OS", "osVersion": "12", "connectionType": "WiFi"}' | base64 | tr -d '\n')"

# Once for each installation: the software statement becomes a client, and the client gets an access token.
client=$(curl -sSf "$TVSIM_URL/o/client/register" -H "$info" -H 'Content-Type: application/json' \
    -d "{\"software_statement\": \"$(tvsim statement show)\"}")
token=$(curl -sSf "$TVSIM_URL/o/client/token" -H "$info" -d grant_type=client_credentials \
    -d "client_id=$(echo "$client" | member client_id)" \
    -d "client_secret=$(echo "$client" | member client_secret)" | member access_token)
api() {
    path=$1
    shift
    curl -sSf "$TVSIM_URL/api/v2/REF30/$path" -H "$device" -H "$info" -H "Authorization: Bearer $token" "$@"
}

# A session with an MVPD has a page, at which a person signs in with a browser.
session=$(api sessions -d mvpd=Cablevision -d domainName=example.com -d redirectUrl=https://example.com/signed-in)
echo "session: $(echo "$session" | member actionName)"
browse() { curl -sSfL -b "$cookies" -c "$cookies" "$@"; }
page=$(browse -w '\n%{url_effective}' "$TVSIM_URL$(echo "$session" | member url)")
answer=$(browse "$(echo "$page" | tail -n 1)" -d username=alice -d password=secret -d action=sign-in \
    --data-urlencode "query=$(echo "$page" | field query)")
# The MVPD's answer is a page too, which posts itself to the service where scripts run; its address is relative.
end=$(curl -sSf -o /dev/null -w '%{redirect_url}' "$TVSIM_URL/mvpd/Cablevision/$(echo "$answer" | action)" \
    --data-urlencode "SAMLResponse=$(echo "$answer" | field SAMLResponse)" \
    --data-urlencode "RelayState=$(echo "$answer" | field RelayState)")
echo "the browser ends at $end"

# The code leads to the profile, and a decision to a token for the media server.
profile=$(api "profiles/code/$(echo "$session" | member code)")
echo "signed in: $(echo "$profile" | sed 's/.*"userID":{[^}]*"value":"\([^"]*\)".*/\1/')"
decision=$(api decisions/authorize/Cablevision -H 'Content-Type: application/json' -d '{"resources": ["REF30"]}')
echo "token: $(echo "$decision" | member serializedToken | tvsim token verify - --resource REF30 | head -n 1)"

# The service forgets the profile at once; the browser is to end the MVPD's own session at the address that it names.
logout=$(api 'logout/Cablevision?redirectUrl=https://example.com/signed-out')
echo "logout: $(echo "$logout" | member actionName), $(echo "$logout" | member actionType)"
curl -sSf -o /dev/null -b "$cookies" "$(echo "$logout" | member url)"
