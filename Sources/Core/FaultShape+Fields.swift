import Foundation
package import TVSimStructuredText

extension FaultShape {
    /// The rows of what changes in an answer.
    static let fields = ObjectFormat<FaultShape>(
        title: "a changed answer", defaults: FaultShape(),
        fields: [
            Field(
                "delay", "How long the answer is held back, from 1ms to 2m. The simulated clock stands still.", time,
                ifSet: \.delay),
            Field("headers", "Header fields that the answer gets.", words(of: "header fields"), ifSet: \.headers),
            Field(
                "status", "The status of an answer that a proxy gives instead of the service.",
                Formats.count(in: 200...599), ifSet: \.status),
            Field("body", "The body of that answer.", Formats.text, ifSet: \.body),
            Field(
                "contentType", "The media type of that answer. Default: text/html.", Formats.line,
                ifSet: \.contentType),
            Field("adds", "Members that a good JSON answer gets.", members, ifSet: \.adds),
        ])

    /// A delay; documents of earlier versions have a number of seconds.
    private static let time = Format<TimeInterval>(
        Formats.duration.schema, write: Formats.duration.write
    ) { (cursor, notes) throws(SourceError) in
        let delay: TimeInterval
        switch cursor.value {
        case .integer(let seconds) where notes.isStored: delay = Double(seconds)
        case .number(let seconds) where notes.isStored: delay = seconds
        default: delay = try Formats.duration.read(cursor, notes)
        }
        guard delay > 0, delay <= longestDelay else {
            throw SourceError(.wrongValue, at: cursor.path, "invalid delay: expected 1ms to 2m")
        }
        return delay
    }

    private static func words(of what: String) -> Format<[String: String]> {
        Formats.map(
            of: what, Formats.line.schema, write: { (entry: (String, String)) in (entry.0, .string(entry.1)) }
        ) { (entry, notes) throws(SourceError) -> (String, String) in
            let value = try Formats.anyWord.read(entry.value, notes)
            guard isFieldName(entry.key), !value.contains(where: \.isNewline) else {
                throw SourceError(.wrongValue, at: entry.path, "invalid header field '\(entry.key)'")
            }
            return (entry.key, value)
        }.map(
            { Dictionary($0) { _, last in last } }, back: { $0.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } })
    }

    /// Returns whether a text can be the name of a header field (RFC 9110, 5.1), and not one that frames the answer.
    private static func isFieldName(_ text: String) -> Bool {
        !text.isEmpty && !["content-length", "transfer-encoding", "connection"].contains(text.lowercased())
            && text.utf8.allSatisfy { byte in
                byte > 0x20 && byte < 0x7f && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
            }
    }

    private static let members = Format<[String: JSONValue]>(
        ["type": "object"], write: { .object(Members($0)) }
    ) { (cursor, _) throws(SourceError) in
        guard case .object(let members) = cursor.value else {
            throw .wrongType(cursor, expected: "a mapping of JSON members")
        }
        return Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value) })
    }
}

extension Formats {
    /// A word, or an integer that is read as one, such as an HTTP status.
    package static let anyWord = Format<String>(["type": ["string", "integer"]], write: { .string($0) }) {
        (cursor, _) throws(SourceError) in
        switch cursor.value {
        case .string(let text) where !text.isEmpty: return text
        case .integer(let number): return String(number)
        default: throw .wrongType(cursor, expected: "text or a number")
        }
    }
}
