import Settings
import SimulationCore
import StructuredText

/// The format of a fault in profiles and commands.
enum FaultFormat {
    static let list = Format<[Fault]>(
        ["type": ["array", "null"], "items": .object(fault.schema)],
        write: Formats.list(fault, of: "faults").write
    ) { (cursor, notes) throws(SourceError) in
        cursor.value == .null ? [] : try Formats.list(fault, of: "faults").read(cursor, notes)
    }

    static let fault = Format<Fault>(schema, write: fields.write) { (cursor, notes) throws(SourceError) in
        var fault = Fault(operation: FaultOperation(rawValue: ""), error: "")
        try fields.read(cursor, into: &fault, notes)
        return fault
    }

    private static let fields = ObjectFormat<Fault>(
        title: "a fault", defaults: Fault(operation: FaultOperation(rawValue: ""), error: ""),
        fields: [
            Field("at", "The operation that fails.", operation, required: true, into: \.operation),
            Field("error", "The error with which it fails.", Formats.anyWord, required: true, from: \.error) {
                (error, fault, cursor, _) throws(SourceError) in
                do throws(CommandError) {
                    try FaultCatalog.check(error: error, of: fault.operation.rawValue)
                } catch {
                    throw SourceError(.wrongValue, at: cursor.path, error.reason, suggestion: error.suggestion)
                }
                fault.error = error
            },
            Field(
                "after", "The number of matching operations that succeed before the first failure.", Formats.count(),
                documentsDefault: true, from: { $0.after == 0 ? nil : $0.after }
            ) { (after, fault, _, _) throws(SourceError) in fault.after = after },
            Field(
                "times", "The number of operations that then fail. Default: all, until the fault is removed.",
                Formats.count(from: 1).orNull,
                from: { $0.times.map(Optional.some) }
            ) { (times, fault, _, _) throws(SourceError) in fault.times = times },
        ])

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

extension Formats {
    /// A word, or an integer that is read as one, such as an HTTP status.
    static let anyWord = Format<String>(["type": ["string", "integer"]], write: { .string($0) }) {
        (cursor, _) throws(SourceError) in
        switch cursor.value {
        case .string(let text) where !text.isEmpty: return text
        case .integer(let number): return String(number)
        default: throw .wrongType(cursor, expected: "text or a number")
        }
    }
}
