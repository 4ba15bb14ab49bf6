import Foundation
import TVSimDevice
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimSSOBridge

extension EntitlementSession {
    /// The token that authenticates the user, if it is valid, and what the framework answered about it.
    struct TokenCheck {
        var token: StoredToken?
        /// The framework's answer about access; `nil` if it was not asked.
        var answer: FrameworkAnswer?
    }

    /// Returns the stored token, valid or not.
    func currentToken(of requestor: Requestor) throws -> StoredToken? {
        try TokenStorage.load(of: app).currentToken(of: requestor.id, for: app.bundleID, at: now())
    }

    /// Returns the token if it is valid; drops one that must be dropped.
    func validToken() async throws -> StoredToken? { try await checkToken().token }

    /// Checks the token; drops one that must be dropped.
    ///
    /// The framework is asked about access only for a token of the system-level account.
    func checkToken() async throws -> TokenCheck {
        var check = TokenCheck()
        guard let requestor, let token = try currentToken(of: requestor), token.isCurrent(at: try now()) else {
            return check
        }
        if token.source == .apple, requestor.configuration.offersSingleSignOn {
            check.answer = try await askForAccess()
        }
        switch try validity(of: token, requestor, check.answer) {
        case .valid: check.token = token
        case .invalid: break
        case .discard:
            try record(.tokenDiscarded(.noAccess))
            try TokenStorage.update(of: app) { $0.discard(token, of: requestor.id) }
        }
        return check
    }

    func validity(
        of token: StoredToken?, _ requestor: Requestor, _ answer: FrameworkAnswer?
    ) throws -> TokenValidity {
        TokenValidity(
            of: token, in: app.bundleID, configuration: requestor.configuration, answer: answer, now: try now())
    }

    /// Asks Apple's framework whether the app may use the account; the user is not interrupted.
    func askForAccess() async throws -> FrameworkAnswer {
        try await AccountFramework(app: app).access(prompt: false)
    }
}
