package import Foundation

/// The formats of single values, lists and mappings.
package enum Formats {
    /// Text of any kind.
    package static let text = Format<String>(["type": "string"], write: { .string($0) }) {
        (cursor, _) throws(SourceError) in
        guard case .string(let text) = cursor.value else { throw .wrongType(cursor, expected: "text") }
        return text
    }

    /// One line of non-empty text; an option of a command line may be any text.
    package static let line = Format<String>(
        text.schema.merging(["pattern": "^[^\\r\\n]*\\S[^\\r\\n]*$"]) { $1 }, write: text.write
    ) { (cursor, notes) throws(SourceError) in
        let text = try text.read(cursor, notes)
        guard notes.spelling == .commandLine || isLine(text) else {
            throw SourceError(.wrongValue, at: cursor.path, lineExpected)
        }
        return text
    }

    /// Returns whether a text is what ``line`` accepts.
    package static func isLine(_ text: String) -> Bool { !text.trimmed.isEmpty && !text.contains(where: \.isNewline) }

    /// The error message for a text that is not one line.
    package static let lineExpected = "expected one line of text that is not empty"

    /// `true` or `false`.
    package static let boolean = Format<Bool>(["type": "boolean"], write: { .bool($0) }) {
        (cursor, _) throws(SourceError) in
        guard case .bool(let value) = cursor.value else { throw .wrongType(cursor, expected: "true or false") }
        return value
    }

    /// An integer of at least `minimum`.
    package static func count(from minimum: Int = 0) -> Format<Int> {
        Format(["type": "integer", "minimum": .integer(Int64(minimum))], write: { .integer(Int64($0)) }) {
            (cursor, _) throws(SourceError) in
            let value = try integer(cursor)
            guard value >= minimum, let number = Int(exactly: value) else {
                throw SourceError(.wrongValue, at: cursor.path, "expected a whole number of at least \(minimum)")
            }
            return number
        }
    }

    /// An integer within bounds.
    package static func count(in bounds: ClosedRange<Int>) -> Format<Int> {
        let schema: Members = [
            "type": "integer", "minimum": .integer(Int64(bounds.lowerBound)),
            "maximum": .integer(Int64(bounds.upperBound)),
        ]
        return Format(schema, write: { .integer(Int64($0)) }) { (cursor, _) throws(SourceError) in
            let value = try integer(cursor)
            guard let number = Int(exactly: value), bounds.contains(number) else {
                throw SourceError(
                    .wrongValue, at: cursor.path,
                    "expected a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
            }
            return number
        }
    }

    private static func integer(_ cursor: ValueCursor) throws(SourceError) -> Int64 {
        switch cursor.value {
        case .integer(let value): return value
        case .number(let number) where number.magnitude >= 0x1p63:
            throw SourceError(
                .wrongValue, at: cursor.path,
                "the number is too \(number < 0 ? "small: at least \(Int64.min)" : "large: at most \(Int64.max)")")
        default: throw .wrongType(cursor, expected: "a whole number")
        }
    }

    /// A duration such as `90s`, in seconds.
    package static let duration = Format<TimeInterval>(
        ["type": "string", "pattern": .string("^\(TimeText.durationPattern)$")],
        write: { .string(TimeText.format(duration: $0)) }
    ) { (cursor, _) throws(SourceError) in
        guard case .string(let text) = cursor.value else {
            throw .wrongType(cursor, expected: "a duration such as 90s, 15m, 12h or 30d")
        }
        guard let seconds = TimeText.duration(text) else {
            throw SourceError(.wrongValue, at: cursor.path, Instant.complaint(aboutDuration: text))
        }
        return seconds
    }

    /// A date and time in ISO 8601 and UTC.
    package static let instant = Format<Date>(
        ["type": "string", "pattern": .string("^\(instantPattern)$")], write: { .string(TimeText.format($0)) }
    ) { (cursor, _) throws(SourceError) in
        guard case .string(let text) = cursor.value else { throw .wrongType(cursor, expected: "an instant") }
        guard case .absolute(let instant)? = Instant(text) else {
            throw SourceError(.wrongValue, at: cursor.path, Instant.complaint(about: text, isAbsolute: true))
        }
        return instant
    }

    /// A date and time, an offset from the clock, or `never`.
    package static let expiry = Format<Instant>(
        ["type": "string", "pattern": .string("^(\(instantPattern)|[+-]\(TimeText.durationPattern)|never)$")],
        write: { .string($0.description) }
    ) { (cursor, _) throws(SourceError) in
        guard case .string(let text) = cursor.value else {
            throw .wrongType(cursor, expected: "an instant, an offset such as +30d, or never")
        }
        guard let instant = Instant(text) else {
            throw SourceError(
                .wrongValue, at: cursor.path, Instant.complaint(about: text),
                suggestion: Suggestion.closest(to: text, among: ["never"]))
        }
        return instant
    }

    /// The end of something, resolved when it is read: a date and time, an offset from the clock, or `never` (`nil`).
    ///
    /// An app may register a date outside of ``TimeText/range``, which is stored in milliseconds since 1970.
    package static let moment = Format<Date?>(
        expiry.schema, write: { $0.map(written) ?? .string(Instant.never.description) }
    ) { (cursor, notes) throws(SourceError) in
        if notes.isStored, let stored = try stored(cursor) { return stored }
        return try expiry.read(cursor, notes).resolved(at: notes.clock)?.roundedToMilliseconds
    }

    /// Like ``moment``, or `null`.
    package static let momentOrNull = Format<Date?>(
        expiry.orNull.schema, write: { $0.map(written) ?? .null }
    ) { (cursor, notes) throws(SourceError) in
        cursor.value == .null ? nil : try moment.read(cursor, notes)
    }

    private static func written(_ date: Date) -> JSONValue {
        TimeText.range.contains(date) ? .string(TimeText.format(date)) : .integer(date.millisecondsSince1970)
    }

    private static func stored(_ cursor: ValueCursor) throws(SourceError) -> Date? {
        guard case .integer(let milliseconds) = cursor.value else { return nil }
        guard milliseconds.magnitude <= Int.largestExact.magnitude else {
            throw SourceError(
                .wrongValue, at: cursor.path,
                "the time is out of range: expected at most \(Int.largestExact) milliseconds")
        }
        return Date(millisecondsSince1970: milliseconds)
    }

    /// An absolute URL, except with the schemes of scripts and documents, because browsers are redirected there.
    package static let address = text.checked(["pattern": .string(addressPattern)]) {
        (text, cursor) throws(SourceError) in
        if let scheme = refusedSchemes.first(where: { text.lowercased().hasPrefix($0 + ":") }) {
            throw SourceError(
                .wrongValue, at: cursor.path,
                "the URL scheme '\(scheme)' is not allowed: expected https, http or the scheme of an app")
        }
        guard text.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:[!-~]+/) != nil, URL(string: text) != nil else {
            throw SourceError(
                .wrongValue, at: cursor.path,
                "invalid URL '\(text)': expected an absolute URL, such as https://example.com/account")
        }
    }

    /// A URL without a fragment, to which a browser is redirected (SAML Bindings 2.0, 3.4; RFC 6749, 3.1.2).
    package static let redirectService = address.checked(["not": ["pattern": "#"]]) {
        (address, cursor) throws(SourceError) in
        guard !address.contains("#") else {
            throw SourceError(
                .wrongValue, at: cursor.path, "invalid address '\(address)': expected a URL without a fragment")
        }
    }

    /// The URL schemes to which a browser is never redirected, because they run a script, contain a document or open a
    /// local file.
    package static let refusedSchemes = [
        "javascript", "data", "vbscript", "file", "blob", "filesystem", "view-source", "jar",
    ]

    /// The pattern of a URL; it spells out both cases because the patterns of JSON Schema are case-sensitive.
    private static let addressPattern: String = {
        let refused = refusedSchemes.map { scheme in
            scheme.map { $0.isLetter ? "[\($0.uppercased())\($0)]" : "\($0)" }.joined() + ":"
        }
        return "^(?!\(refused.joined(separator: "|")))[A-Za-z][A-Za-z0-9+.-]*:[!-~]+$"
    }()

    private static let instantPattern =
        "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?(Z|[+]00:00)"

    /// One of the names of an enumeration.
    package static func choice<Value: RawRepresentable & CaseIterable & Sendable>(
        _ type: Value.Type
    ) -> Format<Value> where Value.RawValue == String {
        choice(Array(Value.allCases))
    }

    /// One of the given names.
    package static func choice<Value: RawRepresentable & Sendable>(
        _ values: [Value]
    ) -> Format<Value> where Value.RawValue == String {
        let names = values.map(\.rawValue)
        return Format(["enum": .array(names.map(JSONValue.string))], write: { .string($0.rawValue) }) {
            (cursor, _) throws(SourceError) in
            guard case .string(let text) = cursor.value else {
                throw .wrongType(cursor, expected: oneOf(names))
            }
            guard let value = Value(rawValue: text) else { throw unknown(text, among: names, at: cursor.path) }
            return value
        }
    }

    /// Returns the error for a name that is not one of the given ones.
    package static func unknown(_ text: String, among names: [String], at path: ValuePath) -> SourceError {
        let hint = Suggestion.closest(to: text, among: names)
        return SourceError(.wrongValue, at: path, "'\(text)' is not \(oneOf(names))", suggestion: hint)
    }

    /// Returns the names for an error message, or their number if there are too many for one line.
    private static func oneOf(_ names: [String]) -> String {
        names.count > 40 ? "one of the \(names.count) names" : "one of \(names.joined(separator: ", "))"
    }

    /// A list; `what` names its elements in error messages.
    package static func list<Value>(_ element: Format<Value>, of what: String) -> Format<[Value]> {
        Format(
            ["type": "array", "items": .object(element.schema)],
            write: { .array($0.map(element.write)) }
        ) { (cursor, notes) throws(SourceError) in
            guard let items = cursor.items else {
                throw .wrongType(cursor, expected: "a list of \(what)")
            }
            var values: [Value] = []
            for item in items { values.append(try element.read(item, notes)) }
            return values
        }
    }

    /// A mapping of names to values, in order.
    ///
    /// - Parameters:
    ///   - what: What the names identify, for error messages.
    ///   - pattern: The pattern of a name, for the schema.
    ///   - allowsSpaces: Whether a name may have spaces.
    ///   - schema: The schema of the value of an entry.
    ///   - write: Returns the name of a value and what is written for it.
    ///   - read: Reads the value of one entry.
    /// - Returns: The format of the values.
    package static func map<Value: Sendable>(
        of what: String, key pattern: String = "^\\S+$", allowsSpaces: Bool = false, _ schema: Members,
        write: @escaping @Sendable (Value) -> Members.Element,
        read: @escaping @Sendable (ValueCursor.Entry, ReadingNotes) throws(SourceError) -> Value
    ) -> Format<[Value]> {
        Format(
            [
                "type": ["object", "null"], "propertyNames": ["pattern": .string(pattern)],
                "additionalProperties": .object(schema),
            ],
            write: { .object(Members(uniqueKeysWithValues: $0.map(write))) }
        ) { (cursor, notes) throws(SourceError) in
            if cursor.value == .null { return [] }
            guard let entries = cursor.entries else {
                throw .wrongType(cursor, expected: "a mapping of \(what)")
            }
            var values: [Value] = []
            for entry in entries {
                try check(key: entry.key, allowingSpaces: allowsSpaces, at: entry.path)
                values.append(try read(entry, notes))
            }
            return values
        }
    }

    /// A mapping of names to described values, in order.
    ///
    /// - Parameters:
    ///   - what: What the names identify, for error messages.
    ///   - pattern: The pattern of a name, for the schema.
    ///   - allowsSpaces: Whether a name may have spaces.
    /// - Returns: The format of the values.
    package static func map<Value: Named>(
        of what: String, key pattern: String = "^\\S+$", allowsSpaces: Bool = false
    ) -> Format<[Value]> {
        map(
            of: what, key: pattern, allowsSpaces: allowsSpaces, Value.fields.schemaOrNull,
            write: { ($0.name, Value.fields.write($0)) }
        ) {
            (entry, notes) throws(SourceError) in
            try Value.check(name: entry.key, at: entry.path)
            var value = Value(named: entry.key)
            try Value.fields.read(entry.value, into: &value, notes)
            try value.check(entry.value)
            return value
        }
    }

    /// Rejects a name that is empty, has white space, or has a character that XML does not allow.
    ///
    /// - Parameters:
    ///   - name: The key of an entry of a mapping.
    ///   - allowingSpaces: Whether spaces are allowed, if the name has another character too.
    ///   - path: Where it stands.
    /// - Throws: ``SourceError`` if the name cannot be a key.
    package static func check(
        key name: String, allowingSpaces: Bool = false, at path: ValuePath
    ) throws(SourceError) {
        guard !name.trimmed.isEmpty, !name.contains(where: { $0.isWhitespace && !(allowingSpaces && $0 == " ") }) else {
            throw SourceError(.wrongValue, at: path, "invalid key '\(name)': it is empty or contains white space")
        }
        guard name.unicodeScalars.allSatisfy(XMLCharacter.isAllowed) else {
            throw SourceError(
                .wrongValue, at: path,
                "invalid key '\(name.onOneLine)': it contains a character that XML does not allow")
        }
    }
}

/// The characters that XML allows (XML 1.0, 2.2): SAML messages contain names and attributes of users.
package enum XMLCharacter {
    /// Returns whether XML allows a character.
    package static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
