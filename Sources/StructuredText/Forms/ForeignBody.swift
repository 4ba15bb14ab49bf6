package import Foundation

/// Says what a body is that should have been a form, for the explanation of a refusal.
package enum ForeignBody {
    /// Recognizes a body that is not a form.
    ///
    /// The body is hostile: only its first octets are read, and none is repeated.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - type: The header `Content-Type`; `nil` if the request has none.
    /// - Returns: The kind, as a clause; `nil` if it can be a form.
    package static func kind(_ body: Data, type: String?) -> String? {
        let media = type.map { $0.prefix { $0 != ";" }.prefix(128).lowercased().trimmingCharacters(in: .whitespaces) }
        let head = body.prefix(256)
        let first = head.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let expected = "expected a form (application/x-www-form-urlencoded)"
        let named = media.map { ", and its Content-Type is '\($0)'" } ?? ", and it has no Content-Type"
        switch first {
        case nil: return "the body is empty\(named)"
        case UInt8(ascii: "{"), UInt8(ascii: "["): return "the body is JSON\(named): \(expected)"
        case UInt8(ascii: "<"): return "the body is XML\(named): \(expected)"
        default:
            if head.starts(with: Data("--".utf8)) { return "the body is multipart\(named): \(expected)" }
            guard let media, media != "application/x-www-form-urlencoded" else { return nil }
            return "the Content-Type is '\(media)': \(expected)"
        }
    }
}

extension [FormField] {
    /// Says why a body or query is refused as a form, as a clause: a name occurs twice, or a part cannot be decoded.
    package static func flaw(inPosted data: Data) -> String {
        guard let fields = FormCoding.decode(data) else {
            let name = FormCoding.malformedField(in: data).map { "the field '\($0.prefix(64))'" } ?? "a field"
            return "\(name) has a malformed percent escape or is not UTF-8"
        }
        return fields.repeatedName.map { "the field '\($0.prefix(64))' occurs twice" } ?? "it is not a form"
    }

    /// The names of the fields for messages, a few at most.
    package var shownNames: String {
        isEmpty ? "no field" : prefix(8).map { "'\($0.name.prefix(64))'" }.joined(separator: ", ")
    }
}
