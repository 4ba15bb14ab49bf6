import Foundation
import TVSimXMLSecurity
import Testing

/// What is written means itself when it is read again, also after a client collapsed its white space.
struct EscapingTests {
    static let values = [
        "plain", "<a>&\"'</a>", "a]]>b", "tab\there", "line\nbreak\r\nreturn\r", "two  blanks   three", " edges ",
        "é漢字🎬", "&amp;", "<!-- c -->", "\u{FFFD}",
    ]

    @Test("reads back what was written, as text and as attribute", arguments: values)
    func roundTrip(_ value: String) throws {
        let escaped = XMLEscaping.escape(value)
        let root = try tree("<a b=\"\(escaped)\"><c>.\(escaped).</c></a>").root()
        #expect(root.attribute("b") == value)
        #expect(try root.children.first?.text() == ".\(value).")
    }

    @Test("is unchanged when spaces are collapsed and newlines are removed", arguments: values)
    func survivesCollapsing(_ value: String) throws {
        let written = "<a b=\"\(XMLEscaping.escape(value))\">.\(XMLEscaping.escape(value)).</a>"
        let root = try tree(collapsed(written)).root()
        #expect(root.attribute("b") == value)
        #expect(try root.text() == ".\(value).")
    }

    @Test(
        "replaces characters that XML forbids with the replacement character",
        arguments: ["\u{0}", "\u{8}", "\u{FFFE}"])
    func replacesForbidden(_ character: String) {
        #expect(XMLEscaping.escape("a\(character)b") == "a\u{FFFD}b")
    }

    private func collapsed(_ text: String) -> String {
        var text = text.replacingOccurrences(of: "\n", with: "").replacingOccurrences(of: "\t", with: " ")
        while text.contains("  ") { text = text.replacingOccurrences(of: "  ", with: " ") }
        return text
    }
}
