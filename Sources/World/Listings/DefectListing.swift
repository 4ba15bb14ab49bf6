import TVSimIdentityProvider

/// The output of `saml defects`.
package struct DefectListing: Codable, Sendable, Hashable {
    /// One defect that a response can have.
    package struct Defect: Codable, Sendable, Hashable {
        /// The name.
        let name: String
        /// The stage at which it is applied; empty for no defect.
        let stage: String
        /// The only policy that the response violates in web single sign-on.
        let policy: String?
        /// The only policy that it violates as the answer to an attribute query.
        let attributeQueryPolicy: String?
        /// What it does, in one sentence.
        let summary: String
        /// The published vulnerability that it resembles.
        let resembles: String?
    }

    /// The defects, in the order in which a response gets them.
    let defects: [Defect]

    /// Creates the list of all defects.
    package init() {
        defects = ResponseMaker.defects.map {
            Defect(
                name: $0.name, stage: $0.stage, policy: $0.policy, attributeQueryPolicy: $0.attributeQueryPolicy,
                summary: $0.summary, resembles: $0.resembles)
        }
    }

    /// The rows of a table: name, stage, violated policy, summary.
    package var rows: [[String]] {
        defects.map { [$0.name, $0.stage, $0.policy ?? "-", $0.summary] }
    }
}
