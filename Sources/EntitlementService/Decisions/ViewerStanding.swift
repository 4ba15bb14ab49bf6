import EntitlementAPI
import Foundation
import Identifiers
import StateStorage
import StructuredText

/// Whether the person who asks for a decision is signed in, and as whom.
enum ViewerStanding: Sendable {
    /// By a profile; `atHome`: the home's network gave it.
    case signedIn(userID: UserID, atHome: Bool)
    /// Not by a profile, and a rule needs none: everybody counts as signed in, or everybody may watch.
    case degraded(userID: UserID)
    /// Not, and why.
    case absent(EnhancedErrorCode)

    /// The user; empty when nobody is signed in.
    var userID: UserID {
        switch self {
        case .signedIn(let userID, _), .degraded(let userID): userID
        case .absent: ""
        }
    }

    /// Finds out.
    ///
    /// A profile from Apple's framework counts only with a valid framework status. When it is the only one, a status that
    /// proves nothing is an error of the request, and a status that is absent leaves the person without a profile. Where
    /// everybody may watch, or nobody, neither matters.
    ///
    /// - Throws: ``Refusal`` with the `invalid_header_pfs_…` code of a status that proves nothing.
    static func find(
        _ request: ProtectedRequest, holder: Holder, integration: Integration, in store: any StateStore
    ) async throws -> ViewerStanding {
        let anybody = ViewerStanding.degraded(userID: DegradedProfile.userID(of: holder, mvpd: integration.mvpd))
        if integration.degradation == .authenticateAll { return anybody }
        let header = request.base.header(.frameworkStatus)
        let status = FrameworkStatusPolicy.judge(header, requestor: request.requestor, at: request.now)
        let platform = try request.base.deviceInformation().platform
        let identity = await SharedIdentity.find(request)
        return try store.read { state in
            let sources = try ProfileSources(holder, sharing: identity, in: state)
            let shelf = sources.own
            if let profile = ProfileSelection.visible(
                sources, integration: integration, status: status, platform: platform, at: request.now)
            {
                return .signedIn(
                    userID: profile.userID, atHome: profile.attributes[Profile.homeBasedKey]?.value.string == "true")
            }
            if integration.degradation == .authorizeAll { return anybody }
            guard shelf.valid(mvpd: integration.mvpd, at: request.now).isEmpty else {
                if header != nil, integration.degradation != .authorizeNone {
                    try refuse(status, integration: integration)
                }
                return .absent(.authenticatedProfileMissing)
            }
            return .absent(
                try ProfileKeeping.absence(
                    mvpd: integration.mvpd, holder: holder, shelf: shelf, at: request.now, in: state))
        }
    }

    private static func refuse(_ status: FrameworkStatusPolicy.Verdict, integration: Integration) throws {
        switch status {
        case .invalid(let code, let reason):
            throw Refusal(code, reason)
        case .valid(let vouched) where !status.vouches(for: integration):
            throw Refusal(
                .invalidHeaderPFSProviderIDMismatch,
                "The framework status vouches for the provider '\(vouched.platformMappingID ?? "")', "
                    + "which does not stand for '\(integration.mvpd)'.")
        case .valid:
            break
        }
    }
}
