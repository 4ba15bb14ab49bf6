package import TVSimSDKVocabulary
import TVSimStructuredText
package import TVSimWorld

/// The JSON of `tvsim explain`.
package struct ExplanationListing: Codable, Sendable, Hashable {
    /// The device's name.
    package var device: String
    /// The call.
    package var call: ExplainedCall
    /// The requestor that the app would set.
    package var requestor: String
    /// The callbacks that the call would cause.
    package var callbacks: [String]
    /// The evaluated conditions; absent if the call begins no exchange.
    package var conditions: [ConditionListing]?
    /// The condition that does not hold; absent if all hold.
    package var stoppedBy: String?
    /// Why that condition does not hold, or why the service or the app refuses; absent if nothing stops the call.
    package var why: String?
    /// The command that would change the outcome; absent if none is necessary or possible.
    package var remedy: String?
    /// The decisions that led to the outcome.
    package var reasons: [String]
    /// The requests of which an input was not used; absent if all inputs of all requests were.
    package var requests: [ExplainedRequest]?

    /// Creates a listing.
    package init(
        device: String, call: ExplainedCall, requestor: String, callbacks: [String], conditions: [ConditionListing]?,
        stoppedBy: String?, why: String?, remedy: String?, reasons: [String], requests: [ExplainedRequest]? = nil
    ) {
        self.device = device
        self.call = call
        self.requestor = requestor
        self.callbacks = callbacks
        self.conditions = conditions
        self.stoppedBy = stoppedBy
        self.why = why
        self.remedy = remedy
        self.reasons = reasons
        self.requests = requests
    }

    /// The explanation in short.
    package var outlook: CallOutlook {
        CallOutlook(
            call: call.rawValue, callbacks: callbacks, unmet: conditions?.filter { !$0.holds }.map(\.name),
            failure: why, remedy: remedy)
    }
}

/// A condition of the silent exchange, as JSON.
package struct ConditionListing: Codable, Sendable, Hashable {
    /// The condition's name.
    package let name: String
    /// Whether it holds.
    package let holds: Bool

    /// Creates the listing of a condition.
    package init(_ finding: ConditionFinding) {
        name = finding.condition.rawValue
        holds = finding.holds
    }
}
