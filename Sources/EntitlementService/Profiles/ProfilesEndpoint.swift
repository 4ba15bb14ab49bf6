import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// `GET /api/v2/{serviceProvider}/profiles`: lists the valid profiles of an app on a device.
///
/// Degraded and temporary profiles are not listed, because they are not the result of a sign-in.
struct ProfilesEndpoint: ProtectedEndpoint {
    let context: ServiceContext

    func answer(_ request: ProtectedRequest) throws -> ServiceAnswer {
        let holder = try request.holder()
        let platform = request.base.device.platform
        let identity = try SharedIdentity.find(request, in: simulation.store)
        let sources = try simulation.store.read { try ProfileSources(holder, sharing: identity, in: $0) }
        let status = FrameworkStatusPolicy.judge(
            request.base.header(.frameworkStatus), requestor: request.requestor, at: request.now)
        var profiles: [MVPDID: EntitlementProfile] = [:]
        for integration in request.requestor.integrations where integration.enabled {
            profiles[integration.mvpd] = ProfileSelection.visible(
                sources, integration: integration, status: status, platform: platform, at: request.now)
        }
        let shown = try MetadataEncryption.apply(
            to: profiles, for: request.requestor, drawingFrom: simulation.identifiers)
        return try ServiceAnswer(
            ProfilesResponse(profiles: shown.profiles), outcome: "\(profiles.count) profiles",
            reason: ProfileReasons.seen(status) + shown.note,
            details: ["mvpds": profiles.keys.sorted().joined(separator: " ")])
    }
}

/// `GET /api/v2/{serviceProvider}/profiles/{mvpd}`: shows the valid profile of an app on a device with one MVPD.
struct ProfileEndpoint: ProtectedEndpoint {
    let context: ServiceContext

    func answer(_ request: ProtectedRequest) throws -> ServiceAnswer {
        let integration = try request.integration()
        let holder = try request.holder()
        if integration.degradation == .authenticateAll {
            return try DegradedProfile.answer(to: holder, integration: integration, at: request.now)
        }
        if let trials = try TemporaryTrials(request, holder: holder, integration: integration) {
            return try TemporaryProfile.answer(to: trials, in: simulation.store, at: request.now)
        }
        return try BasicProfile.answer(to: request, holder: holder, integration: integration, in: simulation)
    }
}

/// The basic flow: the profile of one MVPD that a request may see.
enum BasicProfile {
    /// Returns the valid profile of an app on a device, from a sign-in or from single sign-on, or an empty map.
    static func answer(
        to request: ProtectedRequest, holder: Holder, integration: Integration, in simulation: Simulation
    ) throws -> ServiceAnswer {
        let identity = try SharedIdentity.find(request, in: simulation.store)
        let sources = try simulation.store.read { try ProfileSources(holder, sharing: identity, in: $0) }
        let status = FrameworkStatusPolicy.judge(
            request.base.header(.frameworkStatus), requestor: request.requestor, at: request.now)
        let profile = ProfileSelection.visible(
            sources, integration: integration, status: status,
            platform: request.base.device.platform, at: request.now
        )
        let shown = try MetadataEncryption.apply(
            to: profile.map { [integration.mvpd: $0] } ?? [:], for: request.requestor,
            drawingFrom: simulation.identifiers)
        return try ServiceAnswer(
            ProfilesResponse(profiles: shown.profiles), outcome: profile?.type.rawValue ?? "no profile",
            reason: (profile == nil ? ProfileReasons.expired(sources.own, integration.mvpd, at: request.now) : "")
                + ProfileReasons.seen(status) + shown.note,
            details: ["mvpd": integration.mvpd.rawValue])
    }
}

/// The journal's reasons for the profiles that an app sees.
enum ProfileReasons {
    /// The sentence about an expired profile of an MVPD; empty without one.
    static func expired(_ own: StoredProfiles, _ mvpd: MVPDID, at now: Date) -> String {
        let ended = (own.profiles[mvpd] ?? []).filter { $0.notAfter.instant <= now }
        guard let last = ended.max(by: { $0.notAfter.instant < $1.notAfter.instant }) else { return "" }
        return "The \(last.type.rawValue) profile expired at \(last.notAfter.instant.ISO8601Format()). "
    }

    static func seen(_ status: FrameworkStatusPolicy.Verdict) -> String {
        switch status {
        case .valid(let integration):
            "The response has all valid profiles; the framework status is valid for the provider "
                + "'\(integration.platformMappingID ?? "")'."
        case .invalid(_, let reason):
            "The response omits profiles from single sign-on: \(reason)"
        }
    }
}
