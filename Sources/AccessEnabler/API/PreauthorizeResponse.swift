public import Foundation
import TVSimEntitlementAPI

/// The response of `preauthorize`: decisions in the order of the resources, or a status that explains their absence.
open class PreauthorizeResponse: NSObject {
    private let status: Status?
    private let decisions: [Decision]

    init(status: Status? = nil, decisions: [Decision] = []) {
        self.status = status
        self.decisions = decisions
        super.init()
    }

    /// Why the response has no decisions; `nil` if it has.
    open func getStatus() -> Status? { status }

    /// The decisions, in the order of the resources; empty if the response has a status instead.
    open func getDecisions() -> [Decision] { decisions }
}

/// The decision about one resource.
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

    /// The resource, as in the request.
    open func getId() -> String { id }

    /// Whether the user may watch the resource.
    open func isAuthorized() -> Bool { authorized }

    /// The reason of a denial; `nil` if the user may watch the resource.
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

    /// The HTTP status; 0 for an error of the SDK.
    open func getStatus() -> Int { error.status }

    /// The error's stable code.
    open func getCode() -> String! { error.code }

    /// A description for people.
    open func getMessage() -> String! { error.message }

    /// Details for people.
    open func getDetails() -> String! { error.details }

    /// The address of the errors' documentation; empty for an error of the SDK.
    open func getHelpUrl() -> String! { error.helpUrl }

    /// The identifier of this occurrence; empty for an error of the SDK.
    open func getTrace() -> String! { error.trace }

    /// The action that the app can take: `none`, `configuration`, `authentication`, `authorization`, `retry`, `retry-after` and others.
    open func getAction() -> String! { error.action.rawValue }
}
