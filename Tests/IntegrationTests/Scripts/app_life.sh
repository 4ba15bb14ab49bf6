#!/bin/sh
# The whole life of an app against `tvsim serve`, with nothing but curl; what comes back is looked at by Python's json.
#
# TVSIM names the program, PYTHON a Python 3. Each check is a line of TAP: "ok N - sentence" or "not ok N - sentence".
set -eu

work=$(mktemp -d)
cd "$work"
export TVSIM_HOME="$work/home"
mkfifo first-line
"$TVSIM" serve --port 0 >first-line 2>errors &
server=$!
trap 'kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
read -r location <first-line

checks=0
# is SENTENCE EXPECTED GOT
is() {
    checks=$((checks + 1))
    if [ "$2" = "$3" ]; then
        echo "ok $checks - $1"
    else
        echo "not ok $checks - $1"
        echo "# expected '$2', got '$3'"
        head -c 2000 body | sed 's/^/# /'
        echo
    fi
}

# look EXPRESSION: evaluates Python where `d` is the JSON of the last answer, or of FILE.
look() {
    "$PYTHON" -c 'import json, sys; d = json.load(open(sys.argv[2])); print(eval(sys.argv[1]))' "$1" "${2:-body}" 2>&1 |
        tail -1
}

# hidden NAME: the value of a hidden field of the page, as a browser would send it.
hidden() {
    "$PYTHON" -c '
import html, re, sys
page = open("body").read()
print(html.unescape(re.search("name=\"%s\" value=\"([^\"]*)\"" % sys.argv[1], page).group(1)))' "$1"
}

# ask ARGUMENTS: sends a request, keeps the body, says the status.
ask() {
    curl --silent --show-error --output body --write-out '%{http_code}' "$@"
}

# api PATH ARGUMENTS: asks as the app does.
api() {
    path=$1
    shift
    ask --header "Authorization: Bearer $token" --header "AP-Device-Identifier: fingerprint $device" \
        --header "X-Device-Info: $information" "$@" "$url$path"
}

# browse ARGUMENTS: asks as a person's browser does, with its cookies; says the status and where it is sent.
browse() {
    curl --silent --show-error --cookie jar --cookie-jar jar --output body \
        --write-out '%{http_code} %{redirect_url}' "$@"
}

printf '%s' "$location" >location
url=$(look 'd["url"]' location)
"$TVSIM" device show --format json >device.json
statement=$(look 'd["softwareStatement"]' device.json)
device=$(printf 'curl on a table' | base64)
information=$(printf '%s' '{"model":"AppleTV6,2","version":"6.2","osName":"tvOS","osVersion":"18","connectionType":"WiFi"}' |
    base64 | tr -d '\n')

json='Content-Type: application/json;charset=utf-8'

# --- Registration.
is "a statement that the dashboard did not sign registers nobody" 400 \
    "$(ask -H "X-Device-Info: $information" -H "$json" -d '{"software_statement": "a.b.c"}' "$url/o/client/register")"
is "... and the error has its documented name" invalid_software_statement "$(look 'd["error"]')"
is "a software statement registers the app" 201 \
    "$(ask -H "X-Device-Info: $information" -H "$json" -d "{\"software_statement\": \"$statement\"}" "$url/o/client/register")"
is "... for client credentials" "['client_credentials']" "$(look 'd["grant_types"]')"
client=$(look 'd["client_id"]')
secret=$(look 'd["client_secret"]')
is "client credentials give an access token" 201 \
    "$(ask -H "X-Device-Info: $information" -d grant_type=client_credentials -d "client_id=$client" \
        -d "client_secret=$secret" "$url/o/client/token")"
is "... of six hours" "bearer 21600" "$(look 'd["token_type"] + " " + str(d["expires_in"])')"
token=$(look 'd["access_token"]')

# --- Configuration.
is "without a token nobody is answered" 401 "$(ask "$url/api/v2/REF30/configuration")"
is "... and the error says what to do" "application-registration" "$(look 'd["action"]')"
is "with it the MVPDs are listed" 200 "$(api /api/v2/REF30/configuration)"
is "... Cablevision among them" True \
    "$(look '"Cablevision" in [m["id"] for m in d["requestor"]["mvpds"]]')"
is "a wrong method is told apart" 405 "$(api /api/v2/REF30/configuration --request DELETE)"

# --- A sign-in, begun by halves.
is "a session that lacks everything is to be resumed" 200 "$(api /api/v2/REF30/sessions -d mvpd=Cablevision)"
is "... and says what it lacks" "resume ['domainName', 'redirectUrl']" \
    "$(look 'd["actionName"] + " " + str(d["missingParameters"])')"
code=$(look 'd["code"]')
is "whoever resumes it says the rest" 200 \
    "$(api "/api/v2/REF30/sessions/$code" -d domainName=example.com -d redirectUrl=http://127.0.0.1:9/done)"
is "... and a browser is to be opened" "authenticate interactive /api/v2/authenticate/REF30/$code" \
    "$(look '" ".join([d["actionName"], d["actionType"], d["url"]])')"
is "the session tells what it knows" 200 "$(api "/api/v2/REF30/sessions/$code")"
is "... and on what device it began" "http://127.0.0.1:9/done AppleTV6,2" \
    "$(look 'd["existingParameters"]["redirectUrl"] + " " + d["device"]["model"]')"
is "before the sign-in the code has no profile" "200 {}" "$(api "/api/v2/REF30/profiles/code/$code") $(look 'd["profiles"]')"

# --- The person's browser.
sent=$(browse "$url/api/v2/authenticate/REF30/$code")
is "the browser is sent to the MVPD with a signed request" True \
    "$("$PYTHON" -c 'import sys; print(all(p in sys.argv[1] for p in
["302 ", "/mvpd/Cablevision/sso?SAMLRequest=", "&RelayState=", "&SigAlg=", "&Signature="]))' "$sent")"
page=${sent#302 }
is "... where a page asks for name and password" "200 " "$(browse "$page")"
query=$(hidden query)
is "a wrong password asks again" "200 " \
    "$(browse --data-urlencode "query=$query" -d username=alice -d password=wrong -d action=sign-in "$page")"
is "... and says so" 1 "$(grep -c 'role="alert"' body)"
is "the right one is answered with a form for the service" "200 " \
    "$(browse --data-urlencode "query=$query" -d username=alice -d password=secret -d action=sign-in "$page")"
response=$(hidden SAMLResponse)
relay=$(hidden RelayState)
is "which takes it, and sends the browser to the app" "302 http://127.0.0.1:9/done" \
    "$(browse --data-urlencode "SAMLResponse=$response" --data-urlencode "RelayState=$relay" \
        "$url/sp/saml/SAMLAssertionConsumer")"
is "the same response is not taken twice" "400 " \
    "$(browse --data-urlencode "SAMLResponse=$response" --data-urlencode "RelayState=$relay" \
        "$url/sp/saml/SAMLAssertionConsumer")"

# --- Profiles and decisions.
for path in profiles "profiles/Cablevision" "profiles/code/$code"; do
    is "the profile is shown at ${path%"$code"}" "200 regular alice-1" \
        "$(api "/api/v2/REF30/$path") $(look '(lambda p: p["type"] + " " + p["attributes"]["userID"]["value"])(
            d["profiles"]["Cablevision"])')"
done
is "what may be watched is asked without a promise" "200 [('REF30', True), ('nothing', False)]" \
    "$(api /api/v2/REF30/decisions/preauthorize/Cablevision -H "$json" -d '{"resources": ["REF30", "nothing"]}') \
$(look '[(x["resource"], x["authorized"]) for x in d["decisions"]]')"
is "and with one, a media token comes" "200 True True" \
    "$(api /api/v2/REF30/decisions/authorize/Cablevision -H "$json" -d '{"resources": ["REF30"]}') \
$(look 'str(d["decisions"][0]["authorized"]) + " " + str(len(d["decisions"][0]["token"]["serializedToken"]) > 100)')"
look 'd["decisions"][0]["token"]["serializedToken"]' >token
is "... which a media server believes for this resource" VALID_TOKEN \
    "$("$TVSIM" token verify token --resource REF30 --requestor REF30 | head -1)"
is "... and for no other" INVALID_RESOURCE_ID "$("$TVSIM" token verify token --resource other | head -1)"
is "a refusal has its reason" "200 False authorization_denied_by_mvpd" \
    "$(api /api/v2/REF30/decisions/authorize/Cablevision -H "$json" -d '{"resources": ["nothing"]}') \
$(look 'str(d["decisions"][0]["authorized"]) + " " + d["decisions"][0]["error"]["code"]')"

# --- Logout, at the app and at the MVPD.
is "logging out removes the profile and names the MVPD's logout" "200 logout interactive" \
    "$(api '/api/v2/REF30/logout/Cablevision?redirectUrl=http://127.0.0.1:9/out') \
$(look 'd["logouts"]["Cablevision"]["actionName"] + " " + d["logouts"]["Cablevision"]["actionType"]')"
logout=$(look 'd["logouts"]["Cablevision"]["url"]')
is "no profile is left" "200 {}" "$(api /api/v2/REF30/profiles) $(look 'd["profiles"]')"
# Step by step: curl that follows by itself reads its cookies from the file anew, those that were taken away too.
sent=$(browse "$logout")
sent=$(browse "${sent#302 }")
is "the MVPD ends its session, and the browser's cookie goes" "302 0" "${sent%% *} $(grep -c tvsim-mvpd jar || true)"
is "... and the browser comes back to the app" "302 http://127.0.0.1:9/out" "$(browse "${sent#302 }")"

kill "$server"
wait "$server" && status=0 || status=$?
is "the server ends in peace, and said nothing on standard error" "0 0" "$status $(wc -c <errors | tr -d ' ')"
echo "1..$checks"
