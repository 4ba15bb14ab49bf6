"""Judges the certificate of a server as strictly as RFC 5280 allows, by two libraries.

    strict.py URL AUTHORITY
"""

import socket, ssl, sys, urllib.parse

import requests

url, authority = sys.argv[1:]
address = urllib.parse.urlsplit(url)

context = ssl.create_default_context(cafile=authority)
context.verify_flags |= ssl.VERIFY_X509_STRICT
for name in [address.hostname, "localhost", "::1"]:
    with socket.create_connection((address.hostname, address.port)) as connection:
        with context.wrap_socket(connection, server_hostname=name) as stream:
            assert stream.version() in ("TLSv1.2", "TLSv1.3"), stream.version()
try:
    with socket.create_connection((address.hostname, address.port)) as connection:
        context.wrap_socket(connection, server_hostname="example.com")
    sys.exit("the certificate is good for any name")
except ssl.SSLCertVerificationError:
    pass

assert requests.get(url, verify=authority).json()["status"] == "ok"
try:
    requests.get(url)
    sys.exit("a client that was told of no authority believes the certificate")
except requests.exceptions.SSLError:
    pass
print("good")
