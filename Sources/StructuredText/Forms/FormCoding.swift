package import Foundation

/// A field of a form.
package struct FormField: Sendable, Hashable {
    /// The field's name.
    package var name: String
    /// The decoded value.
    package var value: String

    /// Creates a field.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// Reads and writes `application/x-www-form-urlencoded` bodies and queries (URL Standard, 5).
package enum FormCoding {
    /// Encodes fields in order.
    ///
    /// Everything except letters, digits and `-._~` is percent-encoded, including spaces.
    package static func encode(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(PercentCoding.encode($0.name))=\(PercentCoding.encode($0.value))" }.joined(separator: "&")
    }

    /// Decodes fields in order; `nil` if the text is not UTF-8 or has a malformed percent escape.
    package static func decode(_ data: Data) -> [FormField]? {
        data.withUnsafeBytes { bytes in
            String(strict: bytes) == nil ? nil : decode(bytes)
        }
    }

    /// Decodes fields in order; `nil` if the text has a malformed percent escape.
    package static func decode(_ text: String) -> [FormField]? {
        var text = text
        return text.withUTF8 { decode(UnsafeRawBufferPointer($0)) }
    }

    /// Returns the name of the first field whose value cannot be decoded; `nil` if every value can, or a name cannot.
    package static func malformedField(in data: Data) -> String? {
        for pair in data.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentCoding.decode(parts[0], plusIsBlank: true) else { return nil }
            if parts.count == 2, PercentCoding.decode(parts[1], plusIsBlank: true) == nil { return name }
        }
        return nil
    }

    /// Decodes fields.
    ///
    /// It works on bytes, because the form of a SAML response is long and its separators are single bytes.
    private static func decode(_ bytes: UnsafeRawBufferPointer) -> [FormField]? {
        var fields: [FormField] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
            let pair = rest[..<end]
            rest = rest[end...].dropFirst()
            guard !pair.isEmpty else { continue }
            let mark = pair.firstIndex(of: UInt8(ascii: "=")) ?? end
            guard
                let name = PercentCoding.decode(.init(rebasing: pair[..<mark]), plusIsBlank: true),
                let value = PercentCoding.decode(.init(rebasing: pair[mark...].dropFirst()), plusIsBlank: true)
            else { return nil }
            fields.append(FormField(name, value))
        }
        return fields
    }
}

extension [FormField] {
    /// Returns the value of the first field with a name; `nil` if no field has the name.
    package func value(_ name: String) -> String? {
        first { $0.name == name }?.value
    }

    /// The first name that occurs twice; `nil` if every name is unique.
    package var repeatedName: String? {
        var seen: Set<[UInt8]> = []
        return first { !seen.insert([UInt8]($0.name.utf8)).inserted }?.name
    }
}
