import Glibc

extension String {
    /// Where this path leads, by whichever links; `nil`: nothing is there, or what is there has no path, such as a pipe
    /// behind `/dev/stdout`.
    ///
    /// By the system, which alone knows what `..` behind a link means; and Foundation cuts paths of more than a kilobyte.
    package var resolvedPath: String? {
        realpath(self, nil).map { found in
            defer { free(found) }
            return String(cString: found)
        }
    }
}
