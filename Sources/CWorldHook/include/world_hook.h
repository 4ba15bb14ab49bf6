#pragma once

/* SwiftPM needs a header. When a program starts, this target calls a function of CTVSimProcessWorld:
   it tells the device of a process which function attaches a world. Only the module World needs it. */
