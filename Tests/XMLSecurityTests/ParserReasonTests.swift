import Foundation
import TVSimXMLSecurity
import Testing

/// The parser's reason in the error for a document that is not well-formed.
struct ParserReasonTests {
    @Test(
        "names the first cause, with line and column",
        arguments: [
            (
                "<a>\n  <b x='1' xsi:type='t'/></a>", "the prefix 'xsi' is not bound to a namespace",
                "(line 2, column 24)"
            ),
            ("<a>\n\n<b>R&D</b></a>", "a reference with '&' has no ';'", "(line 3, "),
            ("<a b='x & y'/>", "an '&' is not escaped: it must be '&amp;'", "(line 1, column "),
            ("<a>&nbsp;</a>", "the entity 'nbsp' is unknown", "(line 1, column 10)"),
            ("  <?xml version='1.0'?><a/>", "the XML declaration is not at the beginning", "(line 1, column 8)"),
            ("<a/>\nmore", "the document continues after the end of its root element", "(line 2, column 1)"),
            ("<a><b>text", "the document ends in <b>, which has no end tag", "(line 1, "),
            ("<a>\n<b></c></a>", "the end tag of <b> is missing or has another name", "(line 2, "),
            ("<a><b", "a tag is not complete", "(line 1, "),
            ("<a b='<'/>", "the value of an attribute contains '<'", "(line 1, "),
            ("<a b='1' b='2'/>", "an element has an attribute twice", "(line 1, "),
            ("<a b=1/>", "the value of an attribute has no quotes", "(line 1, "),
        ])
    func reasons(_ document: String, _ cause: String, _ place: String) {
        let error = #expect(throws: XMLError.self) { try XMLTree(Data(document.utf8)) }
        let text = error?.description ?? ""
        #expect(error?.policy == .wellFormed && text.contains(": \(cause)") && text.contains(place), "\(text)")
    }

    @Test("repeats only the beginning of a long name")
    func length() {
        let name = String(repeating: "p", count: 5_000)
        let error = #expect(throws: XMLError.self) { try XMLTree(Data("<\(name):a/>".utf8)) }
        #expect(error?.description.contains("ppp") == true && (error?.description.count ?? .max) < 300)
    }
}
