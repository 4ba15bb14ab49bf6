import Foundation
import TVSimStructuredText
import Testing

@Suite("An identifier")
struct IdentifierTests {
    /// Texts that are different octets, among them some that Unicode calls canonically equivalent.
    private static let texts = [
        "", "REF30", "a b", "\u{E9}", "e\u{301}", "K", "\u{212A}", "%C3%A9", "%", "%25", "<\u{338}", "\u{226E}",
        "\r\n", "\n", "x\ty", "<rss>a & b</rss>",
    ]

    @Test("is equal to another only if their octets are")
    func comparesOctets() {
        let names = Self.texts.map { MVPDID($0) }
        #expect(Set(names).count == Self.texts.count)
        for (place, name) in names.enumerated() {
            #expect(names.indices.filter { names[$0] == name } == [place])
            #expect(names.firstIndex(of: MVPDID(Self.texts[place])) == place)
        }
    }

    @Test("is ordered by octets")
    func isOrderedByOctets() {
        let names: [ResourceID] = ["e\u{301}", "\u{E9}", "Z", "a", "a b", ""]
        #expect(names.sorted().map(\.rawValue.utf8.count) == [0, 1, 1, 3, 3, 2])
        #expect(names.sorted().joined(separator: ",").utf8.elementsEqual(",Z,a,a b,e\u{301},\u{E9}".utf8))
    }

    @Test("is encoded as text, and as a key if it is a key")
    func isCodedAsText() throws {
        let json = try JSONEncoder().encode([RequestorID("REF30"): [MVPDID("Dish \u{E9}")]])
        #expect(String(decoding: json, as: UTF8.self) == "{\"REF30\":[\"Dish \u{E9}\"]}")
        let read = try JSONDecoder().decode([RequestorID: [MVPDID]].self, from: json)
        #expect(read == ["REF30": ["Dish \u{E9}"]])
    }

    @Test("two resources have two keys, also in JSON")
    func resourcesAsKeys() throws {
        let places = Dictionary(uniqueKeysWithValues: Self.texts.enumerated().map { (ResourceID($1), $0) })
        let json = try JSONEncoder().encode(places)
        #expect(try JSONDecoder().decode([ResourceID: Int].self, from: json) == places)
        let keys = try JSONDecoder().decode([String: Int].self, from: json).keys
        #expect(keys.count == Self.texts.count)
        #expect(keys.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
    }

    @Test("a plain resource is its own key", arguments: ["", "REF30", "<rss>a & b</rss>", "x\ty"])
    func plainKeys(text: String) {
        #expect(ResourceID(text).codingKey.stringValue == text)
    }

    @Test("a key that is not percent-encoded UTF-8 is not a resource")
    func damagedKeys() throws {
        for key in ["%", "%2", "%FF", "%zz"] {
            #expect(throws: DecodingError.self, "\(key)") {
                try JSONDecoder().decode([ResourceID: Int].self, from: Data("{\"\(key)\":1}".utf8))
            }
        }
    }
}
