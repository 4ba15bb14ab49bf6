/// Finds the fields of the forms in an HTML page, as a browser would post them.
///
/// It reads `input` elements only, and no scripts. The page is hostile: each octet is read once.
enum PastedPage {
    private static let elements: Set<String> = [
        "html", "head", "meta", "title", "script", "noscript", "body", "div", "p", "center", "form", "input",
    ]

    /// Returns whether the first element of a text, after comments and declarations, is one of HTML.
    static func isPage(_ text: Substring) -> Bool {
        var rest = Array(text.utf8)[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(open + 1)...]
            guard let first = rest.first else { return false }
            guard first == UInt8(ascii: "!") || first == UInt8(ascii: "?") else {
                return elements.contains(lowercased(rest.prefix(while: isNameOctet)))
            }
            skipComment(&rest)
        }
        return false
    }

    /// Returns the values of a field in every form, in order.
    static func values(of field: String, in page: Substring) -> [String] {
        var found: [String] = []
        var rest = Array(page.utf8)[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(open + 1)...]
            if rest.first == UInt8(ascii: "!") { skipComment(&rest) }
            let name = rest.prefix(while: isNameOctet)
            guard lowercased(name) == "input" else { continue }
            rest = rest[name.endIndex...]
            let attributes = attributes(&rest)
            guard attributes.contains(where: { $0.name == "name" && $0.value == field }),
                let value = attributes.first(where: { $0.name == "value" })?.value
            else { continue }
            found.append(value)
        }
        return found
    }

    /// Skips a comment; nothing if the text does not begin with one.
    private static func skipComment(_ rest: inout ArraySlice<UInt8>) {
        guard rest.starts(with: "!--".utf8) else { return }
        rest = rest.dropFirst(3)
        while let dash = rest.firstIndex(of: UInt8(ascii: "-")) {
            rest = rest[dash...]
            if rest.starts(with: "-->".utf8) {
                rest = rest.dropFirst(3)
                return
            }
            rest = rest.dropFirst()
        }
        rest = rest[rest.endIndex...]
    }

    /// Reads the attributes of an element up to its `>`.
    private static func attributes(_ rest: inout ArraySlice<UInt8>) -> [(name: String, value: String)] {
        var found: [(name: String, value: String)] = []
        while true {
            rest = rest.drop { isSpace($0) || $0 == UInt8(ascii: "/") }
            guard let first = rest.first, first != UInt8(ascii: ">") else { return found }
            // A name may begin with '=' (HTML, 13.2.5.32), so that each turn consumes an octet.
            let name = rest.prefix(1) + rest.dropFirst().prefix { isNameOctet($0) && $0 != UInt8(ascii: "=") }
            rest = rest.dropFirst(name.count).drop(while: isSpace)
            guard rest.first == UInt8(ascii: "=") else {
                found.append((lowercased(name), ""))
                continue
            }
            rest = rest.dropFirst().drop(while: isSpace)
            let value: ArraySlice<UInt8>
            if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                value = rest.dropFirst().prefix { $0 != quote }
                rest = rest.dropFirst(value.count + 1).dropFirst()
            } else {
                value = rest.prefix { !isSpace($0) && $0 != UInt8(ascii: ">") }
                rest = rest.dropFirst(value.count)
            }
            found.append((lowercased(name), unescaped(value)))
        }
    }

    // MARK: - Text

    /// The names of characters that occur in Base64, in XML or around them (HTML, 13.5).
    private static let names: [String: UInt8] = [
        "amp": UInt8(ascii: "&"), "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "quot": UInt8(ascii: "\""),
        "apos": UInt8(ascii: "'"), "plus": UInt8(ascii: "+"), "equals": UInt8(ascii: "="), "sol": UInt8(ascii: "/"),
        "NewLine": UInt8(ascii: "\n"),
    ]

    /// Replaces the character references of a value; other ones stay as they are.
    private static func unescaped(_ value: ArraySlice<UInt8>) -> String {
        var (text, rest): ([UInt8], ArraySlice<UInt8>) = ([], value)
        while let first = rest.first {
            rest = rest.dropFirst()
            guard first == UInt8(ascii: "&") else {
                text.append(first)
                continue
            }
            let name = rest.prefix(12).prefix { $0 != UInt8(ascii: ";") }
            guard rest.dropFirst(name.count).first == UInt8(ascii: ";"),
                let octets = character(String(decoding: name, as: UTF8.self))
            else {
                text.append(first)
                continue
            }
            text += octets
            rest = rest.dropFirst(name.count + 1)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func character(_ name: String) -> [UInt8]? {
        guard name.hasPrefix("#") else { return names[name].map { [$0] } }
        let digits = name.dropFirst()
        let code = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap { Unicode.Scalar($0) }.map { Array(String($0).utf8) }
    }

    private static func lowercased(_ octets: some Sequence<UInt8>) -> String {
        String(decoding: Array(octets), as: UTF8.self).lowercased()
    }

    private static func isSpace(_ octet: UInt8) -> Bool { octet == 0x20 || (0x09...0x0D).contains(octet) }

    private static func isNameOctet(_ octet: UInt8) -> Bool {
        !isSpace(octet) && octet != UInt8(ascii: "<") && octet != UInt8(ascii: ">") && octet != UInt8(ascii: "/")
    }
}
