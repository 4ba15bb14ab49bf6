import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// `GET /adobe-services/oauth2`: takes the MVPD's authorization response from the user's browser, and redirects the
/// browser to the app.
///
/// `state` names the session's code and the request.
struct AuthorizationReturnEndpoint: OpenEndpoint {
    let context: ServiceContext

    func answer(_ request: ServiceRequest) throws -> ServiceAnswer {
        try BrowserPage.answering {
            // RFC 6749, 4.1.2 and 4.1.2.1, and RFC 9207.
            let fields = try request.oauth2(knowing: ["state", "code", "error", "error_description", "iss"])
            let state = try RequestState(in: fields)
            return try SignInReturn(context: context).answer(
                code: state.name,
                with: OAuth2Proof(
                    context: context, fields: fields, requestID: state.requestID, sessionCode: state.name,
                    served: request.served), at: request.now)
        }
    }
}

/// `GET /adobe-services/oauth2/logout`: takes the user's browser after a logout at the MVPD, and sends it to the app's
/// redirect URL.
struct AuthorizationLogoutReturnEndpoint: OpenEndpoint {
    let context: ServiceContext

    func answer(_ request: ServiceRequest) throws -> ServiceAnswer {
        try BrowserPage.answering {
            let state = try RequestState(in: request.oauth2(knowing: ["state"]))
            let pending = try simulation.store.write { store in
                let pending = try SingleLogoutEndpoint.pending(state.name, at: request.now, in: store)
                guard pending.sentRequests?.contains(where: { $0.id == state.requestID }) == true else {
                    throw Refusal(
                        .invalidAuthenticationSession,
                        "The state belongs to no request of this logout: it names the request "
                            + "'\(state.requestID.prefix(64))'.")
                }
                // An answer is accepted once.
                try store.setValue(nil, for: ServiceDocument.pendingLogout(state.name))
                return pending
            }
            return BrowserPage.loggedOut(
                pending, outcome: "logged out", reason: "'\(pending.mvpd)' has ended the user's session.")
        }
    }
}

/// The `state` of a request to an MVPD: the name of the session or of the logout, and that of the request.
struct RequestState {
    let name: String
    let requestID: String

    /// The text in addresses.
    var text: String { "\(name).\(requestID)" }

    init(name: String, requestID: String) {
        (self.name, self.requestID) = (name, requestID)
    }

    /// Reads a text; `nil` if it cannot be a state of the service.
    init?(text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 128 }) else { return nil }
        self.init(name: String(parts[0]), requestID: String(parts[1]))
    }

    /// Reads the field `state`.
    ///
    /// - Throws: ``Refusal`` if it is missing, or cannot be a state of the service.
    init(in fields: [FormField]) throws {
        guard let text = fields.value("state") else {
            throw Refusal(
                .invalidAuthenticationSession, "The field 'state' is missing: the response has \(fields.shownNames).")
        }
        guard let read = RequestState(text: text) else {
            throw Refusal(
                .invalidAuthenticationSession,
                "The field 'state' is not of this service: it has \(text.utf8.count) octets, and expected are two names with "
                    + "a '.' between.")
        }
        self = read
    }
}
