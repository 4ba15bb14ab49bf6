import Glibc

extension String {
    /// Where this path leads, by whichever links; `nil`: nothing is there, or nothing that can be reached.
    ///
    /// By the system, which alone knows what `..` behind a link means; and Foundation cuts paths of more than a kilobyte.
    package var resolvedPath: String? {
        realpath(self, nil).map { found in
            defer { free(found) }
            return String(cString: found)
        }
    }
}
