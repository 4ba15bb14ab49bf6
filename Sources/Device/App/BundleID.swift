/// The syntax of bundle identifiers.
package enum BundleID {
    /// Returns whether a text is valid: parts of letters, digits and hyphens, joined by dots, at most 155 characters.
    package static func isValid(_ text: String) -> Bool {
        guard (1...longest).contains(text.utf8.count) else { return false }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy(isPartOfName)
        }
    }

    /// Returns the error message for an invalid text.
    package static func complaint(about text: String) -> String {
        let rule =
            text.utf8.count > longest
            ? "use at most \(longest) characters"
            : "use letters, digits and hyphens in parts joined by dots, such as com.example.stream"
        return "invalid bundle identifier '\(text)': \(rule)"
    }

    private static let longest = 155

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
