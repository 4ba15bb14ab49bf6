package import Foundation
import StructuredText

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

/// Percent-encodes path segments and form parts (RFC 3986, 2.1).
enum PercentCoding {
    static func encode(_ text: String) -> String {
        var text = text
        return text.withUTF8 { octets in
            // Each byte becomes at most three.
            String(unsafeUninitializedCapacity: octets.count * 3) { encoded in
                var count = 0
                for octet in octets {
                    if isUnreserved(octet) {
                        encoded[count] = octet
                        count += 1
                    } else {
                        encoded[count] = UInt8(ascii: "%")
                        encoded[count + 1] = hexadecimalDigit(octet >> 4)
                        encoded[count + 2] = hexadecimalDigit(octet & 15)
                        count += 3
                    }
                }
                return count
            }
        }
    }

    /// Decodes a text; `nil` if it has a malformed escape or is not UTF-8 afterwards.
    static func decode(_ text: some Collection<UInt8>, plusIsBlank: Bool) -> String? {
        Array(text).withUnsafeBytes { decode($0, plusIsBlank: plusIsBlank) }
    }

    /// Decodes a text; `nil` if it has a malformed escape or is not UTF-8 afterwards.
    static func decode(_ text: UnsafeRawBufferPointer, plusIsBlank: Bool) -> String? {
        var isMalformed = false
        // The decoded text is never longer.
        let decoded = [UInt8](unsafeUninitializedCapacity: text.count) { decoded, count in
            var place = 0
            while place < text.count {
                switch text[place] {
                case UInt8(ascii: "%"):
                    guard place + 2 < text.count, let high = hexadecimalValue(text[place + 1]),
                        let low = hexadecimalValue(text[place + 2])
                    else {
                        isMalformed = true
                        return
                    }
                    decoded[count] = high << 4 | low
                    place += 2
                case UInt8(ascii: "+") where plusIsBlank: decoded[count] = UInt8(ascii: " ")
                case let octet: decoded[count] = octet
                }
                count += 1
                place += 1
            }
        }
        return isMalformed ? nil : decoded.withUnsafeBytes { String(strict: $0) }
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default:
            false
        }
    }

    private static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
