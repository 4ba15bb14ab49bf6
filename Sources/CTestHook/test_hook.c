#include "test_hook.h"

#include "process_world.h"

/* Defined in Swift, in the module that depends on this target. */
void tvsim_fail_test(const char *text);
bool tvsim_has_current_test(void);
void tvsim_register_protocols(void);

/* URLSession.shared reads the registered protocols when it is first used, so they are registered when the process
   starts. */
__attribute__((constructor)) static void set(void) {
    tvsim_set_tests(tvsim_fail_test, tvsim_has_current_test);
    tvsim_register_protocols();
}
