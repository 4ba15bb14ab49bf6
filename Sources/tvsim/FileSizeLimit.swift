import Glibc

/// The size that a file of this process may have (`ulimit -f`).
enum FileSizeLimit {
    /// Lets a file that would outgrow it be an error of whoever writes, who can then clean up, not the end of the process.
    ///
    /// A handler, since programs that are started inherit what is ignored.
    static func refuseByError() {
        signal(SIGXFSZ) { _ in }
    }
}
