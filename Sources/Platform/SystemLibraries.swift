/// The file names of libraries that are loaded while the program runs.
package enum SystemLibraries {
    #if canImport(Darwin)
        /// The client of PostgreSQL; the number is that of its binary interface, which is that of PostgreSQL 8.
        package static let postgreSQL = "libpq.5.dylib"
    #else
        /// The client of PostgreSQL; the number is that of its binary interface, which is that of PostgreSQL 8.
        package static let postgreSQL = "libpq.so.5"
    #endif
}

extension CommandLine {
    /// The environment as the system passed it: a null-terminated array of `NAME=VALUE`.
    package static var unsafeEnvironment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
        #if canImport(Darwin)
            _NSGetEnviron().pointee
        #else
            environ
        #endif
    }
}
