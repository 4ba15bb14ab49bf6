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
            try FaultCatalog.check(fault)
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
                Formats.anyWord, from: \.error
            ) { (error, fault, _, _) throws(SourceError) in fault.error = error },
            Field(
                "after", "The number of matching operations that succeed before the first failure.", Formats.count(),
                unless: 0, into: \.after),
            Field(
                "times", "The number of operations that then fail. Default: all, until the fault is removed.",
                Formats.count(from: 1).orNull,
                from: { $0.times.map(Optional.some) }
            ) { (times, fault, _, _) throws(SourceError) in fault.times = times },
            Field(
                "only",
                "The operations that match: those with all of these facts. With a resource, the other resources of a "
                    + "decision are decided as usual.", scope.format, from: \.only
            ) { (only, fault, _, _) throws(SourceError) in fault.only = only },
            Field(
                "probability", "The probability that a matching operation fails; the seed decides which ones do.",
                probability, from: \.probability
            ) { (probability, fault, _, _) throws(SourceError) in fault.probability = probability },
            shape(
                "delay", "How long the answer is held back, from 1s to 2m. The simulated clock stands still.", delay,
                \.delay),
            shape("headers", "Header fields that the answer gets.", words(of: "header fields"), \.headers),
            shape(
                "status", "The status of an answer that a proxy gives instead of the service.",
                Formats.count(in: 200...599), \.status),
            shape("body", "The body of that answer.", Formats.text, \.body),
            shape("contentType", "The media type of that answer. Default: text/html.", Formats.line, \.contentType),
            shape("adds", "Members that a good JSON answer gets.", members, \.adds),
        ])

    /// The keys of a fault and of `only` with what they mean, with a dot between nested keys.
    static let keys: [(key: String, description: String)] =
        fields.fields.map { ($0.name, $0.schema["description"]?.string ?? "") }
        + scope.fields.map { ("only.\($0.name)", $0.schema["description"]?.string ?? "") }

    /// A key that changes the answer.
    private static func shape<Value>(
        _ name: String, _ summary: String, _ format: Format<Value>,
        _ path: any WritableKeyPath<FaultShape, Value?> & Sendable
    ) -> Field<Fault> {
        Field(name, summary, format, from: { $0.shape?[keyPath: path] }) {
            (value, fault, _, _) throws(SourceError) in
            var shape = fault.shape ?? FaultShape()
            shape[keyPath: path] = value
            fault.shape = shape
        }
    }

    private static let scope = ObjectFormat<FaultScope>(
        title: "only", defaults: FaultScope(),
        fields: [
            fact("mvpd", "The MVPD, or the TV provider.", \.mvpd),
            fact("app", "The app: its bundle identifier, or the name in its software statement.", \.app),
            fact("requestor", "The requestor.", \.requestor),
            fact("resource", "One of the resources of a decision.", \.resource),
            fact("device", "The device: the text in its identifier, as `GET requests` shows it.", \.device),
            fact("subscriber", "The subscriber's name.", \.subscriber),
        ])

    private static func fact(
        _ name: String, _ summary: String, _ path: any WritableKeyPath<FaultScope, String?> & Sendable
    ) -> Field<FaultScope> {
        Field(name, summary, Formats.text, from: { $0[keyPath: path] }) { (value, scope, _, _) throws(SourceError) in
            scope[keyPath: path] = value
        }
    }

    private static let delay = Formats.duration.checked { (delay, cursor) throws(SourceError) in
        guard (1...FaultShape.longestDelay).contains(delay) else {
            throw SourceError(.wrongValue, at: cursor.path, "invalid delay: expected 1s to 2m")
        }
    }

    private static let probability = Format<Double>(
        ["type": "number", "minimum": 0, "maximum": 1], write: { .number($0) }
    ) { (cursor, _) throws(SourceError) in
        let value: Double? =
            switch cursor.value {
            case .integer(let number): Double(number)
            case .number(let number): number
            case .string(let text): Double(text)
            default: nil
            }
        guard let value else { throw .wrongType(cursor, expected: "a number from 0 to 1") }
        guard (0...1).contains(value) else {
            throw SourceError(
                .wrongValue, at: cursor.path,
                "expected a number from 0 to 1, found \(JSONText.line(ordered: cursor.value))")
        }
        return value
    }

    private static func words(of what: String) -> Format<[String: String]> {
        Formats.map(
            of: what, Formats.line.schema, write: { (entry: (String, String)) in (entry.0, .string(entry.1)) }
        ) { (entry, notes) throws(SourceError) -> (String, String) in
            let value = try Formats.anyWord.read(entry.value, notes)
            guard FaultCatalog.isFieldName(entry.key), !value.contains(where: \.isNewline) else {
                throw SourceError(.wrongValue, at: entry.path, "invalid header field '\(entry.key)'")
            }
            return (entry.key, value)
        }.map(
            { Dictionary($0) { _, last in last } }, back: { $0.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } })
    }

    private static let members = Format<[String: JSONValue]>(
        ["type": "object"], write: { .object(Members($0)) }
    ) { (cursor, _) throws(SourceError) in
        guard case .object(let members) = cursor.value else {
            throw .wrongType(cursor, expected: "a mapping of JSON members")
        }
        return Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value) })
    }

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
