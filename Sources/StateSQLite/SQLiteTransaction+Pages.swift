import GRDB
import TVSimStateStorage

extension SQLiteTransaction {
    func documents(after name: String, limit: Int) throws -> [StoredDocument] {
        try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT name, body, lapses_at FROM world_document WHERE world = ? AND name > ? ORDER BY name LIMIT ?
                    """),
            arguments: [world, name, limit]
        ).map { try StoredDocument($0) }
    }

    func log(from first: Int, limit: Int) throws -> [LogLine] {
        try Row.fetchAll(
            database.cachedStatement(
                sql: "SELECT number, line FROM world_log WHERE world = ? AND number >= ? ORDER BY number LIMIT ?"),
            arguments: [world, first, limit]
        ).map { try LogLine($0) }
    }

    func lastLine() throws -> Int? {
        try lineNumber("SELECT max(number) AS number FROM world_log WHERE world = ?")
    }

    func firstLine() throws -> Int? {
        try lineNumber("SELECT min(number) AS number FROM world_log WHERE world = ?")
    }

    private func lineNumber(_ query: String) throws -> Int? {
        let row = try Row.fetchOne(database.cachedStatement(sql: query), arguments: [world])
        return try row?.optional("number", of: "an entry of the journal").map(LogLine.checked)
    }
}
