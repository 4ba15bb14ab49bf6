/// The stores of isolated worlds, which are independent of each other and of the world beside them.
///
/// A caller may keep a store after its world was removed; the next use creates a new world.
package protocol WorldStores: Sendable {
    /// Whether the worlds outlive this process.
    var areKept: Bool { get }

    /// The maximum number of worlds.
    var most: Int { get }

    /// Returns the sorted names of the worlds.
    ///
    /// - Throws: ``StateError`` if the names cannot be read.
    func names() throws -> [String]

    /// Returns the sorted names of the first worlds after a name, at most `limit`.
    ///
    /// - Throws: ``StateError`` if the names cannot be read.
    func names(after name: String, limit: Int) throws -> [String]

    /// Returns whether a world exists.
    ///
    /// - Throws: ``StateError`` if that cannot be read.
    func contains(_ name: String) throws -> Bool

    /// Returns the store of a world, which is created at the first read or write.
    ///
    /// - Parameters:
    ///   - name: The world's name.
    ///   - make: Creates the content of a new world, outside of any transaction. If `nil`, the store of a missing world
    ///     throws ``StateError/Code/missing``.
    /// - Returns: The store.
    func store(of name: String, making make: WorldMaking?) -> any StateStore

    /// Adds a world.
    ///
    /// - Returns: `false` if a world of this name already exists; it is then unchanged.
    /// - Throws: ``StateError`` if the world cannot be added, with ``StateError/Code/full`` if the maximum is reached.
    func add(_ made: MemoryStateStore, as name: String) throws -> Bool

    /// Returns the documents of a world in a store of their own, which stays when the world is removed.
    ///
    /// - Throws: ``StateError`` if the world is missing or cannot be read.
    func content(of name: String) throws -> MemoryStateStore

    /// Removes a world; a missing world is not an error.
    ///
    /// - Throws: ``StateError`` if the world cannot be removed.
    func remove(_ name: String) throws
}

/// Creates the content of a new world.
package typealias WorldMaking = @Sendable () throws -> MemoryStateStore

/// The limit for the number of isolated worlds beside one world.
package enum WorldLimit {
    /// The limit unless a server is told another one.
    ///
    /// A world that no client has used takes about 10 kilobytes.
    package static let standard = 10_000
    /// The limits that a server accepts.
    package static let range = 1...1_000_000
}

extension WorldStores {
    /// The error if the maximum number of worlds is reached.
    package var full: StateError {
        StateError(.full, "the maximum of \(most) isolated worlds is reached: remove one")
    }

    package func content(of name: String) throws -> MemoryStateStore {
        try MemoryStateStore(copying: store(of: name, making: nil))
    }

    /// Runs a closure with a world, and creates the world first if it is missing.
    ///
    /// - Parameters:
    ///   - name: The world's name.
    ///   - make: Creates the world's content; if `nil`, a missing world is an error.
    ///   - body: The closure, which returns `nil` if the world does not exist.
    /// - Returns: The closure's result.
    /// - Throws: ``StateError`` if the world does not exist, and what `make` and the closure throw.
    package func withWorld<Result>(
        _ name: String, making make: WorldMaking?, _ body: () throws -> Result?
    ) throws -> Result {
        do {
            if let result = try body() { return result }
            if let make {
                // Another process may have added the world in the meantime.
                _ = try add(try make(), as: name)
                if let result = try body() { return result }
            }
        } catch let error as StateError {
            throw name.isEmpty ? error : error.naming("world '\(name)'")
        }
        throw StateError(.missing, "world '\(name)' not found")
    }
}
