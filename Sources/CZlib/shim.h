#pragma once

#include <zlib.h>

/* Function-like macros do not import into Swift. */
static inline int tvsim_deflate_init(z_stream *stream) {
    return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
}

static inline int tvsim_inflate_init(z_stream *stream) {
    return inflateInit2(stream, -MAX_WBITS);
}
