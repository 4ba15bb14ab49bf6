import TVSimPlatform

extension String {
    /// The absolute path without symbolic links; `nil` if the file does not exist.
    package var resolvedPath: String? {
        realpath(self, nil).map { found in
            defer { free(found) }
            return String(cString: found)
        }
    }
}
