import TVSimScenario
import TVSimStructuredText
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

    @Test("may have 32 levels, as YAML and as JSON, and not one more", arguments: [("", ""), ("{\"a\": ", "}")])
    func depth(start: String, end: String) throws {
        func text(_ levels: Int) -> String {
            start + String(repeating: "[", count: levels) + String(repeating: "]", count: levels) + end
        }
        // The mapping of JSON is a level too, and a value has the level of what contains it.
        let most = start.isEmpty ? 33 : 32
        #expect(try YAMLReader.documents(in: text(most)).count == 1)
        let error = #expect(throws: SourceError.self) { try YAMLReader.documents(in: text(most + 1)) }
        #expect(error?.code == .limit && error?.reason == "values are nested deeper than 32 levels")
    }

    @Test("is rejected if it has more than 4 MiB")
    func size() throws {
        let start = "schema: 1\nname: x\nsummary: "
        let most = (4 << 20) - start.utf8.count
        #expect(try ProfileText.decode(start + String(repeating: "x", count: most)).summary?.utf8.count == most)
        let error = ProfileText.refusal(of: start + String(repeating: "x", count: most + 1))
        #expect(error?.code == .limit && error?.reason == "the text is larger than 4 MiB")
    }

    @Test("does not include a summary with the same characters")
    func prose() throws {
        let text = ProfileText.with("summary: \"- &a and *a, *a, *a\"\n")
        #expect(try ProfileText.decode(text).summary == "- &a and *a, *a, *a")
    }
}
