#!/usr/bin/env bash
# Makes the simulated providers' signing keys and certificates anew, as the Swift file beside this script.
# They sign simulated messages only and are public: nothing may trust them outside a simulation.
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{
    echo '/// The signing keys of the simulated providers: public, and good for nothing but a simulation.'
    echo '///'
    echo '/// They are fixed because signatures must repeat: the same profile and seed give the same bytes. Made by'
    echo '/// `make-keys.sh`.'
    echo 'enum SimulatedProviderKeys {'
    echo '    static let pairs: [(privateKey: String, certificate: String)] = ['
    for name in provider-1 provider-2 provider-3 provider-4 impostor; do
        openssl req -x509 -newkey rsa:2048 -nodes -sha256 -days 36500 -subj "/O=tvsim simulation/CN=$name" \
            -keyout "$folder/key" -out "$folder/certificate" 2>/dev/null
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
