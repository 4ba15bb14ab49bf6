import Scenario
import StructuredText
import Testing

@Suite("A text beyond the limits of a profile")
struct LimitTests {
    @Test("is rejected without a crash if its lists are nested too deep", arguments: [33, 200, 5_000, 200_000])
    func nesting(depth: Int) {
        let text = "schema: 1\nname: x\nflow: " + String(repeating: "[", count: depth)
        #expect(ProfileText.refusal(of: text) != nil)
        let closed = text + String(repeating: "]", count: depth) + "\n"
        #expect(ProfileText.refusal(of: closed)?.code == .limit)
    }

    @Test("is rejected immediately if a short text describes a huge world")
    func billionLaughs() {
        var text = "schema: 1\nname: x\na0: &a0 [x, x]\n"
        for level in 1..<40 { text += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
        #expect(ProfileText.refusal(of: text)?.code == .unsupported)
        let asKey = text + "? *a39\n: x\n"
        #expect(ProfileText.refusal(of: asKey)?.code == .unsupported)
    }

    @Test("is rejected if it has more bytes than the limit")
    func size() {
        let text = "schema: 1\nname: x\nsummary: " + String(repeating: "x", count: 5 << 20)
        #expect(ProfileText.refusal(of: text)?.code == .limit)
    }

    @Test("does not include a summary with the same characters")
    func prose() throws {
        let text = ProfileText.with("summary: \"- &a and *a, *a, *a\"\n")
        #expect(try ProfileText.decode(text).summary == "- &a and *a, *a, *a")
    }
}
