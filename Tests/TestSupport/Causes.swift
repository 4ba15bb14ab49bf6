public import Testing

/// One way in which an input is broken, and what a refusal says of it.
public struct Cause: Sendable {
    /// The way.
    public let name: String
    /// What the message must name: the value that decided.
    public let names: String
    /// The message.
    public let said: String

    /// Creates a row.
    public init(_ name: String, names: String, said: String) {
        (self.name, self.names, self.said) = (name, names, said)
    }
}

/// Expects that each cause has a sentence of its own, which names the value that decided, and no secret.
public func expectTwoSentences(
    for causes: [Cause], secrets: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
) {
    var known: [String: String] = [:]
    for cause in causes {
        if let other = known.updateValue(cause.name, forKey: cause.said) {
            Issue.record(
                "'\(cause.name)' and '\(other)' have one sentence: \(cause.said)", sourceLocation: sourceLocation)
        }
        if !cause.said.contains(cause.names) {
            Issue.record(
                "'\(cause.name)' does not name '\(cause.names)': \(cause.said)", sourceLocation: sourceLocation)
        }
        for secret in secrets where cause.said.contains(secret) {
            Issue.record("'\(cause.name)' shows a secret: \(cause.said)", sourceLocation: sourceLocation)
        }
    }
}
