import TVSimPlatform
import TVSimStructuredText

/// The address of a store: `memory:`, a file, or a PostgreSQL database.
///
/// This is the only place that chooses the type of a kept store.
package enum StoreAddress: Sendable, Hashable {
    /// A store in memory, which ends with the process.
    case memory
    /// An SQLite file.
    case file(path: String)
    /// A PostgreSQL database, by the URL that libpq reads.
    case database(url: String)

    /// The variable of the environment that selects a store for all commands.
    package static let variable = "TVSIM_STORE"

    /// Reads an address.
    ///
    /// - Throws: ``StateError`` if the text is empty or a URL with another scheme.
    package init(_ text: String) throws(StateError) {
        let scheme = text.prefix { $0 != ":" }.lowercased()
        switch scheme {
        case "memory" where text.count == "memory:".count:
            self = .memory
        case "" where text.lowercased() == ":memory:":
            // SQLite's own name of a store in memory, which would be the name of a file here.
            throw StateError(.unsupported, "invalid address of a store: ':memory:'; did you mean 'memory:'?")
        case "postgres" where text.contains(":"), "postgresql" where text.contains(":"):
            self = .database(url: text)
        case _ where text.hasPrefix("/") || text.hasPrefix("."):
            self = .file(path: text)
        case _ where text.isEmpty || Self.signsOfAnAddress.contains(where: text.lowercased().contains):
            // A misspelt address must not become a file. It may contain a password, so the message does not quote it.
            throw StateError(
                .unsupported,
                "invalid address of a store: expected 'memory:', a file or 'postgres://USER@HOST:PORT/DATABASE'")
        default:
            self = .file(path: text)
        }
    }

    /// What relative names of files do not contain, but addresses of databases in any spelling do.
    private static let signsOfAnAddress = ["//", "postgres:", "file:", "dbname=", "password="]

    /// Returns the address that an environment selects; `nil` if it selects none.
    ///
    /// - Throws: ``StateError`` if the address is invalid.
    package static func selected(by environment: [String: String]) throws(StateError) -> StoreAddress? {
        guard let text = environment[variable], !text.isEmpty else { return nil }
        return try StoreAddress(text)
    }

    /// Opens the store.
    ///
    /// - Parameter creating: Whether a missing file is created. The tables of a database are always created.
    /// - Returns: The store.
    /// - Throws: ``StateError`` if the store is missing, cannot be opened, or has a newer version. Also if the address is
    ///   a database and this program does not support databases, or `memory:`, which has no kept store.
    package func open(creating: Bool) throws -> any KeptStateStore {
        switch self {
        case .memory:
            throw StateError(.unsupported, "'memory:' keeps no device: it is for 'tvsim serve'")
        case .file(let path):
            return try Self.files(for: path).open(path, creating)
        case .database(let url):
            guard let open = Self.opener.withLockedValue({ $0 }) else {
                throw StateError(
                    .unsupported,
                    "\(Self.variable): an app's process cannot use a database; only HTTP clients of 'tvsim serve' can")
            }
            return try open(url)
        }
    }

    /// Checks that the directory of a file exists: a misspelt one must not become a new device.
    ///
    /// - Throws: ``StateError`` if it does not exist.
    package func checkFolder() throws(StateError) {
        guard case .file(let path) = self else { return }
        let folder = StoreFiles.folder(of: path)
        guard access(folder, F_OK) != 0, errno == ENOENT else { return }
        throw StateError(
            .unwritable,
            "the directory '\(folder)' of the store does not exist: create it, or correct --store or \(Self.variable)")
    }

    /// Creates the store of a file with its content, or nothing if an error is thrown.
    ///
    /// - Parameters:
    ///   - path: The store's file.
    ///   - fill: Writes the content.
    /// - Returns: `false` if the file already exists; it is then unchanged.
    /// - Throws: ``StateError`` if the store cannot be created, and what `fill` throws.
    package static func make(_ path: String, _ fill: (any StateWriting) throws -> Void) throws -> Bool {
        try files(for: path).make(path, fill)
    }

    /// What opens and creates stores in files.
    package struct Files: Sendable {
        /// Opens a file; the second argument says whether a missing one is created.
        package let open: @Sendable (_ path: String, _ creating: Bool) throws -> any KeptStateStore
        /// Creates a file with its content; returns `false` if it exists.
        package let make: @Sendable (_ path: String, _ fill: (any StateWriting) throws -> Void) throws -> Bool

        /// Creates a value of two functions.
        package init(
            open: @escaping @Sendable (_ path: String, _ creating: Bool) throws -> any KeptStateStore,
            make: @escaping @Sendable (_ path: String, _ fill: (any StateWriting) throws -> Void) throws -> Bool
        ) {
            (self.open, self.make) = (open, make)
        }
    }

    /// `nil` in a program that does not contain the module for files.
    private static let files = Locked<Files?>(nil)

    /// Adds the support of files to this program.
    package static func openFiles(by files: Files) {
        self.files.withLockedValue { $0 = files }
    }

    private static func files(for path: String) throws(StateError) -> Files {
        guard let files = files.withLockedValue({ $0 }) else {
            throw StateError(
                .unsupported,
                "this program does not contain the support of device files, so it cannot open '\(path)': add the product "
                    + "'TVSimulatorDeviceFiles' of the package 'tvsim' to the dependencies of its target")
        }
        return files
    }

    /// Opens databases.
    package typealias Opener = @Sendable (_ url: String) throws -> any KeptStateStore

    /// `nil` in a program that does not contain the module for databases.
    private static let opener = Locked<Opener?>(nil)

    /// Adds the support of databases to this program.
    package static func openDatabases(by opener: @escaping Opener) {
        self.opener.withLockedValue { $0 = opener }
    }
}
