import Foundation

/// A hidden file in which a store is made, before it gets its name.
///
/// A process that is killed on the way leaves its draft; the next one that makes a store takes it away. Those that are
/// being made are held.
final class StoreDraft {
    private static let mark = ".draft-"

    /// Where the store is made.
    let path: String
    private let final: String
    private var hold: FileHold?

    /// Begins a store that is to have a name: an empty file that nobody else can read, not even for a moment.
    ///
    /// - Throws: ``StateError`` when the folder cannot be written.
    init(of final: String) throws {
        self.final = final
        (path, hold) = try StoreFiles.holding(final) {
            // As the system reads the path, not as text: `..` behind a link leads elsewhere.
            let slash = final.lastIndex(of: "/").map(final.index(after:))
            let folder = slash.map { String(final[..<$0]) } ?? "./"
            Self.sweep(folder)
            let name = slash.map { final[$0...] } ?? final[...]
            var template = Array("\(folder).\(name)\(Self.mark)\(String(repeating: "X", count: 6))".utf8CString)
            let descriptor = mkstemp(&template)
            guard descriptor >= 0 else {
                throw StateError(
                    .unwritable, "the file '\(final)' cannot be created: \(String(cString: strerror(errno)))")
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            return (path, FileHold(taking: descriptor))
        }
    }

    /// Gives the store its name.
    ///
    /// - Returns: `false` when there is one of that name already.
    /// - Throws: ``StateError`` when it cannot be made.
    func publish() throws -> Bool {
        try StoreFiles.publish(path, as: final) {
            // Let go before there is a name: to close a file takes SQLite's own locks of this process from it.
            hold = nil
        }
    }

    /// Gives the store its name, and holds it on.
    ///
    /// - Returns: What holds it; `nil` when there is one of that name already.
    /// - Throws: ``StateError`` when it cannot be made.
    func publishHeld() throws -> FileHold? {
        guard let hold else { throw StateError(.unwritable, "the file '\(final)' cannot be held") }
        return try StoreFiles.publish(path, as: final) {} ? hold : nil
    }

    deinit { StoreFiles.unlinkAll(path) }

    /// Removes the drafts of processes that are no more, in a folder that is held.
    private static func sweep(_ folder: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasPrefix(".") && name.contains(mark) {
            // What SQLite keeps beside a draft goes with it.
            let draft = StoreFiles.companions.first(where: name.hasSuffix).map { name.dropLast($0.count) } ?? name[...]
            if !FileHold.isHeld(folder + draft) { unlink(folder + name) }
        }
    }
}
