/// A kind of thing that a run can visit; the first word of each ``CoverageItem``.
package enum CoverageArea: String, Sendable, Codable, CaseIterable {
    /// The conditions of the silent exchange; each of them can hold and fail.
    case condition
    /// The rows of the framework's decision table.
    case row
    /// The callbacks of the entitlement SDK.
    case callback
    /// The advanced statuses of the entitlement SDK.
    case status
    /// The enhanced error codes of the entitlement service.
    case errorCode = "error-code"
    /// The endpoints of the entitlement service.
    case endpoint
    /// The situations of the cookbook's decision table.
    case cell
    /// The next steps that a session's answer names, each with its reason.
    case session
    /// The decisions: permits by what decided, and denials by their error.
    case decision
    /// The kinds of profiles, and none.
    case profile
    /// The actions of a logout.
    case logout
    /// The answers without success.
    case refusal
    /// The statuses of the partner's framework that the app sent.
    case frameworkStatus = "framework-status"
    /// The next steps that the vendors' rules demand, and that the app did.
    case obeyed
    /// The flows that the vendor's checklist asks tests to walk.
    case flow

    /// The areas of runs and apps with the SDK: those that count if none is chosen.
    package static let sdk: [CoverageArea] = [.condition, .row, .callback, .status, .errorCode, .endpoint, .cell]
    /// The areas of a client of REST API V2 over HTTP.
    package static let http: [CoverageArea] = [
        .endpoint, .errorCode, .session, .decision, .profile, .logout, .refusal, .frameworkStatus, .obeyed, .flow,
    ]

    /// What the items of the area are, for a heading.
    package var title: String {
        switch self {
        case .condition: "conditions of the silent exchange"
        case .row: "rows of the framework's decision table"
        case .callback: "callbacks of the SDK"
        case .status: "advanced statuses of the SDK"
        case .errorCode: "enhanced error codes of the service"
        case .endpoint: "endpoints of the service"
        case .cell: "situations of the cookbook's decision table"
        case .session: "next steps of a session, with their reasons"
        case .decision: "decisions, with what decided or the error"
        case .profile: "kinds of profiles"
        case .logout: "actions of a logout"
        case .refusal: "answers without success"
        case .frameworkStatus: "statuses of the partner's framework"
        case .obeyed: "next steps that a rule demands"
        case .flow: "flows of the vendor's checklist"
        }
    }
}

/// One thing that a run can visit: an area and a name, such as `condition permissionGranted fails`.
///
/// Items contain only names of enumerations and tables, and nothing that an app or a user has chosen.
package struct CoverageItem: Sendable, Hashable, CustomStringConvertible {
    /// The area.
    package let area: CoverageArea
    /// The name within the area.
    package let name: String

    /// Creates an item; the module whose names they are has a function for each area.
    package init(_ area: CoverageArea, _ name: String) {
        self.area = area
        self.name = name
    }

    /// The area and the name.
    package var description: String { "\(area.rawValue) \(name)" }
}
