import TVSimCore
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimSSOBridge
import TVSimStructuredText

extension EntitlementSession {
    /// Has the service remove the profiles of tokens that were dropped without telling it.
    ///
    /// - Returns: The MVPDs whose profiles could not be removed: they stay on the list for the next call.
    @discardableResult
    func removeAbandonedProfiles(_ requestor: Requestor) async throws -> Set<MVPDID> {
        var left: Set<MVPDID> = []
        let removals = try TokenStorage.load(of: app).removals[requestor.id] ?? [:]
        for (mvpd, removal) in removals.sorted(by: { $0.key < $1.key }) {
            if try await remove(removal, mvpd: mvpd, of: requestor.id) == nil { left.insert(mvpd) }
        }
        return left
    }

    /// Has a service remove a profile, in the name of the app that obtained it.
    ///
    /// - Returns: The service's answer; `nil` if the request failed, so that the profile stays on the list.
    func remove(
        _ removal: TokenStorage.Removal, mvpd: MVPDID, of requestor: RequestorID
    ) async throws -> LogoutActionsResponse? {
        guard let service = service(at: ServiceAddress(url: removal.service)) else { return nil }
        do {
            let redirect = redirectURL(of: mvpd)
            let answer = try await service.client(inTheNameOf: removal.owner).send {
                .logout(of: requestor, mvpd: mvpd, redirectURL: redirect, headers: $0)
            }
            try TokenStorage.update(of: app) { $0.settle(mvpd, of: requestor) }
            return answer
        } catch let failure as ClientFailure {
            try record(.profileNotRemoved(JournalText(failure.explanation)))
            return nil
        }
    }

    /// Drops the token and the service's profile that a forced authentication replaces.
    ///
    /// This happens just before the user is asked: a sign-in that is cancelled earlier changes nothing.
    ///
    /// - Returns: Why the sign-in cannot continue; `nil` if the old profile is gone.
    func dropProfile(with mvpd: MVPDID, of requestor: Requestor) async throws -> String? {
        let service = requestor.service(of: mvpd).address.url
        try TokenStorage.update(of: app) { $0.discard(mvpd, of: requestor.id, at: service) }
        return try await removeAbandonedProfiles(requestor).contains(mvpd) ? Self.stillThere(mvpd) : nil
    }

    /// Why a sign-in fails if the service could not be told to remove the MVPD's old profile.
    static func stillThere(_ mvpd: MVPDID) -> String {
        "The service's old profile with '\(mvpd)' could not be removed."
    }
}
