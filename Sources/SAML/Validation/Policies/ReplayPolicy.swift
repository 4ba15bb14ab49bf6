/// Rejects an assertion that was accepted before.
///
/// SAML Profiles 2.0, 4.1.4.5.
enum ReplayPolicy: ResponsePolicy {
    static let policy = ValidationFailure.Policy.replay

    static func failures(_ context: PolicyContext) -> [ValidationFailure] {
        guard let isReplay = context.requirements.isReplay, isReplay(context.assertion.id) else { return [] }
        let reason = "The assertion '\(context.assertion.id)' was accepted before."
        return [ValidationFailure(policy, reason, "SAML Profiles 2.0, 4.1.4.5", actual: context.assertion.id)]
    }
}
