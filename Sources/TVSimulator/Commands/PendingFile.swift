import Foundation
import Glibc
package import StateStorage

/// A file that appears whole, or not at all.
///
/// Until then it has no name, so that whoever is killed leaves nothing of it, but for the instant in which it gets its
/// own; where the file system knows no such files it has one beside its own.
package final class PendingFile {
    private let path: String
    private let place: Place
    private let descriptor: Int32
    private var isCommitted = false

    /// Where the text is before the file has its name.
    private enum Place {
        /// In what is there: a terminal, a pipe, or what the process was given.
        case itself
        /// In a file without a name.
        case unnamed
        /// In a file beside it.
        case beside(String)
    }

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - given: Its name.
    ///   - isPrivate: Whether the file is for this user alone; else the mask of the process says for whom a new one is.
    ///   - inputs: Files that must stay as they are; `-` is standard input.
    /// - Throws: ``CommandError`` when its folder cannot be written, its name is no text, or it is one of the inputs.
    package init(
        path given: String, isPrivate: Bool = false, keeping inputs: [String] = []
    ) throws(CommandError) {
        if PlantedLink.isOnWay(from: given) {
            throw CommandError(
                .unwritable,
                "'\(given)' is another user's link in a folder where everybody can put one: name another file")
        }
        // A link to a file stays a link: what it points to is replaced.
        let path = given.resolvedPath ?? given
        self.path = path
        var status = stat()
        let exists = stat(path, &status) == 0
        let kind = exists ? status.st_mode & S_IFMT : S_IFREG
        guard kind != S_IFDIR else { throw CommandError(.unwritable, "'\(given)' is a folder, not a file") }
        let isRegular = kind == S_IFREG
        if exists, isRegular, inputs.contains(where: { Self.leads($0, to: status) }) {
            throw CommandError(.invalid, "'\(given)' is what is read here, and would be lost: name another file")
        }
        // What the process was given is written where its writer stands, and neither a terminal nor a pipe is replaced.
        let inherited = OpenDescriptor(given)
        // What the process was given is written whatever it is called.
        if inherited == nil {
            try NamedFile.refuseGarbled(given)
            try NamedFile.refuseGarbled(path)
        }
        if let inherited {
            (descriptor, place) = (inherited.duplicate(), .itself)
        } else if !isRegular {
            (descriptor, place) = (open(path, O_WRONLY | O_CLOEXEC), .itself)
        } else {
            (descriptor, place) = Self.begin(path, mode: isPrivate ? 0o600 : 0o666)
        }
        guard descriptor >= 0 else { throw Self.trouble(given, errno) }
        // Who could read the file before can read it afterwards, but for what is this user's alone.
        if exists, isRegular, !isInPlace { fchmod(descriptor, status.st_mode & (isPrivate ? 0o700 : 0o777)) }
    }

    /// Whether a file of a name would appear whole: what the process was given, devices and pipes are written as they are.
    package static func appearsWhole(_ given: String) -> Bool {
        guard OpenDescriptor(given) == nil else { return false }
        var status = stat()
        return stat(given.resolvedPath ?? given, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    }

    private static func begin(_ path: String, mode: mode_t) -> (descriptor: Int32, place: Place) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let unnamed = open(folder, O_WRONLY | O_CLOEXEC | O_DIRECTORY | withoutName, mode)
        if unnamed >= 0 { return (unnamed, .unnamed) }
        // Names that are taken are passed over: whoever has made such a file keeps it.
        for number in 0..<attempts {
            let name = temporaryName(path, number)
            let descriptor = open(name, O_WRONLY | O_CLOEXEC | O_CREAT | O_EXCL, mode)
            if descriptor >= 0 || errno != EEXIST { return (descriptor, .beside(name)) }
        }
        return (-1, .itself)
    }

    private static func temporaryName(_ path: String, _ number: Int) -> String { "\(path).\(getpid())-\(number).tmp" }

    /// `O_TMPFILE` is this and `O_DIRECTORY`; its macro is not one that Swift imports.
    private static let withoutName: Int32 = 0o20_000_000
    /// How many names are tried before the folder counts as one that cannot be written.
    private static let attempts = 100

    private var isInPlace: Bool {
        if case .itself = place { true } else { false }
    }

    /// Adds text.
    package func write(_ text: String) throws(CommandError) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                throw Self.trouble(path, errno)
            }
        }
    }

    /// Whether another file is to have the same name, so that one of them would be lost; what is written in place has none.
    package func isNamed(as other: PendingFile) -> Bool {
        !isInPlace && !other.isInPlace && wholePath.utf8.elementsEqual(other.wholePath.utf8)
    }

    /// The path with the folder by its own name.
    private var wholePath: String {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? "."
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        return "\(folder.resolvedPath ?? folder)/\(name)"
    }

    /// Says that the file belongs to this process, as long as what is returned lives; `nil`: another one has it.
    package func hold() -> FileHold? {
        FileHold(taking: fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1))
    }

    /// Puts the file in its place, on the disk.
    package func commit() throws(CommandError) {
        guard isInPlace || fsync(descriptor) == 0 else { throw Self.trouble(path, errno) }
        switch place {
        case .itself: break
        case .unnamed: try name()
        case .beside(let temporary):
            guard rename(temporary, path) == 0 else { throw Self.trouble(path, errno) }
        }
        isCommitted = true
        guard !isInPlace else { return }
        do { try FolderNames.settle(around: path) } catch { throw CommandError(.unwritable, error.description) }
    }

    /// Gives the file a name beside its own and then that: a name that is there can only be replaced by another.
    private func name() throws(CommandError) {
        for number in 0..<Self.attempts {
            let temporary = Self.temporaryName(path, number)
            guard
                linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, temporary, AT_SYMLINK_FOLLOW) == 0
            else {
                if errno == EEXIST { continue }
                throw Self.trouble(path, errno)
            }
            guard rename(temporary, path) == 0 else {
                let code = errno
                unlink(temporary)
                throw Self.trouble(path, code)
            }
            return
        }
        throw Self.trouble(path, EEXIST)
    }

    deinit {
        if case .beside(let temporary) = place, !isCommitted, descriptor >= 0 { unlink(temporary) }
        close(descriptor)
    }

    /// Whether a path leads to a file, by whichever links.
    private static func leads(_ path: String, to file: stat) -> Bool {
        var status = stat()
        guard (path == "-" ? fstat(CommandContext.current.input, &status) : stat(path, &status)) == 0 else {
            return false
        }
        return status.st_dev == file.st_dev && status.st_ino == file.st_ino
    }

    private static func trouble(_ path: String, _ code: Int32) -> CommandError {
        CommandError(.unwritable, "'\(path)' cannot be written: \(String(cString: strerror(code)))")
    }
}

/// What a process has open already, by a name such as `/dev/stdout` or `/dev/fd/3`.
private struct OpenDescriptor {
    private let number: Int32

    /// Follows a name; `nil`: it leads to no descriptor of this process.
    init?(_ path: String) {
        var path = path
        // `/dev/stdout` is a link to `/proc/self/fd/1`; longer ways to a descriptor are nobody's.
        for _ in 0..<4 {
            let slash = path.lastIndex(of: "/")
            let folder = slash.map { String(path[...$0]) } ?? "."
            if folder.resolvedPath == "/proc/\(getpid())/fd" {
                guard let number = slash.flatMap({ Int32(path[path.index(after: $0)...]) }) else { return nil }
                self.number = number
                return
            }
            guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return nil }
            path = next.hasPrefix("/") ? next : folder + "/" + next
        }
        return nil
    }

    /// Another descriptor for the same, at the same place in it; below zero where it is none.
    func duplicate() -> Int32 {
        fcntl(number, F_DUPFD_CLOEXEC, 3)
    }
}
