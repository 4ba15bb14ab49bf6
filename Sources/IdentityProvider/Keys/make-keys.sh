#!/usr/bin/env bash
# Creates new signing keys and certificates of the simulated providers, and writes the Swift file beside this script.
# The keys are public and sign only simulated messages. Nothing outside of a simulation may trust them.
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The certificates have no well-defined expiration date (RFC 5280, 4.1.2.5), so that they are valid at every simulated
# time. "openssl ca" is used because it can also set the first day.
cat >"$folder/ca.conf" <<CONF
[ca]
default_ca = simulation
[simulation]
new_certs_dir = $folder
database = $folder/index
rand_serial = yes
default_md = sha256
policy = anything
unique_subject = no
x509_extensions = own
[anything]
organizationName = supplied
commonName = supplied
[own]
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
basicConstraints = critical, CA:true
[req]
distinguished_name = name
[name]
CONF
certify() { # name
    : >"$folder/index"
    openssl req -new -config "$folder/ca.conf" -key "$folder/key" -subj "/O=tvsim simulation/CN=$1" -out "$folder/csr"
    openssl ca -config "$folder/ca.conf" -batch -notext -selfsign -preserveDN -keyfile "$folder/key" -in "$folder/csr" \
        -startdate 20000101000000Z -enddate 99991231235959Z -out "$folder/certificate" 2>/dev/null
}
{
    echo '/// The signing keys of the simulated providers, which are public and only for simulation.'
    echo '///'
    echo '/// The keys are constant, so that the same profile and seed give the same signatures. `make-keys.sh` writes this'
    echo '/// file.'
    echo 'enum SimulatedProviderKeys {'
    echo '    static let pairs: [(privateKey: String, certificate: String)] = ['
    for name in provider-1 provider-2 provider-3 provider-4 impostor; do
        openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "$folder/key" 2>/dev/null
        certify "$name"
        openssl rsa -in "$folder/key" -traditional -out "$folder/rsa" 2>/dev/null
        printf '        (\n            """\n'
        sed 's/^/            /' "$folder/rsa"
        printf '            """,\n            """\n'
        sed 's/^/            /' "$folder/certificate"
        printf '            """\n        ),\n'
    done
    echo '    ]'
    echo '}'
} >SimulatedProviderKeys.swift
