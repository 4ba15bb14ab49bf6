#include "process_world.h"

void tvsim_attach_process_world_if_linked(void) {
    if (tvsim_attach_process_world) tvsim_attach_process_world();
}

bool tvsim_links_test_helpers(void) {
    return tvsim_test_helpers != 0;
}

void tvsim_attach_network_if_linked(void) {
    if (tvsim_attach_network) tvsim_attach_network();
}
