import TVSimWorld

extension Rule {
    /// Every rule, in the order of a report.
    package static let all: [Rule] =
        registration + configuration + profiles + sessions + sessionRequests + decisions + errors + httpErrors + logout
        + headers + statuses + framework + frameworkRequests + frameworkMarks + sdk + sdkSignIn + interface

    /// Returns the rule with an identifier; `nil` if the table does not have it.
    package static func named(_ id: String) -> Rule? { all.first { $0.id.rawValue == id } }
}
