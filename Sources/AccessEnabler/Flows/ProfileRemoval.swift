import EntitlementAPI
import SSOBridge

extension EntitlementSession {
    /// Removes the service's profiles of tokens that were dropped without a word to the service.
    ///
    /// - Returns: The MVPDs whose profiles the service could not be asked about: they stay on the list until it can.
    @discardableResult
    func removeAbandonedProfiles(_ requestor: Requestor) async throws -> Set<String> {
        var left: Set<String> = []
        let removals = try TokenStorage.load(of: app).removals[requestor.id] ?? [:]
        for (mvpd, removal) in removals.sorted(by: { $0.key < $1.key }) {
            if try await remove(removal, mvpd: mvpd, of: requestor.id) == nil { left.insert(mvpd) }
        }
        return left
    }

    /// Has a service remove a profile, in the name of whoever obtained it.
    ///
    /// - Returns: What is left to do; `nil`: the service could not be asked, and the profile stays on the list.
    func remove(
        _ removal: TokenStorage.Removal, mvpd: String, of requestor: String
    ) async throws -> LogoutResponse? {
        guard let service = service(at: ServicePlace(name: removal.service)) else { return nil }
        do {
            let redirect = redirectURL(of: mvpd)
            let answer = try await service.client(inTheNameOf: removal.owner).send {
                .logout(of: requestor, mvpd: mvpd, redirectURL: redirect, headers: $0)
            }
            try TokenStorage.update(of: app) { $0.settle([mvpd], of: requestor) }
            return answer
        } catch let failure as ClientFailure {
            try record("logout", "not told to the service", failure.explanation)
            return nil
        }
    }

    /// Has the service drop the profile that a forced authentication is to replace, and drops the token of it.
    ///
    /// Done only when the person is about to be asked: a sign-in that is given up before has changed nothing.
    ///
    /// - Returns: Why the sign-in cannot go on; `nil`: it can, and the old profile is not taken for a new one.
    func dropProfile(with mvpd: String, of requestor: Requestor) async throws -> String? {
        let service = requestor.service(of: mvpd).place.name
        try TokenStorage.update(of: app) { $0.discard(mvpd, of: requestor.id, at: service) }
        return try await removeAbandonedProfiles(requestor).contains(mvpd) ? Self.stillThere(mvpd) : nil
    }

    /// Why nobody can sign in with an MVPD whose profile the service could not be told to drop.
    static func stillThere(_ mvpd: String) -> String {
        "The service could not be told to drop its profile with '\(mvpd)', which is to be replaced."
    }
}
