import Foundation

/// A rule for the signed content of a response.
protocol ResponsePolicy: SendableMetatype {
    /// The rule's stable name.
    static var policy: ValidationFailure.Policy { get }

    /// Returns every violation of the rule.
    static func failures(_ context: PolicyContext) -> [ValidationFailure]
}

/// The input of the policies: signed claims, the unsigned response (which can only cause a rejection), and the
/// requirements at a time.
struct PolicyContext {
    let assertion: AssertionClaims
    /// The Response's claims; signed only if ``responseIsSigned`` is true.
    let response: ResponseClaims
    let responseIsSigned: Bool
    /// The unreadable claims.
    let problems: [ValidationFailure]
    let requirements: ResponseRequirements
    /// The time of the validation.
    let now: Date

    /// The bearer confirmation for judging the response: the first that matches, else the first.
    ///
    /// One confirmation must match completely. The recipient of one and the time of another prove nothing.
    var bearer: AssertionClaims.Confirmation? {
        let bearers = bearers
        return bearers.first(where: isMatching) ?? bearers.first
    }

    private var bearers: [AssertionClaims.Confirmation] {
        assertion.confirmations.filter { $0.method == SAMLNames.bearer }
    }

    private func isMatching(_ bearer: AssertionClaims.Confirmation) -> Bool {
        SubjectPolicy.failure(bearer, self) == nil && RecipientPolicy.fits(bearer, self)
            && InResponseToPolicy.fits(bearer, self)
    }

    private func failures(of bearer: AssertionClaims.Confirmation) -> [ValidationFailure] {
        (SubjectPolicy.failure(bearer, self).map { [$0] } ?? []) + RecipientPolicy.failures(bearer, self)
            + InResponseToPolicy.failures(bearer, self)
    }

    /// Returns failures in which the one of the first bearer confirmation also says why the others do not match.
    ///
    /// The policies judge the first if none matches, and each may fail for a reason of its own.
    func tellingOfOtherBearers(_ failures: [ValidationFailure]) -> [ValidationFailure] {
        let bearers = bearers
        guard bearers.count > 1, !bearers.contains(where: isMatching), let first = bearers.first,
            let place = self.failures(of: first).lazy.compactMap({ failures.firstIndex(of: $0) }).first
        else { return failures }
        let others = bearers.dropFirst().prefix(4).enumerated().map { number, bearer in
            let reasons = self.failures(of: bearer).map(\.reason).joined(separator: " ")
            return " Bearer confirmation \(number + 2) of \(bearers.count) does not match either: \(reasons)"
        }
        var told = failures
        told[place] = told[place].adding(others.joined())
        return told
    }

    /// Notes about times of issue and authentication in the future, which SAML does not forbid.
    var futureNotes: [String] {
        let instants =
            [("response was issued", response.issued?.date), ("assertion was issued", assertion.issued?.date)]
            + assertion.statements.map { ("user was authenticated", $0.authnInstant?.date) }
        return instants.compactMap { event, instant in
            guard let instant, isEarly(instant) else { return nil }
            return "The \(event) in the future, at \(SAMLInstant.format(instant))."
        }
    }

    /// Returns a policy's failures, its unreadable claims first.
    func failures(of policy: any ResponsePolicy.Type) -> [ValidationFailure] {
        problems.filter { $0.policy == policy.policy } + policy.failures(self)
    }

    /// Returns whether a claim of this policy is unreadable, which is then its only failure.
    func isUnreadable(_ policy: ValidationFailure.Policy) -> Bool {
        problems.contains { $0.policy == policy }
    }

    /// Returns whether a start is in the future, with the skew in the issuer's favour.
    func isEarly(_ beginning: Date) -> Bool {
        requirements.isEarly(beginning, at: now)
    }
}

extension ResponseRequirements {
    /// Returns whether an end has passed, including its own instant, with the skew in the issuer's favour.
    func isOver(_ end: Date, at now: Date) -> Bool {
        now.addingTimeInterval(-clockSkew) >= end
    }

    /// Returns whether a start is in the future, with the skew in the issuer's favour.
    func isEarly(_ beginning: Date, at now: Date) -> Bool {
        beginning > now.addingTimeInterval(clockSkew)
    }
}
