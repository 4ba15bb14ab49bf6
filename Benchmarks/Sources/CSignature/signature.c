#include "CSignature.h"

#include <openssl/evp.h>
#include <openssl/rsa.h>
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#endif

void *signature_key(void) { return EVP_RSA_gen(2048); }

int signature_make(void *key, const unsigned char *octets, size_t count) {
    unsigned char signature[256];
    size_t length = sizeof signature;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int made = context != NULL && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
               EVP_DigestSign(context, signature, &length, octets, count) == 1;
    EVP_MD_CTX_free(context);
    return made;
}

void counting_begin(void) { CALLGRIND_START_INSTRUMENTATION; }

void counting_end(void) { CALLGRIND_STOP_INSTRUMENTATION; }
