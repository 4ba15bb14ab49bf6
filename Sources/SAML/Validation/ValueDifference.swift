import Foundation
import TVSimXMLSecurity

/// Says how two values differ that look alike.
enum ValueDifference {
    /// Returns the end of a reason, such as ` (they differ in upper and lower case only)`; empty if the values differ
    /// visibly.
    static func hint(_ found: String, _ expected: String) -> String {
        cause(found, expected).map { " (\($0))" } ?? ""
    }

    private static func cause(_ found: String, _ expected: String) -> String? {
        if found.hasXMLSpaceAtEnds != expected.hasXMLSpaceAtEnds,
            found.trimmedOfXMLSpace.utf8.elementsEqual(expected.trimmedOfXMLSpace.utf8)
        {
            return "the \(found.hasXMLSpaceAtEnds ? "found" : "expected") value has white space at an end"
        }
        if let character = invisible(in: found, but: expected) {
            return "the found value has \(character)"
        }
        if let character = invisible(in: expected, but: found) {
            return "the expected value has \(character)"
        }
        // `String` compares by Unicode equivalence, SAML by characters (SAML Core 2.0, 1.3.1).
        if found == expected { return "they are equal only after Unicode normalization" }
        if found + "/" == expected || found == expected + "/" { return "they differ in the '/' at the end only" }
        if found.lowercased() == expected.lowercased() { return "they differ in upper and lower case only" }
        // A text without a scheme has none to differ in.
        if let one = withoutScheme(found), let other = withoutScheme(expected), one == other {
            return "they differ in the scheme only"
        }
        if withoutDefaultPort(found) == withoutDefaultPort(expected) { return "they differ in the default port only" }
        if let one = found.removingPercentEncoding, one == expected.removingPercentEncoding {
            return "they differ in percent-encoding only"
        }
        return nil
    }

    /// Returns the first character that cannot be seen and that another text does not have, with its position.
    private static func invisible(in text: String, but other: String) -> String? {
        let scalars = Array(text.unicodeScalars)
        let known = Set(other.unicodeScalars)
        guard let position = scalars.firstIndex(where: { !known.contains($0) && isInvisible($0) }) else { return nil }
        let hexadecimal = String(scalars[position].value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - hexadecimal.count)) + hexadecimal
        let name = scalars[position].properties.name.map { " (\($0.lowercased()))" } ?? ""
        let place =
            position == scalars.count - 1
            ? "at the end" : position == 0 ? "at the start" : "as character \(position + 1)"
        return code + name + " " + place
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .nonspacingMark: true
        default: false
        }
    }

    private static func withoutDefaultPort(_ text: String) -> String {
        let port = text.hasPrefix("https://") ? ":443" : text.hasPrefix("http://") ? ":80" : nil
        guard let port else { return text }
        if text.hasSuffix(port) { return String(text.dropLast(port.count)) }
        return text.replacingOccurrences(of: port + "/", with: "/")
    }

    private static func withoutScheme(_ text: String) -> Substring? {
        text.firstRange(of: "://").map { text[$0.upperBound...] }
    }
}
