import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// `GET /api/v2/{serviceProvider}/profiles/code/{code}`: returns the valid profile of a code's sign-in.
///
/// Apps poll this endpoint while the user signs in on a second screen; an empty response means "not yet". Profiles from
/// a partner's framework are not returned, because their sign-in has no code.
struct ProfileByCodeEndpoint: ProtectedEndpoint {
    let context: ServiceContext

    func answer(_ request: ProtectedRequest) throws -> ServiceAnswer {
        let (record, shelf) = try simulation.store.read { state in
            let record = try SessionStorage(simulation: simulation).find(
                code: request.route.code, serviceProvider: request.requestor.id, reportsSignIn: true, at: request.now,
                in: state)
            return (record, try state.value(for: ServiceDocument.profiles(record.holder)) ?? StoredProfiles())
        }
        guard let mvpd = record.mvpd else {
            return try answer([:], reason: "The session has no MVPD yet.")
        }
        let integration = try request.about(record).integration(mvpd)
        if integration.degradation == .authenticateAll {
            return try DegradedProfile.answer(to: record.holder, integration: integration, at: request.now)
        }
        if let trials = try TemporaryTrials(request, holder: record.holder, integration: integration) {
            return try TemporaryProfile.answer(to: trials, in: simulation.store, at: request.now)
        }
        guard let profile = shelf.valid(mvpd: mvpd, at: request.now).first(where: { $0.type != .appleSSO }) else {
            return try answer([:], reason: "The user has not signed in with '\(mvpd)' yet.")
        }
        let shown = try MetadataEncryption.apply(
            to: [mvpd: profile], for: request.requestor, drawingFrom: simulation.identifiers)
        return try answer(shown.profiles, reason: "The user has signed in." + shown.note)
    }

    private func answer(_ profiles: [MVPDID: EntitlementProfile], reason: String) throws -> ServiceAnswer {
        var answer = try ServiceAnswer(
            ProfilesResponse(profiles: profiles), outcome: profiles.values.first?.type.rawValue ?? "no profile",
            reason: reason, details: ["mvpds": profiles.keys.joined(separator: " ")])
        answer.values.needs = profiles.isEmpty ? .user : nil
        return answer
    }
}
