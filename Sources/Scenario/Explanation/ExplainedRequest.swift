import TVSimCore
package import TVSimEntitlementService

/// A request to the service of which an input was not used: a header, a parameter, a token or a profile.
package struct ExplainedRequest: Codable, Sendable, Hashable {
    /// The HTTP method.
    package var method: String
    /// The path, without the query.
    package var path: String
    /// The status of the answer; 0 if there was none.
    package var status: Int
    /// What became of the inputs, as the journal has it.
    package var inputs: [InputFate]

    /// Creates the request of a decision; `nil` if all its inputs were used.
    package init?(_ decision: RequestDecision) {
        guard let inputs = decision.inputs else { return nil }
        (method, path, status, self.inputs) = (decision.method.kept, decision.path.kept, decision.status, inputs)
    }
}
