/// The defect of a SAML response that a provider has sent.
package struct SentDefect: Codable, Hashable, Sendable {
    /// The name of the defect.
    package let name: String
    /// The only policy that the response violates; `nil` if it violates none, or if no response was sent.
    package let policy: String?

    /// Creates a defect.
    package init(name: String, policy: String?) {
        (self.name, self.policy) = (name, policy)
    }
}
