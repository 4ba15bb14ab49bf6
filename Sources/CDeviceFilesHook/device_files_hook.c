#include "device_files_hook.h"

/* Defined in Swift, in the module that depends on this target. */
void tvsim_register_device_files(void);

__attribute__((constructor)) static void set(void) { tvsim_register_device_files(); }
