import EntitlementAPI
import SimulationCore

/// A fault as profiles and commands write it.
enum FaultFormat {
    static let fault = Format<Fault>(schema) { (node, notes) throws(ProfileError) in
        var fault = Fault(operation: FaultOperation(rawValue: ""), error: "")
        try fields.read(node, into: &fault, notes)
        return fault
    }

    private static let fields = ObjectFormat<Fault>(
        title: "a fault",
        fields: [
            Field("at", "The operation that fails.", operation, required: true, into: \.operation),
            Field("error", "How it fails.", Formats.anyWord, required: true) {
                (error, fault, node, _) throws(ProfileError) in
                do throws(CommandError) {
                    try FaultCatalog.check(error: error, of: fault.operation.rawValue)
                } catch {
                    throw ProfileError(.wrongValue, at: node.position, error.reason, suggestion: error.suggestion)
                }
                fault.error = error
            },
            Field(
                "after", "How many matching operations still succeed before.", Formats.count(), default: 0,
                into: \.after),
            Field(
                "times", "How many then fail; absent: all, until cleared.", Formats.count(from: 1).orNull,
                into: \.times),
        ])

    private static let operation = Format<FaultOperation>([
        "enum": .array(FaultCatalog.operations.map { .string($0.name) })
    ]) { (node, notes) throws(ProfileError) in
        let name = try Formats.text.read(node, notes)
        let names = FaultCatalog.operations.map(\.name)
        guard names.contains(name) else {
            throw ProfileError(
                .unknownReference, at: node.position, "there is no operation '\(name)'; see 'tvsim fault catalog'",
                suggestion: Suggestion.closest(to: name, among: names))
        }
        return FaultOperation(rawValue: name)
    }

    /// The schema of a fault, in which each operation knows its own errors.
    private static var schema: [String: JSONValue] {
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
    /// A word, or a number that is meant as one, such as an HTTP status.
    static let anyWord = Format<String>(["type": ["string", "integer"]]) { (node, _) throws(ProfileError) in
        switch node.content {
        case .string(let text) where !text.isEmpty: return text
        case .integer(let number): return String(number)
        default: throw .wrongType(node, expected: "text or a number")
        }
    }
}
