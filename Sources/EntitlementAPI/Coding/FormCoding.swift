package import Foundation

/// One field of a form.
package struct FormField: Sendable, Hashable {
    /// The field's name.
    package var name: String
    /// The field's value, decoded.
    package var value: String

    /// Creates a field.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The `application/x-www-form-urlencoded` form of bodies and queries (URL Standard § 5).
package enum FormCoding {
    /// Writes fields in order; everything but letters, digits and `-._~` is percent-encoded, a blank too.
    package static func encode(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(PercentCoding.encode($0.name))=\(PercentCoding.encode($0.value))" }.joined(separator: "&")
    }

    /// Reads fields in order; `nil` when the text is not UTF-8 or holds a broken percent escape.
    package static func decode(_ data: Data) -> [FormField]? {
        data.withUnsafeBytes { bytes in
            String(validating: bytes, as: UTF8.self) == nil ? nil : decode(bytes)
        }
    }

    /// Reads fields in order; `nil` when the text holds a broken percent escape.
    package static func decode(_ text: String) -> [FormField]? {
        var text = text
        return text.withUTF8 { decode(UnsafeRawBufferPointer($0)) }
    }

    /// Returns the name of the first field that cannot be decoded; `nil` when there is none, or its name cannot be either.
    package static func malformedField(in data: Data) -> String? {
        for pair in data.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentCoding.decode(parts[0], plusIsBlank: true) else { return nil }
            if parts.count == 2, PercentCoding.decode(parts[1], plusIsBlank: true) == nil { return name }
        }
        return nil
    }

    /// Over bytes in one place: a form of a SAML response is long, and its separators are single bytes.
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

/// Percent-encoding of path segments and form parts (RFC 3986 § 2.1).
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
        // Most texts need no decoding: names of fields and segments of paths.
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
