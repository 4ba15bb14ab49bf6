#pragma once

#include <stdbool.h>

/* Defined where the world is put together, above the device. A program that links only the device has none: the
   reference is weak, and nothing happens then. */
__attribute__((weak)) void tvsim_attach_process_world(void);

/* Lets the world attach itself to the process's device, where there is one. */
void tvsim_attach_process_world_if_linked(void);

/* Defined where the helpers for users' tests are: fails the running test with a text. A program without tests does not
   link it. */
__attribute__((weak)) void tvsim_fail_test(const char *text);

/* Defined where the helpers for users' tests are: lets URLSession ask the simulator. It is called when the process
   starts, because URLSession.shared reads the registered protocols when it is first used. */
__attribute__((weak)) void tvsim_register_protocols(void);

/* Fails the running test, if the process runs tests. */
void tvsim_tell_tests(const char *text);

/* Whether this process runs tests. */
bool tvsim_links_test_helpers(void);

/* Defined where the network is. A program that links no network has none. */
__attribute__((weak)) void tvsim_attach_network(void);

/* Lets the network attach itself to the entitlement SDK, where there is one. */
void tvsim_attach_network_if_linked(void);

/* The label of the dispatch queue on which the caller runs; empty without Dispatch. Swift does not import the function
   of Dispatch. */
const char *tvsim_current_queue_label(void);
