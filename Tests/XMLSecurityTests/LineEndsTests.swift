import Foundation
import Testing

@testable import TVSimXMLSecurity

@Suite("The line ends of a copy")
struct LineEndsTests {
    /// What Foundation makes of the text, which is not linear.
    private static func expected(_ ends: LineEnds, _ text: String) -> String {
        switch ends {
        case .addsReturns: text.replacingOccurrences(of: "\n", with: "&#xD;\n")
        case .dropsReturns: text.replacingOccurrences(of: "&#xD;", with: "")
        case .joinsLines: text.replacingOccurrences(of: "&#xD;", with: "").replacingOccurrences(of: "\n", with: "")
        }
    }

    /// Every text of up to three of some pieces.
    private static let texts: [String] = {
        let pieces = ["\n", "&#xD;", "&", "#xD;", "a"]
        return (0..<3).reduce(into: ([""], [""])) { texts, _ in
            texts.1 = texts.1.flatMap { text in pieces.map { text + $0 } }
            texts.0 += texts.1
        }.0
    }()

    @Test("are those of a search for each line end, wherever line ends are", arguments: LineEnds.allCases)
    func rewriting(_ ends: LineEnds) {
        #expect(Self.texts.count == 156)
        for text in Self.texts {
            let expected = Self.expected(ends, text)
            #expect(
                String(decoding: ends.rewriting(Data(text.utf8)), as: UTF8.self) == expected, "\(text.debugDescription)"
            )
            let slice = Data(("xx" + text + "xx").utf8).dropFirst(2).dropLast(2)
            #expect(ends.rewriting(slice) == Data(expected.utf8))
        }
    }

    /// A search that copies the rest needs minutes for this.
    @Test("are written in one pass over a million of them", .timeLimit(.minutes(1)), arguments: ["\n", "&#xD;"])
    func isLinear(_ end: String) {
        let count = 1_000_000
        let canonical = Data(String(repeating: end, count: count).utf8)
        let lengths = LineEnds.allCases.map { $0.rewriting(canonical).count }
        #expect(lengths == (end == "\n" ? [6 * count, count, 0] : [5 * count, 0, 0]))
    }
}
