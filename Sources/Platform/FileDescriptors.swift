import Foundation

/// The file descriptors of this process.
package enum FileDescriptors {
    /// The open descriptors, in no order.
    ///
    /// One of them may be the descriptor that read the folder, which is closed again.
    package static var open: [Int32] {
        // Linux has the folder too, as a link to its own.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
        return names.compactMap { Int32($0) }
    }

    /// The number of descriptors that this process may have open; a program that it starts inherits the limit.
    package static var limit: UInt { UInt(clamping: limits.rlim_cur) }

    /// The largest limit that the system allows this process.
    package static var largestLimit: UInt { UInt(clamping: limits.rlim_max) }

    /// Changes the limit of this process; a number above the largest limit changes nothing.
    package static func setLimit(_ number: UInt) {
        var limits = Self.limits
        limits.rlim_cur = rlim_t(number)
        setrlimit(resource, &limits)
    }

    #if canImport(Glibc)
        private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
    #else
        private static var resource: Int32 { RLIMIT_NOFILE }
    #endif

    private static var limits: rlimit {
        var limits = rlimit()
        getrlimit(resource, &limits)
        return limits
    }
}
