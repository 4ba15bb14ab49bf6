# An app of a few words, for shells that source this: $TVSIM_URL is the service.
information=$(printf '{"primaryHardwareType":"Phone","model":"x","version":"1","osName":"iOS"}' | base64 -w0)

# Asks for something, as the app's device.
ask() { curl -s -H "X-Device-Info: $information" "$@"; }

# Reads a member of a JSON object, a text, from standard input.
field() { grep -o "\"$1\":\"[^\"]*" | cut -d'"' -f4; }

# Registers with a statement, and prints the answer.
register() { ask "$TVSIM_URL/o/client/register" -d "{\"software_statement\": \"$1\"}"; }

# Takes the answer of a registration to an access token.
token() {
    ask "$TVSIM_URL/o/client/token" -d grant_type=client_credentials \
        --data-urlencode "client_id=$(echo "$1" | field client_id)" \
        --data-urlencode "client_secret=$(echo "$1" | field client_secret)" | field access_token
}

# Asks with an access token for a requestor's configuration.
configuration() {
    ask "$TVSIM_URL/api/v2/$2/configuration" -H "Authorization: Bearer $1" -H 'AP-Device-Identifier: fingerprint YQ=='
}
