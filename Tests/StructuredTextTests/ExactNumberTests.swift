import Foundation
import TVSimStructuredText
import Testing

@Suite("A number that nobody has checked")
struct ExactNumberTests {
    static let numbers: [(Double, Int)] = [
        (0, 0), (-0.5, 0), (59.9, 59), (-59.9, -59), (0x1p53, 1 << 53), (-0x1p53, -1 << 53), (0x1p54, 1 << 53),
        (1e300, 1 << 53), (-1e300, -1 << 53), (.infinity, 1 << 53), (-.infinity, -1 << 53), (.nan, 0),
    ]

    @Test("becomes an integer within the exact ones of JSON", arguments: numbers)
    func limited(number: Double, integer: Int) {
        #expect(Int(limiting: number) == integer)
        #expect((Int.min.limited, Int.max.limited, 7.limited) == (-1 << 53, 1 << 53, 7))
    }

    @Test("can be shown as an instant and as a duration", arguments: numbers)
    func shown(number: Double, integer: Int) {
        #expect(Date(timeIntervalSince1970: number / 1000).millisecondsSince1970.magnitude <= 1 << 53)
        #expect(TimeText.format(Date(timeIntervalSince1970: number)).hasSuffix("Z"))
        #expect(!TimeText.format(duration: number).isEmpty)
    }

    static let documents: [(JSONValue, String?)] = [
        (["a": [1, -9_007_199_254_740_992, "9007199254740993"]], nil), ([], nil), (.number(0.5), nil),
        (["a": [1, ["b": 9_007_199_254_740_993]]], "a[1].b"), ([.integer(.min)], "[0]"), (["a": .number(-1e300)], "a"),
    ]

    @Test("is found in a document by its place", arguments: documents)
    func place(document: JSONValue, place: String?) {
        #expect(document.placeOfInexactNumber?.description == place)
    }
}
