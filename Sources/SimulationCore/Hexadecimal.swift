private let hexadecimalDigits = Array("0123456789abcdef".utf8)

extension Sequence<UInt8> {
    /// The bytes as lower-case hexadecimal digits, two each.
    package var hexadecimal: String {
        var text: [UInt8] = []
        text.reserveCapacity(underestimatedCount * 2)
        for byte in self {
            text.append(hexadecimalDigits[Int(byte >> 4)])
            text.append(hexadecimalDigits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
