/* Kills the process by SIGKILL at the file operation with the number CRASH_AT: before it, in the middle of a write
 * (CRASH_PART=middle), or after it (CRASH_PART=after). With CRASH_FROM, counting starts when that file exists.
 * A program loads it by LD_PRELOAD. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long done;

static int is_file(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

static int is_due(void) {
    const char *at = getenv("CRASH_AT"), *from = getenv("CRASH_FROM");
    return at && (!from || access(from, F_OK) == 0) && atomic_fetch_add(&done, 1) + 1 == atol(at);
}

static int part(const char *name) {
    const char *given = getenv("CRASH_PART");
    return strcmp(given ? given : "before", name) == 0;
}

static void end(void) { kill(getpid(), SIGKILL); }

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* A call that writes `count` bytes; `half` writes half of them. */
#define WRITING(descriptor, call, half)               \
    if (!is_file(descriptor) || !is_due()) return call; \
    if (part("before")) end();                        \
    if (part("middle")) { (void)!(half); end(); }     \
    ssize_t written = call;                           \
    end();                                            \
    return written

#define DOING(is_meant, call)                  \
    if (!(is_meant) || !is_due()) return call; \
    if (!part("after")) end();                 \
    int result = call;                         \
    end();                                     \
    return result

ssize_t write(int fd, const void *bytes, size_t count) {
    WRITING(fd, REAL(write)(fd, bytes, count), REAL(write)(fd, bytes, count / 2));
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
    WRITING(fd, REAL(pwrite)(fd, bytes, count, offset), REAL(pwrite)(fd, bytes, count / 2, offset));
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
    WRITING(fd, REAL(pwrite64)(fd, bytes, count, offset), REAL(pwrite64)(fd, bytes, count / 2, offset));
}

int ftruncate(int fd, off_t length) { DOING(is_file(fd), REAL(ftruncate)(fd, length)); }
int ftruncate64(int fd, off64_t length) { DOING(is_file(fd), REAL(ftruncate64)(fd, length)); }
int fsync(int fd) { DOING(is_file(fd), REAL(fsync)(fd)); }
int fdatasync(int fd) { DOING(is_file(fd), REAL(fdatasync)(fd)); }
int unlink(const char *path) { DOING(1, REAL(unlink)(path)); }
int unlinkat(int folder, const char *path, int flags) { DOING(1, REAL(unlinkat)(folder, path, flags)); }
int rename(const char *from, const char *to) { DOING(1, REAL(rename)(from, to)); }
int renameat(int folder, const char *from, int other, const char *to) {
    DOING(1, REAL(renameat)(folder, from, other, to));
}
int link(const char *from, const char *to) { DOING(1, REAL(link)(from, to)); }
int linkat(int folder, const char *from, int other, const char *to, int flags) {
    DOING(1, REAL(linkat)(folder, from, other, to, flags));
}
int mkdir(const char *path, mode_t mode) { DOING(1, REAL(mkdir)(path, mode)); }
int chmod(const char *path, mode_t mode) { DOING(1, REAL(chmod)(path, mode)); }
int fchmod(int fd, mode_t mode) { DOING(is_file(fd), REAL(fchmod)(fd, mode)); }

/* Opening counts if it creates or truncates a file. */
static int is_making(int flags) { return flags & (O_CREAT | O_TRUNC); }

static mode_t mode_of(int flags, va_list rest) { return flags & O_CREAT ? va_arg(rest, mode_t) : 0; }

#define OPENING(last, call)            \
    va_list rest;                      \
    va_start(rest, last);              \
    mode_t mode = mode_of(flags, rest); \
    va_end(rest);                      \
    DOING(is_making(flags), call)

int open(const char *path, int flags, ...) { OPENING(flags, REAL(open)(path, flags, mode)); }
int open64(const char *path, int flags, ...) { OPENING(flags, REAL(open64)(path, flags, mode)); }
int openat(int folder, const char *path, int flags, ...) { OPENING(flags, REAL(openat)(folder, path, flags, mode)); }
