/// Pseudorandom numbers that depend only on a seed: the algorithm SplitMix64.
///
/// ```swift
/// var generator = SeededGenerator(seed: 7)
/// let number = generator.next(below: 6)
/// ```
package struct SeededGenerator: Sendable {
    private var state: UInt64

    /// Creates the generator of a seed.
    package init(seed: UInt64) { state = seed }

    /// Creates the generator of one part of something, such as the 12th sequence of an exploration.
    ///
    /// Parts with different numbers draw independent values, in whatever order they draw.
    package init(seed: UInt64, part: UInt64) { state = Self.mix(Self.mix(seed) &+ part) }

    /// Draws a number of 64 bits.
    package mutating func next() -> UInt64 {
        defer { state &+= 0x9e37_79b9_7f4a_7c15 }
        return Self.mix(state)
    }

    /// Draws a number from 0 to below a bound, which must be positive.
    package mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// Returns whether an event happens that has the probability of one in `count`.
    package mutating func happens(onceIn count: Int) -> Bool { next(below: count) == 0 }

    /// Draws an element of a collection; `nil` if it is empty.
    package mutating func element<Elements: RandomAccessCollection>(of elements: Elements) -> Elements.Element? {
        guard !elements.isEmpty else { return nil }
        return elements[elements.index(elements.startIndex, offsetBy: next(below: elements.count))]
    }

    /// Applies the finalizer of SplitMix64, in which every input bit affects every output bit.
    static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value &+ 0x9e37_79b9_7f4a_7c15
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
