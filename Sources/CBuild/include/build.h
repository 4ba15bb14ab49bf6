#pragma once

/* Returns the build of this program, which scripts/write-build has written into it; "unknown" if it has not. */
const char *_Nonnull tvsim_build(void);
