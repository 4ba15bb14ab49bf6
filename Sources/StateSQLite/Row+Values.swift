import GRDB
import TVSimStateStorage

extension Row {
    /// Returns the value of a column.
    ///
    /// SQLite keeps values of any type in a column, and an edited file may have another one than ours; `self[column]` ends
    /// the process then.
    ///
    /// - Parameters:
    ///   - column: The column.
    ///   - entry: What the row holds, for the error.
    /// - Returns: The value.
    /// - Throws: ``StateError`` if the value has another type.
    func value<Value: DatabaseValueConvertible>(_ column: String, of entry: @autoclosure () -> String) throws -> Value {
        let stored: DatabaseValue = self[column]
        guard let value = Value.fromDatabaseValue(stored) else {
            throw StateError(.malformedDocument, "\(entry()): the column '\(column)' has a value of another type")
        }
        return value
    }

    /// Returns the value of a column that may be empty, as ``value(_:of:)`` does.
    func optional<Value: DatabaseValueConvertible>(_ column: String, of entry: @autoclosure () -> String) throws
        -> Value?
    {
        let stored: DatabaseValue = self[column]
        return stored.isNull ? nil : try value(column, of: entry())
    }
}

extension StoredDocument {
    /// Reads the row of a document.
    init(_ row: Row, name: String? = nil) throws {
        let name = try name ?? row.value("name", of: "a document")
        let entry = "the document '\(name)'"
        self.init(
            name: name, json: try row.value("body", of: entry), lapsesAt: try row.optional("lapses_at", of: entry))
    }
}

extension LogLine {
    /// Reads the row of a line.
    init(_ row: Row) throws {
        let number: Int = try row.value("number", of: "an entry of the journal")
        try self.init(stored: number, text: row.value("line", of: "entry \(number) of the journal"))
    }
}
