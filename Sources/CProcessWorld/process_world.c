#include "process_world.h"

void tvsim_attach_process_world_if_linked(void) {
    if (tvsim_attach_process_world) tvsim_attach_process_world();
}

bool tvsim_links_test_helpers(void) {
    return tvsim_fail_test != 0;
}

void tvsim_tell_tests(const char *text) {
    if (tvsim_fail_test) tvsim_fail_test(text);
}

void tvsim_attach_network_if_linked(void) {
    if (tvsim_attach_network) tvsim_attach_network();
}

extern const char *dispatch_queue_get_label(void *queue) __attribute__((weak));

const char *tvsim_current_queue_label(void) {
    const char *label = dispatch_queue_get_label ? dispatch_queue_get_label(0) : 0;
    return label ? label : "";
}

__attribute__((constructor)) static void register_protocols(void) {
    if (tvsim_register_protocols) tvsim_register_protocols();
}
