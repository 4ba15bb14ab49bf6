#pragma once

/* SwiftPM needs a header. When a program starts, this target calls a function of CTVSimProcessWorld:
   it tells the SDK of a process which function attaches a network. Only the module EntitlementHTTP needs it. */
