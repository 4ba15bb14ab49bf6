#include "process_world.h"

/* Constructors set these before the program begins. They do not change later. */
static void (*attach_process_world)(void);
static void (*attach_network)(void);
static void (*fail_test)(const char *text);
static bool (*has_current_test)(void);

void tvsim_set_process_world(void (*attach)(void)) { attach_process_world = attach; }

void tvsim_attach_process_world_if_linked(void) {
    if (attach_process_world) attach_process_world();
}

void tvsim_set_network(void (*attach)(void)) { attach_network = attach; }

void tvsim_attach_network_if_linked(void) {
    if (attach_network) attach_network();
}

void tvsim_set_tests(void (*fail)(const char *text), bool (*has_current)(void)) {
    fail_test = fail;
    has_current_test = has_current;
}

bool tvsim_links_test_helpers(void) { return fail_test != 0; }

bool tvsim_is_in_test(void) { return has_current_test && has_current_test(); }

void tvsim_tell_tests(const char *text) {
    if (fail_test) fail_test(text);
}

extern const char *dispatch_queue_get_label(void *queue);

const char *tvsim_current_queue_label(void) {
    const char *label = dispatch_queue_get_label(0);
    return label ? label : "";
}
