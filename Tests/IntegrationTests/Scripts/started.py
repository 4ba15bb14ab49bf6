"""Runs one script so that nothing which it started is left when it ends: `started.py PROGRAM ARGUMENTS`.

Servers and browsers are found by their session, which a process keeps when its parent has died or it changes its group;
those that have left it are given to this process when their parent dies.
"""

import ctypes
import os
import signal
import subprocess
import sys

# A script that has come no further by then waits for something that never comes; the slowest takes a twelfth of it.
DEADLINE = 900
# <linux/prctl.h>: whoever loses its parent becomes our child, so that we can end it and take note of its end.
PR_SET_CHILD_SUBREAPER = 36


def members(session):
    """The processes of a session and our own children, except those that have ended."""
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                # The program's name, in parentheses, may hold anything.
                state, parent, _, owner = file.read().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if (int(owner) == session or int(parent) == os.getpid()) and state not in "ZX":
            yield int(name)


def end(script):
    """Ends all that is left of a script, the orphans of those that are ended too."""
    while True:
        for process in members(script.pid):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def wait(script, parent):
    """Waits for a script as long as somebody waits for us; returns its status."""
    for _ in range(DEADLINE):
        try:
            return abs(script.wait(1))
        except subprocess.TimeoutExpired:
            if os.getppid() != parent:
                break
    print(f"{sys.argv[-1]} is ended: it took longer than {DEADLINE} s, or nobody waits for it", file=sys.stderr)
    return 2


def main():
    parent = os.getppid()
    # Who is started from a thread of Dispatch inherits that all signals are blocked, and would hand it on.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    script = subprocess.Popen(sys.argv[1:], start_new_session=True)
    try:
        status = wait(script, parent)
    finally:
        end(script)
    sys.exit(status)


if __name__ == "__main__":
    main()
