package import TVSimCore

/// What came of a request that the service sent to an MVPD itself.
package struct BackChannelDecision: JournalDecision {
    package static let kind = "backChannel"
    /// The MVPD.
    package let mvpd: JournalText
    /// What the service asked for.
    package let asked: Asked
    /// What came of it.
    package let outcome: Outcome
    /// Why, as one sentence.
    package let explanation: JournalText
    /// The client for which the service asked; `nil` in a journal of an older tvsim.
    package let client: String?

    /// What the service asks an MVPD for.
    package enum Asked: String, Codable, Sendable {
        /// Tokens for an authorization code.
        case tokens
        /// A new access token.
        case refresh
        /// The user of an access token.
        case userInfo
    }

    /// What comes of a request to an MVPD.
    package enum Outcome: String, Codable, Sendable {
        /// The MVPD gave what the service asked for.
        case answered
        /// The MVPD refused.
        case refused
        /// The answer breaks the protocol.
        case malformed
        /// The MVPD did not answer in time.
        case timeout
        /// The MVPD could not be reached, or its answer was not complete.
        case unreachable
    }

    package var way: JournalWay? { JournalWay(from: .service, to: .provider) }

    package var verdict: JournalVerdict? {
        switch outcome {
        case .answered: .ok
        case .refused: .refused
        case .malformed, .timeout, .unreachable: .failed
        }
    }

    package var text: DecisionText {
        DecisionText(
            "EntitlementService", "backChannel", outcome.rawValue, explanation.kept,
            details: ["mvpd": mvpd.kept, "asked": asked.rawValue])
    }
}
