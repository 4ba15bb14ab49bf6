/// What a store does if it has no faster way to read a part of its state.
extension StateReading {
    package func documents(after name: String, limit: Int) throws -> [StoredDocument] {
        try names(withPrefix: "").drop { $0 <= name }.prefix(limit).compactMap(document)
    }

    package func log(from first: Int, limit: Int) throws -> [LogLine] {
        Array(try log(from: first).prefix(limit))
    }

    /// Calls a closure with each document, sorted by name, while only a page of them is read.
    package func forEachDocument(_ body: (StoredDocument) throws -> Void) throws {
        var last = ""
        while case let page = try documents(after: last, limit: 500), let end = page.last {
            for document in page { try body(document) }
            last = end.name
        }
    }

    package func lastLine() throws -> Int? { try log(from: 1).last?.number }
}

extension WorldStores {
    package func names(after name: String, limit: Int) throws -> [String] {
        Array(try names().drop { $0 <= name }.prefix(limit))
    }
}
