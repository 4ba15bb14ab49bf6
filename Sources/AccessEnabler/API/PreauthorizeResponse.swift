import EntitlementAPI
public import Foundation

/// The response of `preauthorize`: decisions in the order of the resources, or a status that says why there are none.
open class PreauthorizeResponse: NSObject {
    private let status: Status?
    private let decisions: [Decision]

    init(status: Status? = nil, decisions: [Decision] = []) {
        self.status = status
        self.decisions = decisions
        super.init()
    }

    /// Why there are no decisions; `nil` when there are.
    open func getStatus() -> Status? { status }

    /// The decisions, in the order of the resources; empty when there are none.
    open func getDecisions() -> [Decision] { decisions }
}

/// Whether one resource may be watched.
open class Decision: NSObject {
    private let id: String
    private let authorized: Bool
    private let error: Status?

    init(id: String, authorized: Bool, error: Status?) {
        self.id = id
        self.authorized = authorized
        self.error = error
        super.init()
    }

    /// The resource, as it was asked.
    open func getId() -> String { id }

    /// Whether it may be watched.
    open func isAuthorized() -> Bool { authorized }

    /// Why it may not be watched; `nil` where it may.
    open func getError() -> Status? { error }
}

/// An error of the service, or of the SDK.
///
/// The texts are implicitly unwrapped, because the vendor documents that each can be `nil`.
open class Status: NSObject {
    private let error: EnhancedError

    init(_ error: EnhancedError) {
        self.error = error
        super.init()
    }

    /// The HTTP status that belongs to it; 0 for an error of the SDK.
    open func getStatus() -> Int { error.status }

    /// Its stable name.
    open func getCode() -> String! { error.code }

    /// What happened, for people.
    open func getMessage() -> String! { error.message }

    /// What else is known, for people.
    open func getDetails() -> String! { error.details }

    /// The address of the errors' documentation; empty for an error of the SDK.
    open func getHelpUrl() -> String! { error.helpUrl }

    /// Identifies this one refusal; empty for an error of the SDK.
    open func getTrace() -> String! { error.trace }

    /// What the app can do: `none`, `configuration`, `authentication`, `authorization`, `retry`, `retry-after` and others.
    open func getAction() -> String! { error.action.rawValue }
}
