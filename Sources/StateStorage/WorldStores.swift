/// The stores of isolated worlds, which stand beside the store of a world and see nothing of it, nor of each other.
///
/// There are two forms, as of stores. A store that a caller has outlives its world: used after that was removed, it makes a
/// new one.
package protocol WorldStores: Sendable {
    /// Whether they outlive this process.
    var areKept: Bool { get }

    /// How many there may be.
    var most: Int { get }

    /// Returns the names of the worlds that are there, sorted.
    ///
    /// - Throws: ``StateError`` when they cannot be read.
    func names() throws -> [String]

    /// Whether there is a world of a name.
    ///
    /// - Throws: ``StateError`` when that cannot be read.
    func contains(_ name: String) throws -> Bool

    /// Returns the store of a world, which is made when it is first read or written.
    ///
    /// - Parameters:
    ///   - name: The world's name.
    ///   - make: Makes what a new world holds, while nobody waits for it; `nil`: it is not made, and where there is none
    ///     the store throws ``StateError/Code/missing``.
    /// - Returns: The store.
    func store(of name: String, making make: WorldMaking?) -> any StateStore

    /// Adds a world.
    ///
    /// - Returns: `false` when there is one of the name already, which stays as it is.
    /// - Throws: ``StateError`` when it cannot be added, with ``StateError/Code/full`` when there are as many as may be.
    func add(_ made: MemoryStateStore, as name: String) throws -> Bool

    /// Removes a world; one that is not there is not an error.
    ///
    /// - Throws: ``StateError`` when it cannot be removed.
    func remove(_ name: String) throws
}

/// Makes what a new world holds.
package typealias WorldMaking = @Sendable () throws -> MemoryStateStore

extension WorldStores {
    /// Says that there is no room for another one.
    var full: StateError {
        StateError(.full, "there are \(most) isolated worlds, as many as there may be; remove one")
    }

    /// Does something with a world, and makes it first where there is none.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - make: Makes what it holds; `nil`: it is not made.
    ///   - body: What is to be done; `nil`: there is no such world.
    /// - Returns: What the body returns.
    /// - Throws: ``StateError`` when the world is not there and is not made, and what making it and the body throw.
    func whenThere<Result>(
        _ name: String, making make: WorldMaking?, _ body: () throws -> Result?
    ) throws -> Result {
        // Others may remove it again meanwhile; nobody does so for ever.
        for _ in 0..<8 {
            if let result = try body() { return result }
            guard let make else { break }
            // Somebody else's is as good: both are as new.
            _ = try add(try make(), as: name)
        }
        throw StateError(.missing, "there is no world '\(name)'")
    }
}
