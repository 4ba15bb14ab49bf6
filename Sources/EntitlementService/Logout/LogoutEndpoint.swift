import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// `GET /api/v2/{serviceProvider}/logout/{mvpd}`: removes the profiles of an app on a device with one MVPD.
struct LogoutEndpoint: ProtectedEndpoint {
    let context: ServiceContext

    func answer(_ request: ProtectedRequest) throws -> ServiceAnswer {
        let integration = try request.integration()
        let mvpd = integration.mvpd
        let redirect = try RedirectAddress.demand(request.base.query().value("redirectUrl"))
        let holder = try request.holder()
        let identity = try SharedIdentity.find(request, in: simulation.store)
        let id = try simulation.identifiers.hexadecimal(words: 2)
        let (removed, action, reason, isShared) = try simulation.store.write { state in
            var removed = try ProfileStorage.removeAll(mvpd: mvpd, holder: holder, in: state)
            let shared = try identity.flatMap {
                try SharedProfiles.end(integration, of: $0, for: holder.serviceProvider, in: state)
            }
            if let shared { removed.append(shared.profile) }
            let valid = removed.filter { $0.isValid(at: request.now) }.map(\.type)
            let (action, reason) = LogoutPolicy.action(removed: valid, integration: integration)
            // One session is ended at the MVPD: the app's own, or else the shared one.
            var session: MVPDSession?
            for holder in [holder, shared?.holder].compactMap(\.self) where session == nil {
                let key = ServiceDocument.providerSession(holder, mvpd: mvpd)
                session = try state.value(for: key)
                if session != nil { try state.setValue(nil, for: key) }
            }
            if action == .logout {
                let pending = PendingLogout(
                    serviceProvider: holder.serviceProvider, mvpd: mvpd, session: session, redirectURL: redirect,
                    notBefore: request.now, notAfter: request.now.addingTimeInterval(PendingLogout.validity))
                try simulation.sweeper.sweep(at: request.now, in: state)
                try state.setValue(pending, for: ServiceDocument.pendingLogout(id))
            }
            return (removed, action, reason, shared != nil)
        }
        // The URL names the logout, because the profile no longer exists when the browser opens it.
        let path = LogoutAddress.path(mvpd: mvpd, requestor: request.requestor.id, redirectURL: redirect, logout: id)
        // The documentation's samples have an absolute URL, and a relative one for a shared sign-in.
        let url =
            isShared ? path : request.base.served.address(of: "https://\(EntitlementWire.defaultAuthority)" + path)
        let logout = LogoutActionsResponse.Logout(action, mvpd: mvpd, url: action == .logout ? url : nil)
        return try ServiceAnswer(
            LogoutActionsResponse(logouts: [mvpd: logout]), outcome: action.rawValue, reason: reason,
            details: ["mvpd": mvpd.rawValue, "removed": removed.map(\.type.rawValue).joined(separator: " ")])
    }
}

/// Decides the action that follows the removal of profiles.
enum LogoutPolicy {
    /// Returns the action and the reason for the journal.
    ///
    /// A response has one action, and a profile from Apple's framework takes precedence. The app must tell the user to
    /// sign out in the settings; otherwise the next launch signs the user in again. During a degradation the browser
    /// does not visit the MVPD, which has an outage.
    static func action(
        removed: [EntitlementProfile.Kind], integration: Integration
    ) -> (LogoutActionsResponse.Logout.ActionName, reason: String) {
        if removed.contains(.appleSSO) {
            return (
                .partnerLogout,
                "The removed profile came from Apple's framework, so the user must sign out in the settings."
            )
        }
        if integration.degradation == .authenticateAll || integration.tempPass != nil {
            return (.complete, "A degradation rule or a temporary pass gave access, so the MVPD has no session to end.")
        }
        if !removed.isEmpty {
            return integration.logoutEndpoint
                ? (.logout, "A profile was removed, and the MVPD has a logout endpoint.")
                : (.complete, "A profile was removed, and the MVPD has no logout endpoint.")
        }
        return (.invalid, "The app had no valid profile.")
    }
}
