#include <unistd.h>

/* Only here does a constructor get the arguments. */
#ifdef __GLIBC__

/* Of the Swift runtime: what it is to take for the arguments of the process. */
__attribute__((weak)) void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc);

/* Gives the Swift runtime the arguments that the loader has, where it would find none: on Linux it reads them from /proc,
   which is not there in every sandbox, and a command without its arguments would be another command. */
__attribute__((constructor)) static void tvsim_keep_arguments(int argc, char **argv) {
    if (!_swift_stdlib_overrideUnsafeArgvArgc || !access("/proc/self/cmdline", R_OK)) return;
    _swift_stdlib_overrideUnsafeArgvArgc(argv, argc);
}

#endif
