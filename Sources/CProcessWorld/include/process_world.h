#pragma once

#include <stdbool.h>

/* What a process contains besides the device, where it is linked: a world, a network, and helpers for tests. The device
   must not depend on them, so each says at the start of the process which function to call: CTVSimWorldHook,
   CTVSimNetworkHook and CTVSimTestHook do it in a constructor. */

/* Sets the function that attaches a world to the process's device. */
void tvsim_set_process_world(void (*attach)(void));

/* Lets the world attach itself to the process's device, where there is one. */
void tvsim_attach_process_world_if_linked(void);

/* Sets the function that attaches a network to the entitlement SDK. */
void tvsim_set_network(void (*attach)(void));

/* Lets the network attach itself to the entitlement SDK, where there is one. */
void tvsim_attach_network_if_linked(void);

/* Sets the functions that fail the running test with a text, and that say whether the caller runs in the task of a
   test. */
void tvsim_set_tests(void (*fail)(const char *text), bool (*has_current)(void));

/* Whether the caller runs in the task of a test; false if the process runs no tests. */
bool tvsim_is_in_test(void);

/* Fails the running test, if the process runs tests. */
void tvsim_tell_tests(const char *text);

/* Whether this process runs tests. */
bool tvsim_links_test_helpers(void);

/* The label of the dispatch queue on which the caller runs. Swift does not import the function of Dispatch. */
const char *tvsim_current_queue_label(void);
