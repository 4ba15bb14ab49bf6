#include "build.h"

/* scripts/write-build finds the place in a program by this text, and writes the build after it. No other file of C or Swift
   sees the value, so a compiler cannot use it instead of the place. */
#define PLACE "tvsim-build="

static const char place[96] = PLACE "unknown";

const char *tvsim_build(void) {
    return place + sizeof PLACE - 1;
}
