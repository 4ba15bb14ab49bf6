import Foundation
import Testing

@testable import SAML

@Suite("Texts in queries")
struct QueryTextTests {
    private func unescape(_ text: String) -> String? { QueryText.unescape(text[...].utf8) }

    @Test(
        "are unchanged after encoding and decoding",
        arguments: ["", "a b+c", "ä/€\u{1F600}", "%41&=?#\r\n\u{0}", "-._~"])
    func roundTrip(_ text: String) {
        let escaped = QueryText.escape(text)
        #expect(unescape(escaped) == text)
        // Foundation's own reading judges what was written.
        #expect(escaped.removingPercentEncoding == text)
    }

    @Test("may have a plus sign for a space, and hexadecimal digits of either case")
    func lenient() {
        #expect(unescape("a+b%2b%2B") == "a b++")
    }

    @Test(
        "are refused with an invalid percent escape, or if they are not UTF-8",
        arguments: ["%", "%4", "%4g", "%G0", "%c3", "a%"])
    func broken(_ text: String) {
        #expect(unescape(text) == nil)
    }
}
