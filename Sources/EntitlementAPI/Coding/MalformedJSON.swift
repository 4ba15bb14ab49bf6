/// What is no JSON, or nests too deeply: why, and where.
package struct MalformedJSON: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, as one sentence without its full stop.
    package let reason: String
    /// At which octet of the text, from zero.
    package let octet: Int

    /// The reason and the place, from one.
    package var description: String { "\(reason) at octet \(octet + 1)" }
}
