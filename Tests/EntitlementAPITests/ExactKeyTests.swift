import EntitlementAPI
import Testing

@Suite("A text as a key")
struct ExactKeyTests {
    @Test("is another for texts that Unicode alone calls equal, and for what such a key looks like")
    func tellsApart() {
        let texts = [
            "", "REF30", "a b", "\u{E9}", "e\u{301}", "K", "\u{212A}", "%C3%A9", "%", "%25", "<\u{338}", "\u{226E}",
            "\r\n", "\n",
        ]
        let keys = texts.map(\.exactKey)
        #expect(Set(keys).count == texts.count)
        #expect(keys.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
    }

    @Test("is the text itself where that is plain", arguments: ["", "REF30", "<rss>a & b</rss>", "x\ty"])
    func staysPlain(text: String) {
        #expect(text.exactKey == text)
    }
}
