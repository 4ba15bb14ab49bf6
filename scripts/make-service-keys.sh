#!/bin/sh
# Creates new keys for the simulated service and writes them to Sources/EntitlementService/Keys/SimulationKeys.swift.
# It needs openssl. Tokens and software statements that were signed with the old keys become invalid.
set -eu
cd "$(dirname "$0")/../Sources/EntitlementService/Keys"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for name in saml accessToken mediaToken dashboard; do
    openssl genpkey -quiet -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "$work/$name.pem" 2>/dev/null ||
        openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "$work/$name.pem" 2>/dev/null
done

# The certificate has no well-defined expiration date (RFC 5280, 4.1.2.5), so it is valid for every simulated clock.
# Only "openssl ca" can set the start date too.
: > "$work/index"
printf '01\n' > "$work/serial"
cat > "$work/ca.conf" <<CONF
[ca]
default_ca = simulation
[simulation]
new_certs_dir = $work
database = $work/index
serial = $work/serial
default_md = sha256
policy = anything
unique_subject = no
[anything]
commonName = supplied
organizationName = optional
[req]
distinguished_name = name
[name]
CONF
openssl req -new -config "$work/ca.conf" -key "$work/saml.pem" \
    -subj "/O=tvsim/CN=Simulated entitlement service" -out "$work/saml.csr"
openssl ca -config "$work/ca.conf" -batch -notext -selfsign -keyfile "$work/saml.pem" -in "$work/saml.csr" \
    -startdate 20000101000000Z -enddate 99991231235959Z -out "$work/saml.crt" 2>/dev/null

constant() {
    printf '\n    /// %s\n    package static let %s = """\n' "$1" "$2"
    sed 's/^/        /' "$3"
    printf '        """\n'
}

{
    cat <<'HEAD'
// Written by scripts/make-service-keys.sh.

/// The keys of the simulated service, for simulation only.
///
/// They are public with this source, protect nothing, and must never sign anything outside a simulation. They are fixed
/// so that the same profile and seed give the same bytes.
package enum SimulationKeys {
HEAD
    constant "Signs the SAML requests of the service." samlPrivateKey "$work/saml.pem" | sed 1d
    constant "Belongs to ``samlPrivateKey``; identity providers trust it." samlCertificate "$work/saml.crt"
    constant "Signs access tokens." accessTokenPrivateKey "$work/accessToken.pem"
    constant "Signs media tokens." mediaTokenPrivateKey "$work/mediaToken.pem"
    constant "Signs software statements, as the vendor's dashboard does." dashboardPrivateKey "$work/dashboard.pem"
    printf '}\n'
} > SimulationKeys.swift
