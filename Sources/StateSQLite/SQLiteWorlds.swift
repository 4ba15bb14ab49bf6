import GRDB
package import TVSimStateStorage

/// The isolated worlds in a device's file; removing the file removes them.
package struct SQLiteWorlds: WorldStores {
    package let areKept = true
    package let most: Int
    private let file: SQLiteFile

    /// Creates a view of a file's worlds; a new world needs about 15 kilobytes.
    init(in file: SQLiteFile, atMost most: Int) {
        self.file = file
        self.most = most
    }

    package func names() throws -> [String] {
        try file.read { state in
            try String.fetchAll(
                state.database, sql: "SELECT name FROM world WHERE number != ? ORDER BY name",
                arguments: [SQLiteTransaction.device])
        }
    }

    package func names(after name: String, limit: Int) throws -> [String] {
        try file.read { state in
            try String.fetchAll(
                state.database,
                sql: "SELECT name FROM world WHERE number != ? AND name > ? ORDER BY name LIMIT ?",
                arguments: [SQLiteTransaction.device, name, limit])
        }
    }

    package func contains(_ name: String) throws -> Bool {
        try file.read { try Self.number(of: name, in: $0) != nil }
    }

    package func store(of name: String, making make: WorldMaking?) -> any StateStore {
        SQLiteWorldStore(name: name, make: make, file: file, worlds: self)
    }

    package func remove(_ name: String) throws {
        try file.write { state in
            guard let number = try Self.number(of: name, in: state) else { return }
            for (table, column) in [("world_document", "world"), ("world_log", "world"), ("world", "number")] {
                try state.database.execute(sql: "DELETE FROM \(table) WHERE \(column) = ?", arguments: [number])
            }
        }
    }

    /// Returns a view of a world in a transaction; `nil` if the world does not exist.
    fileprivate static func view(of name: String, in state: SQLiteTransaction) throws -> SQLiteTransaction? {
        try number(of: name, in: state).map(state.entering)
    }

    private static func number(of name: String, in state: SQLiteTransaction) throws -> Int64? {
        // The empty name is the device's own world.
        guard !name.isEmpty else { return nil }
        return try Int64.fetchOne(
            state.database.cachedStatement(sql: "SELECT number FROM world WHERE name = ?"), arguments: [name])
    }

    package func add(_ made: MemoryStateStore, as name: String) throws -> Bool {
        let documents = try made.read { try $0.documents() }
        return try file.write { state in
            guard try Self.number(of: name, in: state) == nil else { return false }
            let others = try Int.fetchOne(state.database, sql: "SELECT count(*) - 1 FROM world") ?? 0
            guard others < most else { throw full }
            try state.database.execute(
                sql: "INSERT INTO world (name, replacements, lines) VALUES (?, 0, 0)", arguments: [name])
            let view = state.entering(state.database.lastInsertedRowID)
            for document in documents { try view.set(document) }
            return true
        }
    }
}

/// The store of one isolated world in a file.
private struct SQLiteWorldStore: StateStore {
    let kind = StoreKind.sqlite
    let waitsForOthers = true
    let name: String
    let make: WorldMaking?
    let file: SQLiteFile
    let worlds: SQLiteWorlds

    func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
        try worlds.withWorld(name, making: make) {
            try file.read { state in try SQLiteWorlds.view(of: name, in: state).map(body) }
        }
    }

    func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result {
        try worlds.withWorld(name, making: make) {
            try file.write { state in try SQLiteWorlds.view(of: name, in: state).map(body) }
        }
    }

    func append(_ entry: some Encodable & Sendable) throws -> (opening: Int, number: Int) {
        try worlds.withWorld(name, making: make) {
            try file.append { state in
                try SQLiteWorlds.view(of: name, in: state).map { ($0.opening, try $0.appendLog(entry)) }
            }
        }
    }

    func consistently<Result>(
        reading names: [String], _ body: (any StateStore) throws -> Result
    ) throws -> Result {
        try worlds.withWorld(name, making: make) {
            try file.consistently { state in
                try SQLiteConnection(state, of: self, in: file.path) { try SQLiteWorlds.view(of: name, in: $0) }
                    .run(body)
            }
        }
    }

    func draw(from counter: StateKey<Int>) throws -> Int {
        try worlds.withWorld(name, making: make) {
            try file.append { state in try SQLiteWorlds.view(of: name, in: state)?.draw(from: counter) }
        }
    }
}
