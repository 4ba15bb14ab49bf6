import TVSimCore
import TVSimStructuredText

/// The format of a fault in profiles and commands.
enum FaultFormat {
    static let list = Format<[Fault]>(
        ["type": ["array", "null"], "items": .object(fault.schema)],
        write: Formats.list(fault, of: "faults").write
    ) { (cursor, notes) throws(SourceError) in
        cursor.value == .null ? [] : try Formats.list(fault, of: "faults").read(cursor, notes)
    }

    static let fault = Format<Fault>(schema, write: fields.write) { (cursor, notes) throws(SourceError) in
        var fault = Fault(operation: FaultOperation(rawValue: ""), error: nil)
        try fields.read(cursor, into: &fault, notes)
        if fault.shape?.changesAnswer != true { fault.shape = nil }
        do throws(CommandError) {
            try FaultCatalog.check(fault, isStored: notes.isStored)
        } catch {
            let isMissing = fault.error == nil && fault.shape == nil
            let cause = FaultCatalog.hasUnknownFact(fault) ? cursor["only"] : cursor["error"]
            throw SourceError(
                isMissing ? .missingKey : .wrongValue, at: (cause ?? cursor).path, error.reason,
                suggestion: error.suggestion)
        }
        return fault
    }

    private static let fields = ObjectFormat<Fault>(
        title: "a fault", defaults: Fault(operation: FaultOperation(rawValue: ""), error: nil),
        fields: [
            Field("at", "The operation that fails.", operation, required: true, into: \.operation),
            Field(
                "error", "The error with which it fails. Default: none, if another key changes the answer.",
                Formats.anyWord, ifSet: \.error),
        ] + Fault.rows)

    /// The keys of a fault and of `only` with what they mean, with a dot between nested keys.
    static let keys: [(key: String, description: String)] =
        fields.fields.map { ($0.name, $0.schema["description"]?.string ?? "") }
        + FaultScope.fields.fields.map { ("only.\($0.name)", $0.schema["description"]?.string ?? "") }

    private static let operation = Format<FaultOperation>(
        ["enum": .array(FaultCatalog.operations.map { .string($0.name) })], write: { .string($0.rawValue) }
    ) { (cursor, notes) throws(SourceError) in
        let name = try Formats.text.read(cursor, notes)
        let names = FaultCatalog.operations.map(\.name)
        guard names.contains(name) else {
            throw SourceError(
                .unknownReference, at: cursor.path,
                "unknown operation '\(name)': see 'tvsim fault catalog' or GET /_sim/v1/faults/catalog",
                suggestion: Suggestion.closest(to: name, among: names))
        }
        return FaultOperation(rawValue: name)
    }

    /// The JSON Schema of a fault, in which each operation has its own errors.
    private static var schema: Members {
        var schema = fields.schema
        schema["allOf"] = .array(
            FaultCatalog.operations.map { operation in
                [
                    "if": ["properties": ["at": ["const": .string(operation.name)]]],
                    "then": ["properties": ["error": .object(operation.errorSchema)]],
                ]
            })
        return schema
    }
}
