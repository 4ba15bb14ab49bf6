/* Logs to NAMES_LOG the operations of a program on file names that end with NAMES_OF, and each fsync of a folder.
 * A program loads it by LD_PRELOAD. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void tell(const char *line) {
    int log = REAL(open)(getenv("NAMES_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    (void)!write(log, line, strlen(line));
    close(log);
}

static int named(int result, const char *path) {
    const char *name = getenv("NAMES_OF");
    size_t length = strlen(path), end = strlen(name);
    if (result == 0 && length >= end && strcmp(path + length - end, name) == 0) tell("named\n");
    return result;
}

int link(const char *from, const char *to) { return named(REAL(link)(from, to), to); }
int rename(const char *from, const char *to) { return named(REAL(rename)(from, to), to); }
int unlink(const char *path) { return named(REAL(unlink)(path), path); }

int fsync(int fd) {
    struct stat status;
    int result = REAL(fsync)(fd);
    if (result == 0 && fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) tell("settled\n");
    return result;
}
