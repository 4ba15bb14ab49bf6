/// One of the calls that the cookbook describes step by step.
package enum CookbookCall: String, CaseIterable, Sendable, Codable {
    case setRequestor, checkAuthentication, getAuthentication
}

/// The callbacks of one call that the documents allow in a situation.
package struct AllowedOutcome: Sendable, Hashable, Encodable {
    /// What an outcome is based on.
    package enum Basis: String, Sendable, Codable {
        /// The named sections state it.
        case documented
        /// The sections leave it open, and this project decided.
        case chosen
        /// The sections leave it open, and the simulator does something else.
        case open
    }

    /// The callbacks as the lines of a profile's `expect`, in the order of the simulator.
    ///
    /// `sendTrackingData` is left out, and the place of the lines `status(…)` is not documented.
    package var callbacks: [String]
    /// What the outcome is based on.
    package let basis: Basis
    /// The sections.
    package let sources: [CookbookSection]
    /// The row of Differences that explains a chosen outcome; else `nil`.
    package let difference: String?

    static func documented(_ callbacks: String..., by sources: CookbookSection...) -> AllowedOutcome {
        AllowedOutcome(callbacks: callbacks, basis: .documented, sources: sources, difference: nil)
    }

    static func chosen(_ row: String, _ callbacks: String..., by sources: CookbookSection...) -> AllowedOutcome {
        AllowedOutcome(callbacks: callbacks, basis: .chosen, sources: sources, difference: row)
    }

    static func open(_ callbacks: String..., by sources: CookbookSection...) -> AllowedOutcome {
        AllowedOutcome(callbacks: callbacks, basis: .open, sources: sources, difference: nil)
    }
}

/// One row of the table: the outcomes of a call if a condition holds, and no earlier row's.
package struct OutcomeRow: Sendable {
    /// The condition.
    package let condition: SituationCondition
    /// The outcomes; the first one is that of the simulator.
    package let outcomes: [AllowedOutcome]

    init(_ condition: SituationCondition, _ outcomes: AllowedOutcome...) {
        self.condition = condition
        self.outcomes = outcomes
    }
}

/// What the documents allow in each situation: for every call the rows, in their order.
///
/// The rows are written from the documents. They share no code with the simulated SDK, which they judge.
package enum OutcomeTable {
    static let complete = "setRequestorComplete(1)"
    static let authenticated = #"setAuthenticationStatus(1, "")"#
    static let notAuthenticated = #"setAuthenticationStatus(0, "User Not Authenticated Error")"#
    static let present = "presentTvProviderDialog"
    static let dismiss = "dismissTvProviderDialog"
    /// The app's own dialog; ``Situation/outcomes(of:)`` adds its MVPDs.
    static let dialog = "displayProviderDialog"

    /// The defects of a response that only the entitlement service notices.
    static let rejected =
        "expired notYetValid wrongAudience wrongRecipient wrongInResponseTo wrongIssuer unsigned tampered wrongKey "
        + "missingAttribute"

    /// Returns the rows of a call.
    package static func rows(of call: CookbookCall) -> [OutcomeRow] {
        switch call {
        case .setRequestor: setRequestor
        case .checkAuthentication: checkAuthentication
        case .getAuthentication: getAuthentication
        }
    }
}

extension CookbookSituation {
    /// Returns the outcomes of a call that the documents allow; the first one is that of the simulator.
    package func outcomes(of call: CookbookCall) -> [AllowedOutcome] {
        let row = OutcomeTable.rows(of: call).first { $0.condition.holds(in: self) }
        return (row?.outcomes ?? []).map { outcome in
            var outcome = outcome
            // A disabled integration is not in the configuration that the app's dialog shows.
            let mvpds = self[.integration] == "enabled" ? "Cablevision, Dish" : "Dish"
            outcome.callbacks = outcome.callbacks.map { $0 == OutcomeTable.dialog ? "\($0)(\(mvpds))" : $0 }
            return outcome
        }
    }
}
