import Foundation
import TestSupport
import Testing

@testable import TVSimCryptography

@Suite("The blocks of a PEM text")
struct PEMTests {
    private static func labels(_ text: String) -> [String] {
        let (whole, truncated) = PEM.blocks(in: text)
        return whole.map(\.label) + (truncated.map { [$0 + "…"] } ?? [])
    }

    @Test(
        "are found in their order, whatever is around them",
        arguments: [
            ("", []), ("-----BEGIN ", []), ("-----BEGIN A", []), ("-----BEGIN A----", []),
            ("-----BEGIN A-----", ["A…"]), ("-----BEGIN A----------END A-----", ["A"]),
            ("-----BEGIN A-----\n-----END B-----\n-----END A-----", ["A"]),
            ("-------BEGIN A-----x-----END A-------", ["A"]),
            ("é-----BEGIN é-----\r\n\u{301}-----END é-----\u{301}-----BEGIN B-----", ["é", "B…"]),
            ("-----END A----------BEGIN A-----1-----END A----------BEGIN A-----2-----END A-----", ["A", "A"]),
            ("-----BEGIN -----AAAA-----END -----", [""]), ("-----BEGIN A-----\n-----END A----", ["A…"]),
        ] as [(String, [String])])
    func labels(text: String, expected: [String]) {
        #expect(Self.labels(text) == expected)
    }

    @Test("have the content that was written, also with carriage returns", arguments: ["\n", "\r\n", " \n\n"])
    func content(end: String) throws {
        let octets = [Data([1]), Data(repeating: 0xFF, count: 100), Data((0...255).map { UInt8($0) })]
        let text = octets.map { PEM.text("X", $0) }.joined(separator: "\nremark\n").replacing("\n", with: end)
        let blocks = PEM.blocks(in: text).whole
        #expect(blocks.compactMap(\.octets) == octets)
        #expect(blocks.compactMap { PEM.block(in: $0.text)?.octets } == octets)
    }

    /// A search that copies the rest of the text for each block needs many minutes for this.
    @Test(
        "are found in one pass", .timeLimit(.minutes(1)),
        arguments: [
            ("-----BEGIN A----------END A-----\n", 50_000), ("-----BEGIN A----------END -----", 0),
            ("-----BEGIN -----", 0), ("-", 0), ("-----END ", 0),
        ])
    func isLinear(piece: String, blocks: Int) {
        let text = String(repeating: piece, count: 50_000)
        #expect(PEM.blocks(in: text).whole.count == blocks)
    }
}
