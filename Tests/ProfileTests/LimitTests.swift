import Scenario
import StructuredText
import Testing

@Suite("A text beyond what a profile may be")
struct LimitTests {
    @Test("as nested lists of any depth is refused, and crashes nothing", arguments: [33, 200, 5_000, 200_000])
    func nesting(depth: Int) {
        let text = "schema: 1\nname: x\nflow: " + String(repeating: "[", count: depth)
        #expect(ProfileText.refusal(of: text) != nil)
        let closed = text + String(repeating: "]", count: depth) + "\n"
        #expect(ProfileText.refusal(of: closed)?.code == .limit)
    }

    @Test("as a small text that describes a world of any size is refused at once")
    func billionLaughs() {
        var text = "schema: 1\nname: x\na0: &a0 [x, x]\n"
        for level in 1..<40 { text += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
        #expect(ProfileText.refusal(of: text)?.code == .unsupported)
        let asKey = text + "? *a39\n: x\n"
        #expect(ProfileText.refusal(of: asKey)?.code == .unsupported)
    }

    @Test("with more bytes than the limit is refused")
    func size() {
        let text = "schema: 1\nname: x\nsummary: " + String(repeating: "x", count: 5 << 20)
        #expect(ProfileText.refusal(of: text)?.code == .limit)
    }

    @Test("is not what prose with the same signs is")
    func prose() throws {
        let text = ProfileText.with("summary: \"- &a and *a, *a, *a\"\n")
        #expect(try ProfileText.decode(text).summary == "- &a and *a, *a, *a")
    }
}
