#pragma once

/* SwiftPM needs a header. When a program starts, this target calls tvsim_register_device_files of the module
   StateSQLite, so that linking the module is enough: nothing imports it. */
