#include "world_hook.h"

#include "process_world.h"

/* Defined in Swift, in the module that depends on this target. */
void tvsim_attach_process_world(void);

__attribute__((constructor)) static void set(void) { tvsim_set_process_world(tvsim_attach_process_world); }
