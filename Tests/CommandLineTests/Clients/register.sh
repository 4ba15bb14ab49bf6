# The functions of a small app, for shell scripts that source this file. $TVSIM_URL is the service.
information=$(printf '{"primaryHardwareType":"Phone","model":"x","version":"1","osName":"iOS"}' | base64 -w0)

# Sends a request with the headers of the app's device.
ask() { curl -s -H "X-Device-Info: $information" "$@"; }

# Prints a string member of the JSON object on standard input.
field() { grep -o "\"$1\":\"[^\"]*" | cut -d'"' -f4; }

# Registers with a software statement and prints the response.
register() { ask "$TVSIM_URL/o/client/register" -d "{\"software_statement\": \"$1\"}"; }

# Requests an access token for the response of a registration.
token() {
    ask "$TVSIM_URL/o/client/token" -d grant_type=client_credentials \
        --data-urlencode "client_id=$(echo "$1" | field client_id)" \
        --data-urlencode "client_secret=$(echo "$1" | field client_secret)" | field access_token
}

# Requests a requestor's configuration with an access token.
configuration() {
    ask "$TVSIM_URL/api/v2/$2/configuration" -H "Authorization: Bearer $1" -H 'AP-Device-Identifier: fingerprint YQ=='
}
