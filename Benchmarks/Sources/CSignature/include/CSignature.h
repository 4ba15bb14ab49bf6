#pragma once

#include <stddef.h>

/* RSA-2048 signatures alone (PKCS#1 v1.5, SHA-256), with the library that the simulator signs with. */

/* Makes a key; NULL where the library cannot. */
void *signature_key(void);

/* Signs octets with a key, and forgets the signature; returns 1 when one was made. */
int signature_make(void *key, const unsigned char *octets, size_t count);

/* Between the two, valgrind's callgrind counts instructions when it runs with --instr-atstart=no. */
void counting_begin(void);
void counting_end(void);
