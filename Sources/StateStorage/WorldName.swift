/// The syntax of the names of isolated worlds.
package enum WorldName {
    /// Returns whether a text is a valid name: 1 to 64 letters, digits, `.`, `_` or `-`, and no leading `.`.
    package static func isValid(_ text: String) -> Bool {
        guard (1...64).contains(text.utf8.count), text.utf8.first != UInt8(ascii: ".") else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                true
            default:
                "._-".utf8.contains(byte)
            }
        }
    }
}
