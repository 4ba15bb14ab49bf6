/// What a store does if it has no faster way to read a part of its state.
extension StateReading {
    package func documents(after name: String, limit: Int) throws -> [(name: String, json: String)] {
        try names(withPrefix: "").drop { $0 <= name }.prefix(limit).map { ($0, try encodedValue(named: $0) ?? "null") }
    }

    package func log(from first: Int, limit: Int) throws -> [LogLine] {
        Array(try log(from: first).prefix(limit))
    }

    package func lastLine() throws -> Int? { try log(from: 1).last?.number }
}

extension StateStore {
    package func snapshot<Result>(_ body: (any StateReading) throws -> Result) throws -> Result { try read(body) }
}

extension WorldStores {
    package func names(after name: String, limit: Int) throws -> [String] {
        Array(try names().drop { $0 <= name }.prefix(limit))
    }
}
