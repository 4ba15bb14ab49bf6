/// The stores of isolated worlds beside a world's store, which share nothing.
///
/// A caller may keep a store after its world was removed: the next use creates a new world.
package protocol WorldStores: Sendable {
    /// Whether the worlds outlive this process.
    var areKept: Bool { get }

    /// The highest number of worlds.
    var most: Int { get }

    /// Returns the names of the worlds, sorted.
    ///
    /// - Throws: ``StateError`` when they cannot be read.
    func names() throws -> [String]

    /// Whether a world exists.
    ///
    /// - Throws: ``StateError`` when that cannot be read.
    func contains(_ name: String) throws -> Bool

    /// Returns the store of a world, which the first read or write creates.
    ///
    /// - Parameters:
    ///   - name: The world's name.
    ///   - make: Creates the content of a new world, outside of any transaction. With `nil` the store of a missing world
    ///     throws ``StateError/Code/missing``.
    /// - Returns: The store.
    func store(of name: String, making make: WorldMaking?) -> any StateStore

    /// Adds a world.
    ///
    /// - Returns: `false` if a world of the name exists already; it is then as it was.
    /// - Throws: ``StateError`` when it cannot be added, with ``StateError/Code/full`` when there are too many.
    func add(_ made: MemoryStateStore, as name: String) throws -> Bool

    /// Removes a world; a missing one is not an error.
    ///
    /// - Throws: ``StateError`` when it cannot be removed.
    func remove(_ name: String) throws
}

/// Creates the content of a new world.
package typealias WorldMaking = @Sendable () throws -> MemoryStateStore

extension WorldStores {
    /// The error of too many worlds.
    var full: StateError {
        StateError(.full, "there are \(most) isolated worlds, as many as there may be; remove one")
    }

    /// Runs a closure with a world, and creates a missing world first.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - make: Creates its content; with `nil` a missing world is an error.
    ///   - body: The closure, which returns `nil` if the world does not exist.
    /// - Returns: The closure's result.
    /// - Throws: ``StateError`` when the world does not exist, and what `make` and the closure throw.
    func whenThere<Result>(
        _ name: String, making make: WorldMaking?, _ body: () throws -> Result?
    ) throws -> Result {
        if let result = try body() { return result }
        if let make {
            // Another process may have added one in the meantime.
            _ = try add(try make(), as: name)
            if let result = try body() { return result }
        }
        throw StateError(.missing, "there is no world '\(name)'")
    }
}
