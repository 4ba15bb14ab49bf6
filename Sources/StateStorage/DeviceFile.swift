import Foundation

/// By what a file is known again, whatever its name.
struct FileIdentity: Sendable, Equatable {
    private let device: UInt64
    private let node: UInt64

    /// Looks at a file; `nil` when there is none.
    init?(of path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        device = UInt64(facts.st_dev)
        node = UInt64(facts.st_ino)
    }
}

/// The hidden files in which stores are made, before they get their names.
///
/// A process that is killed on the way leaves its draft; the next one that makes a store takes it away.
package enum AbandonedDrafts {
    private static let mark = ".draft-"

    /// The beginning of a draft's name, which says whose it is, with the six characters that `mkstemp` replaces.
    package static func template(for name: String, in folder: String) -> String {
        "\(folder)/.\(name)\(mark)\(getpid())-" + String(repeating: "X", count: 6)
    }

    /// Removes the drafts of processes that are no more.
    package static func sweep(_ folder: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(".") {
            guard let place = name.range(of: mark, options: .backwards),
                let owner = Int32(name[place.upperBound...].prefix { $0.isASCII && $0.isNumber }), owner != getpid(),
                kill(owner, 0) != 0, errno == ESRCH
            else { continue }
            unlink("\(folder)/\(name)")
        }
    }
}
