/// Some numbers of a journal's entries, written as `3-5,9`.
struct JournalNumbers: Sendable, Hashable {
    /// The notation, for JSON Schema.
    static let pattern = "^[0-9]{1,15}(-[0-9]{1,15})?(,[0-9]{1,15}(-[0-9]{1,15})?)*$"

    /// The text as it was given.
    let text: String
    private let ranges: [ClosedRange<Int>]

    /// Reads the notation; `nil` if the text is something else.
    init?(_ text: String) {
        var ranges: [ClosedRange<Int>] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
            let numbers = ends.compactMap { end in
                end.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } && end.count <= 15
                    ? Int(end) : nil
            }
            guard (1...2).contains(ends.count), numbers.count == ends.count else { return nil }
            // The order of the ends does not matter, because JSON Schema cannot demand one.
            ranges.append(min(numbers[0], numbers[numbers.count - 1])...max(numbers[0], numbers[numbers.count - 1]))
        }
        (self.text, self.ranges) = (text, ranges)
    }

    /// Returns whether a number is one of them.
    func contains(_ number: Int) -> Bool { ranges.contains { $0.contains(number) } }
}
