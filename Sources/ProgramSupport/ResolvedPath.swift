import Glibc

extension String {
    /// Where this path leads through any links; `nil` if nothing is there.
    package var resolvedPath: String? {
        realpath(self, nil).map { found in
            defer { free(found) }
            return String(cString: found)
        }
    }
}
