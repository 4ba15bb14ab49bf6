import Foundation
import TVSimStructuredText
import Testing

@Suite("Texts in queries and forms")
struct FormCodingTests {
    private func decode(_ text: String) -> String? { PercentCoding.decode(text.utf8, plusIsBlank: true) }

    @Test(
        "are unchanged after encoding and decoding",
        arguments: ["", "a b", "a b+c", "a+b&c=d", "ä/€\u{1F600}", "%41&=?#\r\n\u{0}", "-._~"])
    func roundTrip(_ text: String) {
        let encoded = PercentCoding.encode(text)
        #expect(decode(encoded) == text)
        // Foundation's own reading judges what was written.
        #expect(encoded.removingPercentEncoding == text)
        #expect(FormCoding.decode(FormCoding.encode([("k&", text)])) == [FormField("k&", text)])
    }

    @Test("may have a plus sign for a space, and hexadecimal digits of either case")
    func lenient() {
        #expect(decode("a+b%2b%2B") == "a b++")
        #expect(PercentCoding.decode("a+b".utf8, plusIsBlank: false) == "a+b")
        #expect(FormCoding.decode("a=b+c") == [FormField("a", "b c")])
    }

    @Test(
        "are refused with an invalid percent escape, or if they are not UTF-8",
        arguments: ["%", "%4", "%4g", "%G0", "%c3", "a%"])
    func broken(_ text: String) {
        #expect(decode(text) == nil)
        #expect(FormCoding.decode("a=\(text)") == nil)
        #expect(FormCoding.decode("\(text)=1") == nil)
    }
}
