import Foundation

/// One rule over the signed content of a response.
protocol ResponsePolicy: SendableMetatype {
    /// The rule's stable name.
    static var policy: ValidationFailure.Policy { get }

    /// Everything by which the content breaks the rule.
    static func failures(_ context: PolicyContext) -> [ValidationFailure]
}

/// What the policies judge: signed claims, the unsigned shell that can only refuse, and what is expected.
struct PolicyContext {
    let assertion: AssertionClaims
    /// The Response's claims; signed only where ``responseIsSigned``.
    let response: ResponseClaims
    let responseIsSigned: Bool
    /// What in the claims cannot be read.
    let problems: [ValidationFailure]
    let expectation: ResponseExpectation

    /// The bearer's confirmation by which the response is judged: the first that fits, else the first.
    ///
    /// One confirmation must fit in everything: the recipient of one and the time of another prove nothing.
    var bearer: AssertionClaims.Confirmation? {
        let bearers = assertion.confirmations.filter { $0.method == SAMLNames.bearer }
        return bearers.first { bearer in
            SubjectPolicy.reason(bearer, self) == nil && RecipientPolicy.fits(bearer, self)
                && InResponseToPolicy.fits(bearer, self)
        } ?? bearers.first
    }

    /// Judges by a policy: what it cannot read comes first.
    func failures(of policy: any ResponsePolicy.Type) -> [ValidationFailure] {
        problems.filter { $0.policy == policy.policy } + policy.failures(self)
    }

    /// Whether a claim that this policy needs cannot be read, which is then the one reason.
    func isUnreadable(_ policy: ValidationFailure.Policy) -> Bool {
        problems.contains { $0.policy == policy }
    }
}

extension ResponseExpectation {
    /// Whether an end has come, with the skew in the issuer's favour: at the very instant it has.
    func isOver(_ end: Date) -> Bool {
        now.addingTimeInterval(-clockSkew) >= end
    }

    /// Whether a beginning is still to come, with the skew in the issuer's favour.
    func isEarly(_ beginning: Date) -> Bool {
        beginning > now.addingTimeInterval(clockSkew)
    }
}
