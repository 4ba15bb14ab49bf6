import Foundation
import TVSimStructuredText

/// What a run sees of a page: its title, its visible text, its forms, and whether it leads on by itself.
///
/// The page comes from the party under test. Reading it takes time in proportion to its length, runs no script and opens
/// no address.
package struct PageText: Sendable, Hashable {
    /// A form of a page.
    package struct Form: Sendable, Hashable {
        package let action: String
        package let isPost: Bool
        package let id: String
        package let name: String
        package fileprivate(set) var fields: [Field] = []

        /// Returns the value of a field; `nil` if the form does not have it.
        package func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }

        /// The fields that a script sends: all but buttons and open check boxes.
        package var sent: [(name: String, value: String)] {
            fields.filter { !$0.isButton && !$0.name.isEmpty }.map { ($0.name, $0.value) }
        }
    }

    /// An input of a form.
    package struct Field: Sendable, Hashable {
        package let name: String
        package let value: String
        package let id: String
        package let type: String

        /// Whether a person has to press it.
        package var isButton: Bool { ["submit", "button", "image", "reset", "checkbox", "radio"].contains(type) }
    }

    package private(set) var title = ""
    /// The visible text, with one space in place of white space.
    package private(set) var text = ""
    /// The text of its scripts, which may say what a script shows.
    package private(set) var script = ""
    package private(set) var forms: [Form] = []
    /// The address of a refresh without a delay; `nil` if the page does not refresh.
    package private(set) var refresh: String?
    /// Whether a script sends a form.
    package private(set) var sendsForm = false

    /// Creates an empty page.
    package init() {}

    /// Reads a page; text that is not HTML has only text.
    package init(_ page: String, isHTML: Bool = true) {
        guard isHTML else {
            text = Self.collapsed(page)
            return
        }
        var (visible, heading, inTitle, isOpen) = ("", "", false, false)
        var rest = page[...]
        while let start = rest.firstIndex(of: "<") {
            let piece = Self.unescaped(rest[..<start])
            if inTitle { heading += piece } else { visible += piece }
            rest = rest[start...]
            if rest.hasPrefix("<!") {
                rest = Self.behind(rest.hasPrefix("<!--") ? "-->" : ">", in: rest)
                continue
            }
            guard let second = rest.dropFirst().first, second.isLetter || second == "/" else {
                visible += "<"
                rest = rest.dropFirst()
                continue
            }
            let tag = Tag(&rest)
            visible += " "
            switch tag.name {
            case "script", "style":
                let end = Self.behind("</\(tag.name)", in: rest)
                let content = rest[..<end.startIndex]
                if tag.name == "script", content.contains("submit()") { sendsForm = true }
                if tag.name == "script" { script += content + " " }
                rest = Self.behind(">", in: end)
            case "title": inTitle = heading.isEmpty
            case "/title": inTitle = false
            case "body": if tag["onload"]?.contains("submit") == true { sendsForm = true }
            case "meta":
                if tag["http-equiv"]?.lowercased() == "refresh" { refresh = Self.refresh(tag["content"] ?? "") }
            case "form":
                forms.append(
                    Form(
                        action: tag["action"] ?? "", isPost: tag["method"]?.lowercased() == "post",
                        id: tag["id"] ?? "", name: tag["name"] ?? ""))
                isOpen = true
            case "/form": isOpen = false
            case "input", "button":
                guard isOpen else { break }
                forms[forms.count - 1].fields.append(
                    Field(
                        name: tag["name"] ?? "", value: tag["value"] ?? "", id: tag["id"] ?? "",
                        type: tag["type"]?.lowercased() ?? (tag.name == "button" ? "submit" : "text")))
            default: break
            }
        }
        visible += Self.unescaped(rest)
        (text, title, script) = (Self.collapsed(visible), Self.collapsed(heading), Self.collapsed(script))
    }

    /// Returns the address of a refresh, `0;url=…`; `nil` if it waits.
    private static func refresh(_ content: String) -> String? {
        let parts = content.split(separator: ";", maxSplits: 1)
        guard parts.count == 2, Double(String(parts[0]).trimmed) == 0, let equals = parts[1].firstIndex(of: "=") else {
            return nil
        }
        return String(parts[1][parts[1].index(after: equals)...]).trimmed
            .trimmingCharacters(in: CharacterSet(charactersIn: "'\""))
    }

    /// Returns what follows the first occurrence of a mark, whose letters may be of any case.
    private static func behind(_ mark: String, in text: Substring) -> Substring {
        let (wanted, bytes) = (Array(mark.utf8), text.utf8)
        var place = bytes.startIndex
        while let found = bytes[place...].firstIndex(of: wanted[0]) {
            // Bit 5 is the case of an ASCII letter.
            if zip(bytes[found...], wanted).allSatisfy({ $0 | 0x20 == $1 | 0x20 }),
                let end = bytes.index(found, offsetBy: wanted.count, limitedBy: bytes.endIndex)
            {
                return text[end...]
            }
            place = bytes.index(after: found)
        }
        return text[text.endIndex...]
    }

    /// Returns a text with one space in place of white space, and none at its ends.
    static func collapsed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " "]

    /// Returns a text without the character references that pages usually have.
    static func unescaped(_ text: Substring) -> String {
        guard text.contains("&") else { return String(text) }
        var (result, rest) = ("", text)
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[rest.index(after: start)...]
            guard let end = rest.prefix(10).firstIndex(of: ";"), let character = character(rest[..<end]) else {
                result += "&"
                continue
            }
            result += character
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func character(_ name: Substring) -> String? {
        guard name.hasPrefix("#") else { return entities[String(name)] }
        let isHex = name.dropFirst().first?.lowercased() == "x"
        let code = isHex ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
        return code.flatMap { Unicode.Scalar($0) }.map { String(Character($0)) }
    }
}

/// A tag with its attributes.
private struct Tag {
    let name: String
    private var attributes: [String: String] = [:]

    subscript(name: String) -> String? { attributes[name] }

    /// Reads the tag at the beginning of a text, and removes it.
    init(_ text: inout Substring) {
        text = text.dropFirst()
        let word = text.prefix { !$0.isWhitespace && $0 != ">" }.lowercased()
        name = word.count > 1 && word.hasSuffix("/") ? String(word.dropLast()) : word
        text = text.drop { !$0.isWhitespace && $0 != ">" }
        while true {
            text = text.drop { $0.isWhitespace || $0 == "/" }
            guard let next = text.first, next != ">" else { break }
            let key = text.prefix { !$0.isWhitespace && !"=>".contains($0) }
            text = text[key.endIndex...].drop { $0.isWhitespace }
            var value = text[text.startIndex..<text.startIndex]
            if text.first == "=" {
                text = text.dropFirst().drop { $0.isWhitespace }
                if let quote = text.first, quote == "\"" || quote == "'" {
                    value = text.dropFirst().prefix { $0 != quote }
                    text = text[value.endIndex...].dropFirst()
                } else {
                    value = text.prefix { !$0.isWhitespace && $0 != ">" }
                    text = text[value.endIndex...]
                }
            } else if key.isEmpty {
                text = text.dropFirst()
            }
            if attributes.count < 64 { attributes[key.lowercased()] = PageText.unescaped(value) }
        }
        text = text.dropFirst()
    }
}
