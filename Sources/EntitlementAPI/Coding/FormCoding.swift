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
            String(validating: bytes, as: UTF8.self) == nil ? nil : decode(bytes)
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
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard
                let name = PercentCoding.decode(parts[0], plusIsBlank: true),
                let value = parts.count == 2 ? PercentCoding.decode(parts[1], plusIsBlank: true) : ""
            else { return nil }
            fields.append(FormField(name, value))
        }
        return fields
    }
}

/// Percent-encodes path segments and form parts (RFC 3986, 2.1).
enum PercentCoding {
    static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count + 64)
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded.append(UInt8(ascii: "%"))
                encoded.append(digits[Int(byte >> 4)])
                encoded.append(digits[Int(byte & 15)])
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    static func decode(_ text: some Collection<UInt8>, plusIsBlank: Bool) -> String? {
        // Most texts, such as field names and path segments, need no decoding.
        guard text.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(validating: text, as: UTF8.self)
        }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count)
        var bytes = text.makeIterator()
        while let byte = bytes.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let first = bytes.next(), let second = bytes.next(), let high = hexadecimalValue(first),
                    let low = hexadecimalValue(second)
                else { return nil }
                decoded.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsBlank:
                decoded.append(UInt8(ascii: " "))
            default:
                decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

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
