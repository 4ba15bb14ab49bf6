/// The defect of a SAML response that a provider has sent.
package struct SentDefect: Codable, Hashable, Sendable {
    /// The key of the provider.
    package let provider: String
    /// The name of the defect.
    package let name: String
    /// The only policy that the response violates; `nil` if it violates none, or if no response was sent.
    package let policy: String?

    /// Creates a defect.
    package init(provider: String, name: String, policy: String?) {
        (self.provider, self.name, self.policy) = (provider, name, policy)
    }
}
