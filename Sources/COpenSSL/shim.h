#pragma once

#include <openssl/core_names.h>
#include <openssl/decoder.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

/// `OPENSSL_free` is a macro, which Swift cannot call.
static inline void tvsim_OPENSSL_free(void *memory) { OPENSSL_free(memory); }

/// Which parts of a key are read: the public ones. OpenSSL's macro is an expression, which Swift does not see.
static const int tvsim_EVP_PKEY_PUBLIC_KEY = EVP_PKEY_PUBLIC_KEY;
