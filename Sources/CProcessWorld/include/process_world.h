#pragma once

#include <stdbool.h>

/* Defined where the world is put together, above the device. A program that links only the device has none: the
   reference is weak, and nothing happens then. */
__attribute__((weak)) void tvsim_attach_process_world(void);

/* Lets the world attach itself to the process's device, where there is one. */
void tvsim_attach_process_world_if_linked(void);

/* Defined where the helpers for users' tests are. A program that is no test links none. */
__attribute__((weak)) void tvsim_test_helpers(void);

/* Whether this process runs tests. */
bool tvsim_links_test_helpers(void);

/* Defined where the network is. A program that links no network has none. */
__attribute__((weak)) void tvsim_attach_network(void);

/* Lets the network attach itself to the entitlement SDK, where there is one. */
void tvsim_attach_network_if_linked(void);
