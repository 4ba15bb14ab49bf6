import Foundation
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// The responses about a temporary pass.
enum TemporaryProfile {
    /// Returns the response with the profile of a pass.
    ///
    /// - Throws: ``Refusal`` if the time or the resources are used up.
    static func answer(
        to trials: TemporaryTrials, in store: any StateStore, at now: Date
    ) throws -> ServiceAnswer {
        let access = try store.read { try trials.access(in: $0, at: now) }
        let mvpd = trials.integration.mvpd
        if let code = access.exhaustion {
            throw Refusal(code, "The pass '\(mvpd)' is used up: \(access.exhaustionText).")
        }
        return try ServiceAnswer(
            ProfilesResponse(profiles: [mvpd: access.profile]), outcome: EntitlementProfile.Kind.temporary.rawValue,
            reason: "The pass '\(mvpd)' is valid until \(Milliseconds(access.ends).value).",
            details: ["mvpd": mvpd.rawValue])
    }

    /// Decides about a resource; a permit starts the trials and records the resource in all of them.
    static func verdict(
        on resource: ResourceID, _ trials: TemporaryTrials, fault: DenialFault?, in store: any StateStore,
        at now: Date
    ) throws -> AuthorizationPolicy.Verdict {
        // One transaction: two simultaneous requests for the last resource get one permit.
        try store.write { state in
            let accesses = try trials.accesses(in: state, at: now)
            let access = accesses.first { $0.denial(of: resource) != nil } ?? accesses[0]
            let verdict = verdict(on: resource, access, fault: fault)
            if verdict.denial == nil { try trials.use(resource, in: accesses, state) }
            return verdict
        }
    }

    /// Decides about a resource without changing the trial.
    static func verdict(
        on resource: ResourceID, _ access: TemporaryAccess, fault: DenialFault?
    ) -> AuthorizationPolicy.Verdict {
        if let fault, fault.denies(resource) { return AuthorizationPolicy.byFault(fault, userID: access.userID) }
        guard let denial = access.denial(of: resource) else {
            return AuthorizationPolicy.Verdict(
                source: .temppass, window: (access.now, access.ends), userID: access.userID,
                reason: "The temporary pass permits this resource.")
        }
        return AuthorizationPolicy.Verdict(
            source: .temppass, denial: denial, userID: access.userID,
            reason: "The temporary pass is used up: \(access.exhaustionText), so it denies", rest: ".")
    }
}
