#include "network_hook.h"

#include "process_world.h"

/* Defined in Swift, in the module that depends on this target. */
void tvsim_attach_network(void);

__attribute__((constructor)) static void set(void) { tvsim_set_network(tvsim_attach_network); }
