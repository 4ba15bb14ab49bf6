#include "process_world.h"

/* Constructors set these before the program begins. They do not change later. */
static void (*attach_process_world)(void);
static void (*attach_network)(void);
static void (*fail_test)(const char *text);

void tvsim_set_process_world(void (*attach)(void)) { attach_process_world = attach; }

void tvsim_attach_process_world_if_linked(void) {
    if (attach_process_world) attach_process_world();
}

void tvsim_set_network(void (*attach)(void)) { attach_network = attach; }

void tvsim_attach_network_if_linked(void) {
    if (attach_network) attach_network();
}

void tvsim_set_test_failure(void (*fail)(const char *text)) { fail_test = fail; }

bool tvsim_links_test_helpers(void) { return fail_test != 0; }

void tvsim_tell_tests(const char *text) {
    if (fail_test) fail_test(text);
}

extern const char *dispatch_queue_get_label(void *queue);

const char *tvsim_current_queue_label(void) {
    const char *label = dispatch_queue_get_label(0);
    return label ? label : "";
}
