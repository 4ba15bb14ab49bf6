#pragma once

#include <openssl/evp.h>
#include <openssl/provider.h>
#include <openssl/rsa.h>
