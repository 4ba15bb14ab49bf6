import TVSimStateStorage

extension DatabaseTransaction {
    func documents(after name: String, limit: Int) throws -> [StoredDocument] {
        try connection.run(
            """
            SELECT name, body, lapses_at FROM tvsim.document WHERE world = $1 AND name > $2 ORDER BY name LIMIT $3
            """,
            [world.id, name, String(limit)]
        ).map(Self.document)
    }

    func log(from first: Int, limit: Int) throws -> [LogLine] {
        try connection.run(
            "SELECT number, entry FROM tvsim.journal WHERE world = $1 AND number >= $2 ORDER BY number LIMIT $3",
            [world.id, String(first), String(limit)]
        ).compactMap(Self.line)
    }

    func lastLine() throws -> Int? {
        try integer("SELECT max(number) FROM tvsim.journal WHERE world = $1", [world.id]).map(LogLine.checked)
    }
}
