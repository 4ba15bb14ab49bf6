import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// Finds out before the service asks an MVPD for a decision whether the session there goes on, and renews the access to it.
///
/// An MVPD can end a session (``EndedSessions``), and one with OAuth 2 ends too when the MVPD refuses a new access token.
/// The profile and its decisions are then deleted.
///
/// One value serves one request, so that all decisions of the request have the same answer.
final class SessionRenewal {
    private let context: ServiceContext
    private let integration: Integration
    private let holder: Holder
    private let request: ProtectedRequest
    private var served: ServedAddress { request.base.served }
    private var now: Date { request.now }
    /// What the renewal has found; `nil` before it.
    private var found: AuthorizationPolicy.Verdict??

    init(of request: ProtectedRequest, _ integration: Integration, _ holder: Holder, in context: ServiceContext) {
        self.context = context
        self.integration = integration
        self.holder = holder
        self.request = request
    }

    private var key: StateKey<MVPDSession> { ServiceDocument.providerSession(holder, mvpd: integration.mvpd) }

    /// Looks for the end of the session, and renews the access token if it has expired.
    ///
    /// It must not be called inside a transaction, because it may send a request.
    ///
    /// - Parameter userID: The user.
    /// - Returns: The denial of every decision; `nil` if the service can ask the MVPD.
    /// - Throws: `StateError` if the state cannot be read or written.
    func obstacle(for userID: UserID) throws -> AuthorizationPolicy.Verdict? {
        if let found { return found }
        let obstacle = try renewed(userID)
        found = .some(obstacle)
        return obstacle
    }

    private func renewed(_ userID: UserID) throws -> AuthorizationPolicy.Verdict? {
        let identity = try SharedIdentity.find(request, in: context.simulation.store)
        let isOver = try context.simulation.store.read { state in
            try EndedSessions.concern(
                mvpd: integration.mvpd, userID: userID, holder: holder, sharing: identity, at: now, in: state)
        }
        if isOver { return try ended(userID) }
        guard case .oauth2(var session)? = try context.simulation.store.read({ try $0.value(for: key) }),
            !session.isFresh(at: now)
        else { return nil }
        guard let server = integration.authorizationServer, let token = session.refreshToken else {
            return try ended(userID)
        }
        let client = TokenClient(
            context: context, mvpd: integration.mvpd, server: server, served: served, client: holder.clientID)
        do {
            let tokens = try client.refresh(token)
            let old = session.accessToken
            session.accessToken = tokens.accessToken
            session.accessEnds = tokens.expiresIn.map(now.addingTimeInterval)
            try context.simulation.store.write { state in
                // The user may have logged out or signed in again meanwhile.
                guard case .oauth2(let kept)? = try state.value(for: key), kept.accessToken == old else { return }
                try state.setValue(.oauth2(session), for: key)
            }
            return nil
        } catch let failure as TokenClient.Failure {
            guard !failure.endsSession else { return try ended(userID) }
            return AuthorizationPolicy.Verdict(
                source: .mvpd, denial: failure.outcome == .timeout ? .networkConnectionTimeout : .networkReceivedError,
                userID: userID, reason: "'\(integration.mvpd)' gave no new access token: \(failure.reason).")
        }
    }

    private func ended(_ userID: UserID) throws -> AuthorizationPolicy.Verdict {
        let identity = try SharedIdentity.find(request, in: context.simulation.store)
        try context.simulation.store.write { state in
            try EndedSessions.remove(
                mvpd: integration.mvpd, userID: userID, holder: holder, sharing: identity, in: state)
        }
        return AuthorizationPolicy.bySessionEnd(userID: userID, integration: integration)
    }
}
