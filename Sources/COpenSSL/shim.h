#pragma once

#include <openssl/core_names.h>
#include <openssl/decoder.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/pkcs7.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

/// `OPENSSL_free` is a macro, which Swift cannot call.
static inline void tvsim_OPENSSL_free(void *memory) { OPENSSL_free(memory); }

/// Which parts of a key are read: the public ones. OpenSSL's macro is an expression, which Swift does not see.
static const int tvsim_EVP_PKEY_PUBLIC_KEY = EVP_PKEY_PUBLIC_KEY;

/// The number of certificates in signed data of PKCS #7. OpenSSL's functions for lists are macros.
static inline int tvsim_PKCS7_certificates(const PKCS7 *message) {
    if (!PKCS7_type_is_signed(message) || message->d.sign == NULL) return 0;
    return message->d.sign->cert == NULL ? 0 : sk_X509_num(message->d.sign->cert);
}

/// One of these certificates, which the message owns.
static inline X509 *tvsim_PKCS7_certificate(const PKCS7 *message, int index) {
    return sk_X509_value(message->d.sign->cert, index);
}
