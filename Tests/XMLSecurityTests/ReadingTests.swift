import Foundation
import TVSimXMLSecurity
import Testing

/// What the hardened reader lets in, and what it keeps out.
///
/// XML 1.0; the spec's step 1.
struct ReadingTests {
    @Test("reads names, attributes and children by namespace")
    func readsElements() throws {
        let root = try tree(#"<p:a xmlns:p="urn:p" x="1 &amp; 2"><b/>text<p:b ID="i"/></p:a>"#).root()
        #expect(root.name == "a" && root.namespace == "urn:p")
        #expect(root.attribute("x") == "1 & 2" && root.attribute("y") == nil)
        #expect(root.children.map(\.namespace) == ["", "urn:p"])
        #expect(root.child("b", "urn:p")?.attribute("ID") == "i")
        #expect(root.child("b", "urn:q") == nil)
        #expect(root.children("b", "").count == 1)
        #expect(root.child("b", "")?.parent == root && root.parent == nil)
    }

    @Test(
        "refuses a document type declaration, in any encoding and whatever it declares",
        arguments: [
            "<!DOCTYPE a><a/>",
            #"<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>"#,
            #"<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>"#,
            #"<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1:1/x.dtd"> %x;]><a/>"#,
            #"<!DOCTYPE a [<!ENTITY l "ha"><!ENTITY m "&l;&l;&l;&l;&l;&l;">]><a>&m;&m;&m;&m;</a>"#,
            #"<!DOCTYPE a [<!ATTLIST a ID CDATA "x">]><a/>"#,
            "<!-- first --><!DOCTYPE a><a/>",
        ])
    func refusesDTD(_ text: String) throws {
        for encoding in [String.Encoding.utf8, .utf16, .utf16LittleEndian, .utf16BigEndian] {
            var data = try #require(text.data(using: encoding))
            if encoding == .utf16LittleEndian { data = Data([0xFF, 0xFE]) + data }
            if encoding == .utf16BigEndian { data = Data([0xFE, 0xFF]) + data }
            #expect(failure { try XMLTree(data) } == .dtd)
        }
    }

    @Test(
        "refuses input that is not exactly one well-formed document",
        arguments: [
            "", " ", "text", "<a>", "<a></b>", "<a/><b/>", "<a/>junk", "<a b='1' b='2'/>", "<a>&unknown;</a>",
            "<a b='&unknown;'/>", "<p:a/>", "<a>\u{0}</a>", "<a>\u{1}</a>", "<a b='<'/>", "<a:b:c xmlns:a='urn:a'/>",
            #"<a xmlns:p="urn:p" xmlns:q="urn:p" p:x="1" q:x="2"/>"#,
            #"<?xml version="1.0" encoding="ISO-8859-1"?><a/>"#, #"<?xml version="1.0" encoding="UTF-7"?><a/>"#,
        ])
    func refusesBroken(_ text: String) {
        #expect(failure { try XMLTree(Data(text.utf8)) } == .wellFormed)
    }

    @Test(
        "refuses content after a null character, which libxml2 treats as the end, and half a UTF-16 character",
        arguments: ["\u{0}", "\u{0}<!DOCTYPE a>", "\u{0}<b/>", "\u{0}garbage < & ]]>", "\n\u{0}"])
    func refusesNull(_ tail: String) throws {
        let text = "<a>x</a>" + tail
        #expect(failure { try XMLTree(Data(text.utf8)) } == .wellFormed)
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
            let mark: [UInt8] = encoding == .utf16BigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
            let whole = Data(mark) + (try #require("<a>é</a>".data(using: encoding)))
            #expect(try XMLTree(whole).root().text() == "é")
            #expect(failure { try XMLTree(Data(mark) + #require(text.data(using: encoding))) } == .wellFormed)
            // A single octet, and one half of a pair without the other.
            #expect(failure { try XMLTree(whole + [0x20]) } == .wellFormed)
            let half: [UInt8] = encoding == .utf16BigEndian ? [0xD8, 0x00] : [0x00, 0xD8]
            #expect(failure { try XMLTree(whole + half) } == .wellFormed)
        }
    }

    @Test("refuses bytes that are not UTF-8")
    func refusesBadBytes() {
        #expect(failure { try XMLTree(Data("<a>".utf8) + [0xC3, 0x28] + Data("</a>".utf8)) } == .wellFormed)
    }

    @Test("reads UTF-16 and a byte order mark")
    func readsEncodings() throws {
        #expect(try XMLTree(Data([0xEF, 0xBB, 0xBF]) + Data("<a>é</a>".utf8)).root().text() == "é")
        let wide = try #require("<a>é</a>".data(using: .utf16))
        #expect(try XMLTree(wide).root().text() == "é")
    }

    @Test("does not process XInclude and processing instructions")
    func includesNothing() throws {
        let text =
            #"<a xmlns:xi="http://www.w3.org/2001/XInclude"><?xml-stylesheet href="http://127.0.0.1:1/"?>"#
            + #"<xi:include href="file:///etc/passwd" parse="text"/></a>"#
        #expect(try tree(text).root().children.first?.name == "include")
    }

    @Test("accepts as many bytes as the limit, and no more")
    func limitsBytes() throws {
        var limits = XMLLimits()
        limits.bytes = 7
        #expect(throws: Never.self) { try XMLTree(Data("<abcd/>".utf8), limits: limits) }
        #expect(failure { try XMLTree(Data("<abcde/>".utf8), limits: limits) } == .size)
        #expect(XMLLimits().bytes == 1_048_576)
    }

    @Test("limits attributes, namespaces, depth, elements and text, each at its boundary")
    func limitsCounts() throws {
        let limits = XMLLimits()
        func attributes(_ count: Int) -> String { "<a" + (0..<count).map { " a\($0)=''" }.joined() + "/>" }
        func namespaces(_ count: Int) -> String { "<a" + (0..<count).map { " xmlns:n\($0)='urn:n'" }.joined() + "/>" }
        func prefix(_ length: Int) -> String { "<a xmlns:\(String(repeating: "p", count: length))='urn:p'/>" }
        func depth(_ count: Int) -> String {
            String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
        }
        func elements(_ count: Int) -> String { "<a>" + String(repeating: "<b/>", count: count - 1) + "</a>" }
        func text(_ count: Int) -> String { "<a>" + String(repeating: "x", count: count) + "</a>" }
        for (make, limit) in [
            (attributes, limits.attributes), (namespaces, limits.namespacesInScope),
            (prefix, limits.prefixLength), (depth, limits.depth),
            (elements, limits.elements), (text, limits.textLength),
        ] {
            #expect(throws: Never.self) { try tree(make(limit)) }
            #expect(failure { try tree(make(limit + 1)) } == .size)
        }
    }

    @Test("counts text on both sides of a comment together")
    func limitsSplitText() {
        var limits = XMLLimits()
        limits.textLength = 5
        #expect(failure { try XMLTree(Data("<a>xxx<!-- -->xxx</a>".utf8), limits: limits) } == .size)
    }

    @Test("counts the namespaces in scope, not those of elements that are closed")
    func limitsScope() throws {
        let many = String(repeating: "<b xmlns:p='urn:p' xmlns:q='urn:q'><c xmlns:r='urn:r'/></b>text", count: 500)
        #expect(throws: Never.self) { try tree("<a>\(many)</a>") }
        let full = (0..<62).map { " xmlns:n\($0)='urn:n'" }.joined()
        #expect(throws: Never.self) {
            try tree("<a\(full)><b xmlns:p='urn:p' xmlns:q='urn:q'/><b xmlns:p='urn:p'/></a>")
        }
        #expect(
            failure { try tree("<a\(full)><b xmlns:p='urn:p'><c xmlns:q='urn:q' xmlns:r='urn:r'/></b></a>") } == .size)
    }

    @Test("refuses thousands of namespace declarations without searching all of them")
    func refusesManyDeclarations() {
        let tag = (0..<4_000).map { " xmlns:n\($0)='urn:n'" }.joined()
        let text = String(repeating: "<a\(tag)>", count: 9) + String(repeating: "</a>", count: 9)
        #expect(failure { try tree(text) } == .size)
    }

    @Test("stops at an element with too many namespaces in scope, before the elements that use them")
    func stopsAtNamespaces() throws {
        let tag = (0..<60).map { " xmlns:n\($0)='urn:n'" }.joined()
        let rest = (0..<5).map { " xmlns:m\($0)='urn:m'" }.joined()
        #expect(failure { try tree("<a\(tag)\(rest)><not well-formed") } == .size)
        #expect(failure { try tree("<a\(tag)><b/><b\(rest)><not well-formed") } == .size)
        #expect(failure { try tree("<a\(tag)><b xmlns:m='urn:m'/><not well-formed") } == .wellFormed)
    }

    @Test("refuses tens of thousands of attributes without comparing all of them")
    func refusesManyAttributes() {
        let text = "<a" + (0..<50_000).map { " a\($0)=''" }.joined() + "/>"
        #expect(failure { try tree(text) } == .size)
    }

    @Test("refuses elements thousands deep")
    func refusesDepthBomb() {
        let text = String(repeating: "<a>", count: 5000) + String(repeating: "</a>", count: 5000)
        #expect(throws: XMLError.self) { try tree(text) }
    }

    /// Stricter than XML Schema (Differences, S-120).
    @Test(
        "refuses a repeated ID, and an ID with other characters", arguments: ["x y", "", "#a", "é", "a&#38;b", "a'b"])
    func refusesIdentifiers(_ bad: String) {
        #expect(failure { try tree(#"<a ID="i"><b ID="i"/></a>"#) } == .identifier)
        #expect(failure { try tree("<a ID=\"\(bad)\"/>") } == .identifier)
    }

    @Test("uses only the attribute ID without a namespace as the identifier")
    func ignoresOtherIdentifiers() throws {
        let text =
            #"<a xmlns:p="urn:p" ID="_-.:9z" Id="i" xml:id="i" p:ID="i"><b Id="i" id="i" p:ID="i"/></a>"#
        #expect(try tree(text).root().attribute("ID") == "_-.:9z")
    }

    @Test(
        "reads all text of an element and trims it",
        arguments: [
            ("<a>alice</a>", "alice"),
            ("<a>alice<!-- c -->@example</a>", "alice@example"),
            ("<a><!-- c -->alice<!----></a>", "alice"),
            ("<a>al<![CDATA[i]]>ce</a>", "alice"),
            ("<a><![CDATA[<b>]]></a>", "<b>"),
            ("<a>\n  alice \t\r\n</a>", "alice"),
            ("<a>a b</a>", "a b"),
            ("<a>&#97;l&lt;</a>", "al<"),
            ("<a>\u{A0}x\u{A0}</a>", "\u{A0}x\u{A0}"),
            ("<a/>", ""),
            ("<a>  </a>", ""),
        ])
    func readsText(_ text: String, _ expected: String) throws {
        #expect(try tree(text).root().text() == expected)
    }

    @Test(
        "reads the exact text of an element",
        arguments: [
            ("<a>alice</a>", "alice"), ("<a>\n  alice \t</a>", "\n  alice \t"), ("<a>x&#13;</a>", "x\r"),
            ("<a><!-- c --> x<![CDATA[ ]]></a>", " x "), ("<a> </a>", " "), ("<a/>", ""),
        ])
    func readsExactText(_ text: String, _ expected: String) throws {
        #expect(try tree(text).root().exactText() == expected)
    }

    @Test("refuses text that contains anything else", arguments: ["<a>x<b/></a>", "<a>x<?p?>y</a>", "<a><?p x?></a>"])
    func refusesMixedText(_ text: String) throws {
        let root = try tree(text).root()
        #expect(failure { try root.text() } == .structure)
    }

    @Test("does not crash on a truncated document, and never accepts one")
    func survivesTruncation() {
        let whole = Data(#"<a xmlns:p="urn:p"><p:b ID="i">text<!-- c --><![CDATA[d]]>&#65;</p:b><?p x?></a>"#.utf8)
        for count in 0..<whole.count {
            #expect(throws: XMLError.self) { try XMLTree(whole.prefix(count)) }
        }
    }

    @Test("reads many documents at the same time")
    func readsConcurrently() async throws {
        try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<64 {
                group.addTask { try tree("<a ID=\"i\(number)\">\(number)</a>").root().text() }
            }
            var sum = 0
            for try await text in group { sum += Int(text) ?? 0 }
            #expect(sum == 64 * 63 / 2)
        }
    }
}

func tree(_ text: String) throws -> XMLTree { try XMLTree(Data(text.utf8)) }

/// The policy by which something is refused; `nil` where it is not.
func failure(_ body: () throws -> Any) -> XMLError.Policy? {
    do {
        _ = try body()
        return nil
    } catch {
        return (error as? XMLError)?.policy
    }
}
