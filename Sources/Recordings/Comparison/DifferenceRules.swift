import TVSimEntitlementAPI

/// A rule that explains differences by a row of the article "Differences from the real platform".
struct DifferenceRule: Sendable {
    /// The row's identifier, such as `S-46`.
    let id: String
    /// The end of the path, in which `*` is any name or index; `status` and `header NAME` are paths too.
    let path: String
    /// The endpoints; empty for all.
    var endpoints: [Endpoint] = []
    /// What the recording has; empty for anything.
    var recorded: [String] = []
    /// What the simulator has; empty for anything.
    var simulated: [String] = []

    /// Returns whether the rule explains a difference.
    func explains(_ difference: Difference, at endpoint: Endpoint) -> Bool {
        guard endpoints.isEmpty || endpoints.contains(endpoint) else { return false }
        guard recorded.isEmpty || recorded.contains(difference.recorded) else { return false }
        guard simulated.isEmpty || simulated.contains(difference.simulated) else { return false }
        return Self.matches(Self.parts(of: difference.path), Self.parts(of: path))
    }

    private static func parts(of path: String) -> [Substring] {
        path.split { $0 == "." || $0 == "[" || $0 == "]" }
    }

    private static func matches(_ path: [Substring], _ pattern: [Substring]) -> Bool {
        guard path.count >= pattern.count, pattern.first != "$" || path.count == pattern.count else { return false }
        return zip(path.suffix(pattern.count), pattern).allSatisfy { $1 == "*" || $0 == $1 }
    }
}

extension DifferenceRule {
    /// Returns the row that explains a difference; `nil` if none does.
    static func row(of difference: Difference, at endpoint: Endpoint) -> String? {
        all.first { $0.explains(difference, at: endpoint) }?.id
    }

    /// Returns differences with the rows that explain them.
    ///
    /// A row that explains the code of an error explains its status and its action too.
    static func explained(_ differences: [Difference], at endpoint: Endpoint) -> [Difference] {
        var explained = differences
        for index in explained.indices { explained[index].row = row(of: explained[index], at: endpoint) }
        for code in explained where code.path.hasSuffix(".code") && code.row != nil {
            let error = code.path.dropLast("code".count)
            let covered = ["\(error)status", "\(error)action"] + (error == "$." ? ["status"] : [])
            for index in explained.indices where explained[index].row == nil && covered.contains(explained[index].path)
            {
                explained[index].row = code.row
            }
        }
        return explained
    }

    private static let nothing = [Difference.nothing]

    /// The codes of enhanced errors that only a fault produces here.
    private static let withoutCause = [
        "invalid_configuration_platform", "invalid_configuration_platform_id", "invalid_configuration_platform_trait",
        "invalid_configuration_platform_category_trait", "invalid_configuration_platform_services",
        "invalid_configuration_mvpd_platform", "invalid_configuration_mvpd_platform_boarding_status",
        "invalid_configuration_mvpd_platform_profile_exchange", "authorization_denied_by_session_invalidated",
        "network_received_error", "network_connection_timeout", "maximum_execution_time_exceeded",
    ].map { "'\($0)'" }

    /// The rules; the first that matches counts.
    static let all: [DifferenceRule] = [
        // Requests and errors
        .init(id: "S-95", path: "code", recorded: withoutCause),
        .init(id: "S-10", path: "code", simulated: ["'internal_error'"]),
        .init(id: "S-43", path: "status", recorded: ["429"]),
        .init(id: "S-81", path: "code", recorded: ["'authenticated_profile_expired'"]),
        .init(id: "S-18", path: "code", recorded: ["'too_many_resources'"]),
        .init(id: "S-84", path: "code", recorded: ["'invalid_header_device_info'"]),
        .init(id: "S-47", path: "trace", recorded: nothing),
        .init(id: "S-44", path: "error.details", simulated: nothing),
        .init(id: "S-89", path: "message"),
        // Configuration
        .init(id: "S-83", path: "$.time", endpoints: [.configuration], recorded: nothing),
        .init(id: "S-83", path: "$.clientType", endpoints: [.configuration]),
        .init(id: "S-83", path: "$.device", endpoints: [.configuration]),
        .init(id: "S-83", path: "$.os", endpoints: [.configuration]),
        .init(id: "S-83", path: "$.errorReporting", endpoints: [.configuration]),
        .init(id: "S-46", path: "mvpds.*.isProxy", endpoints: [.configuration], recorded: nothing),
        .init(id: "S-46", path: "mvpds.*.logoUrl", endpoints: [.configuration]),
        .init(id: "S-46", path: "mvpds.*.authPerBrowserSession", endpoints: [.configuration]),
        .init(id: "S-83", path: "mvpds.*.*", endpoints: [.configuration], recorded: ["false"], simulated: nothing),
        // Sessions
        .init(id: "S-28", path: "existingParameters.domain", simulated: nothing),
        .init(id: "S-28", path: "existingParameters.domainName", recorded: nothing),
        .init(id: "S-28", path: "missingParameters.*", recorded: ["'domain'"]),
        .init(id: "S-47", path: "$.code", endpoints: [.resume], recorded: nothing),
        .init(id: "S-27", path: "$.reasonType", recorded: ["'authenticatedSSO'"]),
        .init(id: "S-12", path: "$.mvpd", endpoints: [.partnerSession], simulated: nothing),
        .init(id: "S-12", path: "$.reasonType", simulated: ["'pfs_fallback'"]),
        .init(id: "S-14", path: "$.reasonType", simulated: ["'configuration_fallback'"]),
        .init(id: "S-14", path: "status", endpoints: [.partnerProfile], recorded: ["201"], simulated: ["200"]),
        .init(id: "S-31", path: "status", endpoints: [.authenticate], recorded: ["200"]),
        .init(id: "S-31", path: "header location", endpoints: [.authenticate]),
        // Profiles
        .init(id: "S-47", path: "attributes.upstreamUserID", recorded: nothing),
        .init(id: "S-121", path: "hba_status.value"),
        .init(id: "S-121", path: "allowMirroring.value"),
        .init(id: "S-82", path: "attributes.zip"),
        .init(id: "S-82", path: "attributes.encryptedZip"),
        .init(id: "S-82", path: "attributes.*.state"),
        .init(id: "S-17", path: "profiles.*.type", recorded: ["'regular'"], simulated: ["'appleSSO'"]),
        // Decisions and logout
        .init(id: "S-20", path: "token.serializedToken"),
        .init(id: "S-34", path: "logouts.*.url"),
    ]
}
