import Foundation

/// By what a file is known again, whatever its name.
struct FileIdentity: Sendable, Equatable {
    private let device: UInt64
    private let node: UInt64

    /// Looks at a file; `nil` when there is none.
    init?(of path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        self.init(facts)
    }

    /// Looks at an open file.
    init?(of descriptor: Int32) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { return nil }
        self.init(facts)
    }

    private init(_ facts: stat) {
        device = UInt64(facts.st_dev)
        node = UInt64(facts.st_ino)
    }
}
