import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// The authentication state of a user who requests a decision.
enum AuthenticationState: Sendable {
    /// Signed in with a profile; `atHome` is `true` if the home network authenticated the user.
    case signedIn(userID: UserID, atHome: Bool)
    /// A degradation rule applies that does not need a profile.
    case degraded(userID: UserID)
    /// Not signed in, with the error and a sentence about it, unless what became of the inputs says why.
    case absent(EnhancedErrorCode, why: String? = nil)

    /// The user identifier; empty if the user is not signed in.
    var userID: UserID {
        switch self {
        case .signedIn(let userID, _), .degraded(let userID): userID
        case .absent: ""
        }
    }

    /// Finds the user's authentication state.
    ///
    /// A profile from Apple's framework requires a valid framework status. If it is the only profile, an invalid status
    /// is an error, and a missing status means not signed in. Under a rule that permits or denies everything, the
    /// status does not matter.
    ///
    /// - Throws: ``Refusal`` with the status's `invalid_header_pfs_…` code if the framework status is invalid.
    static func find(
        _ request: ProtectedRequest, holder: Holder, integration: Integration, in store: any StateStore
    ) throws -> AuthenticationState {
        let anybody = AuthenticationState.degraded(userID: DegradedProfile.userID(of: holder, mvpd: integration.mvpd))
        if integration.degradation == .authenticateAll { return anybody }
        let header = request.base.header(.frameworkStatus)
        let status = FrameworkStatusPolicy.judge(request)
        let platform = request.base.device.platform
        let identity = try SharedIdentity.find(request, in: store)
        return try store.read { state in
            let sources = try ProfileSources(holder, sharing: identity, in: state)
            let shelf = sources.own
            if let profile = ProfileSelection.visible(
                sources, integration: integration, status: status, platform: platform, at: request.now)
            {
                status.note(in: request, for: integration)
                return .signedIn(
                    userID: profile.userID,
                    atHome: profile.attributes[EntitlementProfile.homeBasedKey]?.value.string == "true")
            }
            if integration.degradation == .authorizeAll { return anybody }
            let hidden = shelf.valid(mvpd: integration.mvpd, at: request.now)
            guard hidden.isEmpty else {
                if header != nil, integration.degradation != .authorizeNone {
                    try refuse(status, integration: integration)
                }
                status.note(in: request, for: integration)
                let needsStatus = header == nil && hidden.contains { $0.type == .appleSSO }
                return .absent(.authenticatedProfileMissing, why: needsStatus ? needsFrameworkStatus : nil)
            }
            status.note(in: request, for: integration)
            sources.noteHidden(integration, in: request)
            let code = try ProfileAbsence(request, holder).code(mvpd: integration.mvpd, shelf: shelf, in: state)
            return .absent(
                code,
                why: code == .authenticatedProfileMissing
                    ? "The client '\(holder.clientID)' has no profile with the MVPD on this device." : nil)
        }
    }

    private static var needsFrameworkStatus: String {
        "The device has a profile from single sign-on, which needs the header "
            + "\(RequestHeader.frameworkStatus.name.rawName), and the request has none."
    }

    private static func refuse(_ status: FrameworkStatusPolicy.Verdict, integration: Integration) throws {
        switch status {
        case .invalid(let code, let flaw):
            throw Refusal(code, flaw)
        case .valid(let vouched) where !status.vouches(for: integration):
            throw Refusal(
                .invalidHeaderPFSProviderIDMismatch, FrameworkStatusPolicy.Verdict.mismatch(vouched, integration))
        case .valid:
            break
        }
    }
}
