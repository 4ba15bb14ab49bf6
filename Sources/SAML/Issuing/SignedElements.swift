/// The elements of a response to sign.
public enum SignedElements: String, Sendable, CaseIterable {
    case assertion, response, both, neither
}
