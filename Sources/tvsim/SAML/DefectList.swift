import IdentityProvider

/// The list of defects that `saml defects` prints.
package struct DefectList: Encodable, Sendable {
    private let defects = ResponseMaker.defects

    /// Creates the list of all defects.
    package init() {}

    /// The rows of a table: name, stage, violated policy, summary.
    package var rows: [[String]] {
        defects.map { [$0.name, $0.stage, $0.policy ?? "-", $0.summary] }
    }
}
