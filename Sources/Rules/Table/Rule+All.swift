import TVSimWorld

extension Rule {
    /// Every rule, in the order of a report.
    package static let all: [Rule] = Array(
        [
            registration, configuration, profiles, sessions, polling, sessionRequests, decisions, errors, retries,
            httpErrors, logout, headers, statuses, framework, frameworkRequests, frameworkMarks, sdk, sdkSignIn,
            interface,
        ].joined())

    /// Returns the rule with an identifier; `nil` if the table does not have it.
    package static func named(_ id: String) -> Rule? { all.first { $0.id.rawValue == id } }
}
