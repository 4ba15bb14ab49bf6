/// Refuses an assertion that no bearer may deliver to this address.
///
/// SAML Profiles 2.0 § 4.1.4.2.
enum RecipientPolicy: ResponsePolicy {
    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        guard let expected = context.expectation.recipient else { return [] }
        let bearers = context.bearers
        let fits = bearers.contains { confirmation in
            confirmation.recipient.map { $0 == expected } ?? (context.expectation.profile == .attributeQuery)
        }
        guard !bearers.isEmpty, !fits else { return [] }
        let found = bearers.compactMap(\.recipient).first.map { "'\($0)'" } ?? "nobody"
        let reason = "The assertion is to be delivered to \(found), not to '\(expected)'."
        return [ValidationFailure(.recipient, reason, "SAML Profiles 2.0 § 4.1.4.2")]
    }
}
