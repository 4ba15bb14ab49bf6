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
        let status = FrameworkStatusPolicy.judge(request)
        status.note(in: request)
        var profiles: [MVPDID: EntitlementProfile] = [:]
        for integration in request.requestor.integrations where integration.enabled {
            let profile = ProfileSelection.visible(
                sources, integration: integration, status: status, platform: platform, at: request.now)
            profiles[integration.mvpd] = profile
            if profile == nil { sources.noteHidden(integration, in: request) }
        }
        if profiles.isEmpty { try ProfileAbsence(request, holder).noteElsewhere(in: simulation.store) }
        let shown = try MetadataEncryption.apply(
            to: profiles, for: request.requestor, drawingFrom: simulation.identifiers)
        var answer = try ServiceAnswer(
            ProfilesResponse(profiles: shown.profiles), outcome: "\(profiles.count) profiles",
            reason: ProfileReasons.seen(Array(profiles.values), status, request) + shown.note,
            details: ["mvpds": profiles.keys.sorted().joined(separator: " ")])
        answer.values.needs = profiles.isEmpty ? .user : nil
        return answer
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
        let status = FrameworkStatusPolicy.judge(request)
        status.note(in: request, for: integration)
        let profile = ProfileSelection.visible(
            sources, integration: integration, status: status,
            platform: request.base.device.platform, at: request.now)
        if profile == nil {
            sources.noteHidden(integration, in: request)
            try ProfileAbsence(request, holder).noteElsewhere(integration.mvpd, in: simulation.store)
        }
        let shown = try MetadataEncryption.apply(
            to: profile.map { [integration.mvpd: $0] } ?? [:], for: request.requestor,
            drawingFrom: simulation.identifiers)
        var answer = try ServiceAnswer(
            ProfilesResponse(profiles: shown.profiles), outcome: profile?.type.rawValue ?? "no profile",
            reason: ProfileReasons.seen([profile].compactMap(\.self), status, request) + shown.note,
            details: ["mvpd": integration.mvpd.rawValue])
        answer.values.needs = profile == nil ? .user : nil
        return answer
    }
}

/// The journal's reasons for the profiles that an app sees.
enum ProfileReasons {
    /// Returns the sentence about the profiles; what became of the inputs follows it.
    static func seen(
        _ profiles: [EntitlementProfile], _ status: FrameworkStatusPolicy.Verdict, _ request: ProtectedRequest
    ) -> String {
        let inputs = request.base.inputs
        if case .valid(let integration) = status, !inputs.haveUnused {
            return "The response has all valid profiles; the framework status is valid for the provider "
                + "'\(integration.platformMappingID ?? "")'."
        }
        if let token = inputs.sharingHeader, profiles.contains(where: \.isShared) {
            return "The response has what \(token) shares."
        }
        // A header of one platform must not be blamed for what another input lacks.
        guard !inputs.haveUnused else {
            return profiles.isEmpty
                ? "No profile is valid for this request." : "The response has the other valid profiles."
        }
        let platform = request.base.device.platform
        guard platform.mayHavePartnerFramework || platform == .unknown else {
            return "The response has all valid profiles; the platform '\(platform.rawValue)' has no partner framework."
        }
        return "The response omits profiles from single sign-on: The partner framework status is missing."
    }
}

extension EntitlementProfile {
    /// Whether another app or device has obtained the profile.
    fileprivate var isShared: Bool { type == .serviceTokenSSO || type == .platformSSO }
}
