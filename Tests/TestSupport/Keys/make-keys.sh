#!/usr/bin/env bash
# Creates new keys and certificates for the signature tests, and writes them to TestKeys.swift beside this script.
# The keys are public and must sign only test messages. Nothing outside the tests trusts them.
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
emit() { # name, private key file, certificate file
    printf '    /// The key %s.\n    package static let %s = TestKeyPair(\n        privateKey: """\n' "$1" "$1"
    sed 's/^/            /' "$2"
    printf '            """,\n        certificate: """\n'
    sed 's/^/            /' "$3"
    printf '            """)\n'
}
{
    echo '/// A key with its certificate, PEM.'
    echo 'package struct TestKeyPair: Sendable {'
    echo '    /// The private key.'
    echo '    package let privateKey: String'
    echo '    /// The certificate.'
    echo '    package let certificate: String'
    echo '}'
    echo
    echo '/// The keys of the tests, made by `make-keys.sh`: public, and trusted by nobody else.'
    echo 'package enum TestKeys {'
    for name in provider impostor; do
        openssl req -x509 -newkey rsa:2048 -nodes -sha256 -days 36500 -subj "/O=tvsim tests/CN=$name" \
            -keyout "$folder/key" -out "$folder/certificate" 2>/dev/null
        openssl rsa -in "$folder/key" -traditional -out "$folder/rsa" 2>/dev/null
        emit "$name" "$folder/rsa" "$folder/certificate"
    done
    openssl req -x509 -newkey rsa:1024 -nodes -sha256 -days 36500 -subj "/O=tvsim tests/CN=small" \
        -keyout "$folder/key" -out "$folder/certificate" 2>/dev/null
    openssl rsa -in "$folder/key" -traditional -out "$folder/rsa" 2>/dev/null
    emit small "$folder/rsa" "$folder/certificate"
    for curve in prime256v1 secp384r1 secp521r1; do
        openssl req -x509 -newkey ec -pkeyopt "ec_paramgen_curve:$curve" -nodes -sha256 -days 36500 \
            -subj "/O=tvsim tests/CN=$curve" -keyout "$folder/key" -out "$folder/certificate" 2>/dev/null
        emit "$curve" "$folder/key" "$folder/certificate"
    done
    openssl req -x509 -newkey ed25519 -nodes -days 36500 -subj "/O=tvsim tests/CN=ed25519" \
        -keyout "$folder/key" -out "$folder/certificate" 2>/dev/null
    emit ed25519 "$folder/key" "$folder/certificate"
    echo '}'
} >TestKeys.swift
