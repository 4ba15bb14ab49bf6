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
        ).map { StoredDocument(name: $0["name"], json: $0["body"], lapsesAt: $0["lapses_at"]) }
    }

    func log(from first: Int, limit: Int) throws -> [LogLine] {
        try Row.fetchAll(
            database.cachedStatement(
                sql: "SELECT number, line FROM world_log WHERE world = ? AND number >= ? ORDER BY number LIMIT ?"),
            arguments: [world, first, limit]
        ).map { LogLine(number: $0["number"], text: $0["line"]) }
    }

    func lastLine() throws -> Int? {
        try Int.fetchOne(
            database.cachedStatement(sql: "SELECT max(number) FROM world_log WHERE world = ?"), arguments: [world])
    }
}
