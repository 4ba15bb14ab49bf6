import Foundation

/// The three streams with which a program starts, of which a caller may have closed some.
enum StandardStreams {
    /// Takes the places of those that are closed, so that no file of ours gets one of them and is written into by mistake.
    ///
    /// Who reads or writes there fails as before: each place is taken for the other.
    static func reserve() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
