/// How values of one type are read, how they are written, and the JSON Schema of valid input.
///
/// All three come from one description, so that a profile, a stored document, a listing and the schema agree.
///
/// ```swift
/// let seats = Format<Int>(["type": "integer"], write: { .integer(Int64($0)) }) { (cursor, _) throws(SourceError) in … }
/// ```
package struct Format<Value: Sendable>: Sendable {
    /// The JSON Schema of valid input, made when it is read: most formats only read and write values.
    package var schema: Members { makeSchema() }
    private let makeSchema: @Sendable () -> Members
    /// Reads a value.
    package let read: @Sendable (ValueCursor, ReadingNotes) throws(SourceError) -> Value
    /// Writes a value in the form that ``read`` accepts.
    package let write: @Sendable (Value) -> JSONValue

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - schema: The JSON Schema of the input that `read` accepts.
    ///   - write: Writes a value.
    ///   - read: Reads a value; throws ``SourceError`` with the path of invalid input.
    package init(
        _ schema: @autoclosure @escaping @Sendable () -> Members,
        write: @escaping @Sendable (Value) -> JSONValue,
        read: @escaping @Sendable (ValueCursor, ReadingNotes) throws(SourceError) -> Value
    ) {
        makeSchema = schema
        self.write = write
        self.read = read
    }

    /// Returns a format for another type that is written in the same form.
    package func map<Other: Sendable>(
        _ transform: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value
    ) -> Format<Other> {
        let (read, write) = (read, write)
        return Format<Other>(schema, write: { write(back($0)) }) { (cursor, notes) throws(SourceError) in
            transform(try read(cursor, notes))
        }
    }

    /// Returns the same format with a stricter schema and a check of each value.
    ///
    /// - Parameters:
    ///   - extra: Members to add to the schema.
    ///   - check: Throws ``SourceError`` if the value is not allowed.
    /// - Returns: The stricter format.
    package func checked(
        _ extra: Members = [:],
        _ check: @escaping @Sendable (Value, ValueCursor) throws(SourceError) -> Void
    ) -> Format<Value> {
        let read = read
        return Format(schema.merging(extra) { $1 }, write: write) { (cursor, notes) throws(SourceError) in
            let value = try read(cursor, notes)
            try check(value, cursor)
            return value
        }
    }

    /// The same format, which also accepts `null`.
    package var orNull: Format<Value?> {
        let (read, write) = (read, write)
        return Format<Value?>(
            ["anyOf": [.object(schema), ["type": "null"]]], write: { $0.map(write) ?? .null }
        ) { (cursor, notes) throws(SourceError) in
            cursor.value == .null ? nil : try read(cursor, notes)
        }
    }
}

extension Format<String> {
    /// Returns the same format for a type of identifiers.
    package func naming<Name: Identifier>(_ type: Name.Type) -> Format<Name> {
        map({ Name($0) }, back: \.rawValue)
    }

    /// Returns the same format, which also records the name as a reference.
    ///
    /// ``ReadingNotes/references`` are checked after the whole document is read.
    package func referring(to kind: Reference.Kind) -> Format<String> {
        let read = read
        return Format(schema, write: write) { (cursor, notes) throws(SourceError) in
            let name = try read(cursor, notes)
            notes.references.append(Reference(kind: kind, name: name, path: cursor.path))
            return name
        }
    }
}
