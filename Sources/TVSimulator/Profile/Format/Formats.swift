import EntitlementAPI
import EntitlementService
import Foundation
import SimulationCore
import XMLSecurity

/// The formats of single values.
enum Formats {
    /// Text of any kind.
    static let text = Format<String>(["type": "string"]) { (node, _) throws(ProfileError) in
        guard case .string(let text) = node.content else { throw .wrongType(node, expected: "text") }
        return text
    }

    /// One line of text that is not empty.
    static let line = Format<String>(["type": "string", "pattern": "^[^\\r\\n]*\\S[^\\r\\n]*$"]) {
        (node, notes) throws(ProfileError) in
        let text = try Formats.text.read(node, notes)
        guard !text.trimmed.isEmpty, !text.contains(where: \.isNewline) else {
            throw ProfileError(.wrongValue, at: node.position, "expected one line of text that is not empty")
        }
        return text
    }

    /// `true` or `false`.
    static let boolean = Format<Bool>(["type": "boolean"]) { (node, _) throws(ProfileError) in
        guard case .bool(let value) = node.content else { throw .wrongType(node, expected: "true or false") }
        return value
    }

    /// A whole number that is not negative.
    static func count(from minimum: Int = 0) -> Format<Int> {
        Format(["type": "integer", "minimum": .integer(Int64(minimum))]) { (node, _) throws(ProfileError) in
            let value = try integer(node)
            guard value >= minimum, let number = Int(exactly: value) else {
                throw ProfileError(.wrongValue, at: node.position, "expected a whole number of at least \(minimum)")
            }
            return number
        }
    }

    /// A whole number within bounds.
    static func count(in bounds: ClosedRange<Int>) -> Format<Int> {
        let schema: [String: JSONValue] = [
            "type": "integer", "minimum": .integer(Int64(bounds.lowerBound)),
            "maximum": .integer(Int64(bounds.upperBound)),
        ]
        return Format(schema) { (node, _) throws(ProfileError) in
            let value = try integer(node)
            guard let number = Int(exactly: value), bounds.contains(number) else {
                throw ProfileError(
                    .wrongValue, at: node.position,
                    "expected a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
            }
            return number
        }
    }

    private static func integer(_ node: SourceNode) throws(ProfileError) -> Int64 {
        switch node.content {
        case .integer(let value): return value
        case .number(let number) where number.magnitude >= 0x1p63:
            throw ProfileError(
                .wrongValue, at: node.position,
                "the number is too \(number < 0 ? "small: at least \(Int64.min)" : "large: at most \(Int64.max)")")
        default: throw .wrongType(node, expected: "a whole number")
        }
    }

    /// A duration such as `90s`, in seconds.
    static let duration = Format<TimeInterval>(["type": "string", "pattern": "^[0-9]+[smhd]$"]) {
        (node, _) throws(ProfileError) in
        guard case .string(let text) = node.content else {
            throw .wrongType(node, expected: "a duration such as 90s, 15m, 12h or 30d")
        }
        guard let seconds = TimeText.duration(text) else {
            throw ProfileError(.wrongValue, at: node.position, Instant.complaint(aboutDuration: text))
        }
        return seconds
    }

    /// By how much the clock goes forward, in seconds.
    static let step = Format<TimeInterval>(duration.schema) { (node, notes) throws(ProfileError) in
        if case .string(let text) = node.content, CommandArguments.isBackwards(text) {
            throw ProfileError(.wrongValue, at: node.position, CommandArguments.stepBack(text).reason)
        }
        return try duration.read(node, notes)
    }

    /// An instant on the calendar.
    static let instant = Format<Date>(["type": "string", "pattern": .string("^\(instantPattern)$")]) {
        (node, _) throws(ProfileError) in
        guard case .string(let text) = node.content else { throw .wrongType(node, expected: "an instant") }
        guard case .absolute(let instant)? = Instant(text) else {
            throw ProfileError(.wrongValue, at: node.position, Instant.complaint(about: text, isAbsolute: true))
        }
        return instant
    }

    /// An instant on the calendar, an offset from the clock, or never.
    static let expiry = Format<Instant>([
        "type": "string", "pattern": .string("^(\(instantPattern)|[+-][0-9]+[smhd]|never)$"),
    ]) { (node, _) throws(ProfileError) in
        guard case .string(let text) = node.content else {
            throw .wrongType(node, expected: "an instant, an offset such as +30d, or never")
        }
        guard let instant = Instant(text) else {
            throw ProfileError(
                .wrongValue, at: node.position, Instant.complaint(about: text),
                suggestion: Suggestion.closest(to: text, among: ["never"]))
        }
        return instant
    }

    /// When something ends, resolved at once: an instant, an offset from the clock, or never (`nil`).
    static let moment = Format<Date?>(expiry.schema) { (node, notes) throws(ProfileError) in
        try expiry.read(node, notes).resolved(at: notes.clock)?.roundedToMilliseconds
    }

    /// The same, or `null`.
    static let momentOrNull = Format<Date?>(expiry.orNull.schema) { (node, notes) throws(ProfileError) in
        try expiry.orNull.read(node, notes)?.resolved(at: notes.clock)?.roundedToMilliseconds
    }

    /// An address with its scheme, which is none of a program or a document: browsers are sent there.
    static let address = Format<String>(["type": "string", "pattern": .string(addressPattern)]) {
        (node, notes) throws(ProfileError) in
        let text = try Formats.text.read(node, notes)
        if let scheme = RedirectAddress.refusedSchemes.first(where: { text.lowercased().hasPrefix($0 + ":") }) {
            throw ProfileError(.wrongValue, at: node.position, "the scheme '\(scheme)' leads nowhere")
        }
        guard text.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:[!-~]+/) != nil, URL(string: text) != nil else {
            throw ProfileError(
                .wrongValue, at: node.position,
                "'\(text)' is not an address with its scheme, such as https://example.com/account")
        }
        return text
    }

    /// What `address` reads, for the schema, whose patterns know no case that does not matter.
    private static let addressPattern: String = {
        let refused = RedirectAddress.refusedSchemes.map { scheme in
            scheme.map { "[\($0.uppercased())\($0)]" }.joined() + ":"
        }
        return "^(?!\(refused.joined(separator: "|")))[A-Za-z][A-Za-z0-9+.-]*:[!-~]+$"
    }()

    private static let instantPattern =
        "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z"

    /// One of a few names.
    static func choice<Value: RawRepresentable & CaseIterable & Sendable>(
        _ type: Value.Type
    ) -> Format<Value> where Value.RawValue == String {
        choice(Array(Value.allCases))
    }

    /// One of a few names.
    static func choice<Value: RawRepresentable & Sendable>(
        _ values: [Value]
    ) -> Format<Value> where Value.RawValue == String {
        let names = values.map(\.rawValue)
        return Format(["enum": .array(names.map(JSONValue.string))]) { (node, _) throws(ProfileError) in
            guard case .string(let text) = node.content else {
                throw .wrongType(node, expected: oneOf(names))
            }
            guard let value = Value(rawValue: text) else { throw unknown(text, among: names, at: node.position) }
            return value
        }
    }

    /// The error for a name that is not among a few.
    static func unknown(_ text: String, among names: [String], at position: SourcePosition) -> ProfileError {
        let hint = Suggestion.closest(to: text, among: names)
        return ProfileError(.wrongValue, at: position, "'\(text)' is not \(oneOf(names))", suggestion: hint)
    }

    /// Names them all; more than fit into a line of an error are counted.
    private static func oneOf(_ names: [String]) -> String {
        names.count > 40 ? "one of the \(names.count) names" : "one of \(names.joined(separator: ", "))"
    }

    /// A list.
    static func list<Value>(_ element: Format<Value>, of what: String) -> Format<[Value]> {
        Format(["type": "array", "items": .object(element.schema)]) { (node, notes) throws(ProfileError) in
            guard case .sequence(let items) = node.content else {
                throw .wrongType(node, expected: "a list of \(what)")
            }
            var values: [Value] = []
            for item in items { values.append(try element.read(item, notes)) }
            return values
        }
    }

    /// A mapping whose keys are the profile's own names, in their order.
    static func map<Value>(
        of what: String, key pattern: String = "^\\S+$", _ schema: [String: JSONValue],
        _ read: @escaping @Sendable (SourceNode.Entry, ReadingNotes) throws(ProfileError) -> Value
    ) -> Format<[Value]> {
        Format([
            "type": ["object", "null"], "propertyNames": ["pattern": .string(pattern)],
            "additionalProperties": .object(schema),
        ]) { (node, notes) throws(ProfileError) in
            if node.content == .null { return [] }
            guard case .mapping(let entries) = node.content else {
                throw .wrongType(node, expected: "a mapping of \(what)")
            }
            var values: [Value] = []
            for entry in entries {
                guard !entry.key.isEmpty, !entry.key.contains(where: \.isWhitespace) else {
                    throw ProfileError(
                        .wrongValue, at: entry.position,
                        "'\(entry.key)' cannot be a key here: it is empty or has blanks")
                }
                guard XMLEscaping.canWrite(entry.key) else {
                    throw ProfileError(
                        .wrongValue, at: entry.position,
                        "'\(entry.key.onOneLine)' cannot be a key here: it has a character that XML cannot carry")
                }
                values.append(try read(entry, notes))
            }
            return values
        }
    }
}
