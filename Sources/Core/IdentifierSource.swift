import Foundation
import TVSimStateStorage
import TVSimStructuredText

/// The seeded source of all identifiers and random values of a simulated world.
///
/// The same seed gives the same identifiers in the same order. Values are derived from a counter in the store. Each
/// process reserves a block of the counter, so that two processes never draw the same value. A process discards its
/// block if the world was reset, because the counter then starts again.
package final class IdentifierSource: Sendable {
    struct Counter: Codable, Sendable {
        var seed: UInt64
        var next: UInt64
    }

    private struct Block {
        var seed: UInt64 = 0
        var next: UInt64 = 0
        var end: UInt64 = 0
        /// The state of the store from which the block was taken.
        var origin: Origin?
    }

    private struct Origin: Equatable {
        let opening: Int
        let replacements: Int

        init(_ state: any StateReading) throws {
            opening = state.opening
            replacements = try state.replacements()
        }
    }

    /// How many values a process reserves at once, so that most draws need no write transaction.
    private static let blockSize: UInt64 = 4096
    /// The counter is far enough from its limit to draw further values.
    static let key = StateKey<Counter>("identifiers") { counter in
        counter.next < UInt64.max / 2 ? nil : "the identifier counter is out of range"
    }
    /// The name of the document that counts what was drawn.
    package static var document: String { key.name }

    private let store: any StateStore
    private let block: Locked<Block>

    init(store: any StateStore) {
        self.store = store
        block = Locked(Block())
    }

    /// Creates a source that draws from the same block, but reads by another store of the same state.
    init(sharing other: IdentifierSource, store: any StateStore) {
        self.store = store
        block = other.block
    }

    /// Starts the sequence of a seed from its beginning.
    package func reseed(_ seed: UInt64) throws {
        try store.write { try $0.setValue(Counter(seed: seed, next: 0), for: Self.key) }
        block.withLockedValue { $0 = Block() }
    }

    /// Draws the words of one identifier from one block.
    private func words(_ count: Int) throws -> [UInt64] {
        try block.withLockedValue { block in
            let isCurrent = try store.read(Origin.init) == block.origin
            if !isCurrent || block.end - block.next < UInt64(count) { block = try takeBlock() }
            defer { block.next += UInt64(count) }
            return (0..<UInt64(count)).map { [block] offset in
                SeededGenerator.mix(SeededGenerator.mix(block.seed) &+ (block.next + offset))
            }
        }
    }

    private func takeBlock() throws -> Block {
        try store.write { state in
            var counter = try state.value(for: Self.key) ?? Counter(seed: 0, next: 0)
            let start = counter
            counter.next += Self.blockSize
            try state.setValue(counter, for: Self.key)
            return Block(
                seed: start.seed, next: start.next, end: start.next + Self.blockSize,
                origin: try Origin(state))
        }
    }

    /// Draws an XML identifier: `_` and 32 hexadecimal digits, the length that SAML Core 2.0, 1.3.4, recommends.
    package func xmlIdentifier() throws -> String {
        "_" + (try hexadecimal(words: 2))
    }

    /// Draws a version 4 UUID in its text form.
    package func uuid() throws -> String {
        let drawn = try words(3)
        var digits = Array(Self.hexadecimal(drawn[..<2]).utf8)
        digits[12] = UInt8(ascii: "4")
        digits[16] = Array("89ab".utf8)[Int(drawn[2] % 4)]
        // Inserts from the end, so that the remaining indices stay valid.
        for place in [20, 16, 12, 8] { digits.insert(UInt8(ascii: "-"), at: place) }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Draws a code of upper-case letters and digits, such as a registration code.
    package func code(length: Int) throws -> String {
        try code(length: length, of: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    }

    /// Draws a code of digits, such as a link code.
    package func digits(_ count: Int) throws -> String {
        try code(length: count, of: "0123456789")
    }

    private func code(length: Int, of characters: String) throws -> String {
        let alphabet = Array(characters.utf8)
        let letters = try words(length).map { alphabet[Int($0 % UInt64(alphabet.count))] }
        return String(decoding: letters, as: UTF8.self)
    }

    /// Draws random bytes.
    package func octets(_ count: Int) throws -> [UInt8] {
        Array(Self.octets(try words((count + 7) / 8)[...]).prefix(count))
    }

    /// Draws hexadecimal digits, 16 for each 64-bit word.
    package func hexadecimal(words count: Int) throws -> String {
        Self.hexadecimal(try words(count)[...])
    }

    private static func hexadecimal(_ words: ArraySlice<UInt64>) -> String {
        octets(words).hexadecimal
    }

    private static func octets(_ words: ArraySlice<UInt64>) -> [UInt8] {
        words.flatMap { word in stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) } }
    }
}
