import Foundation
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// Finds out why a request has no valid profile, and notes the profiles that exist and are not its own.
struct ProfileAbsence {
    /// A client with more devices and service providers is a server, whose other devices say nothing.
    private static let mostShelves = 32

    private let request: ProtectedRequest
    private let holder: Holder

    init(_ request: ProtectedRequest, _ holder: Holder) {
        (self.request, self.holder) = (request, holder)
    }

    /// Returns the error that explains why the holder has no valid profile with an MVPD.
    ///
    /// The profile may be expired, invalidated by new client credentials, or missing. It is invalidated if another
    /// client of the same app still has a profile on this device. That client must have registered earlier, and this
    /// client must never have had a profile. A changed device identifier looks like a second device of the household,
    /// so the profile is then missing.
    ///
    /// - Note: See Differences, S-76.
    func code(mvpd: MVPDID, shelf: StoredProfiles, in state: any StateReading) throws -> EnhancedErrorCode {
        if let last = shelf.lapsed(mvpd: mvpd, at: request.now) {
            request.base.inputs.note(.expired(last, mvpd: mvpd))
            return .authenticatedProfileExpired
        }
        if let former = try former(mvpd: mvpd, in: state) {
            request.base.inputs.note(former)
            return .authenticatedProfileInvalidated
        }
        try noteOthers(of: [mvpd], in: state)
        return .authenticatedProfileMissing
    }

    /// Notes the profiles of the same app that a request without any profile does not see.
    ///
    /// - Parameters:
    ///   - mvpd: The MVPD of the request; `nil` for all active ones of the service provider.
    ///   - store: The store.
    /// - Throws: `StateError` if the state cannot be read.
    func noteElsewhere(_ mvpd: MVPDID? = nil, in store: any StateStore) throws {
        let mvpds = mvpd.map { [$0] } ?? request.requestor.integrations.filter(\.enabled).map(\.mvpd)
        try store.read { state in
            // One question for all MVPDs: most apps have no former client.
            let traces = ServiceDocument.traces(
                of: request.client.software, on: holder.device, serviceProvider: holder.serviceProvider)
            let traced = Set(try state.names(withPrefix: traces))
            for mvpd in mvpds where traced.contains(traces + ServiceDocument.digest(mvpd.rawValue)) {
                if let former = try former(mvpd: mvpd, in: state) { request.base.inputs.note(former) }
            }
            try noteOthers(of: mvpds, in: state)
        }
    }

    /// Returns the valid profile that a former client of the app has on this device; `nil` without one.
    private func former(mvpd: MVPDID, in state: any StateReading) throws -> InputFate? {
        let key = ServiceDocument.trace(
            of: request.client.software, on: holder.device, serviceProvider: holder.serviceProvider, mvpd: mvpd)
        guard let trace = try state.value(for: key), !trace.knows(holder.clientID),
            let former = try state.value(for: ServiceDocument.client(trace.holder)),
            former.number < request.client.number,
            let profile = try state.value(
                for: ServiceDocument.profiles(
                    Holder(
                        clientID: former.id, device: holder.device, serviceProvider: holder.serviceProvider)))?
                .valid(mvpd: mvpd, at: request.now).first
        else { return nil }
        func named(_ client: ClientRecord) -> String {
            "'\(client.id)', registered at \(TimeText.format(client.issuedAt))"
        }
        return .profile(
            profile, mvpd: mvpd, .client, found: named(former),
            expected: "that of the request, \(named(request.client))")
    }

    /// Notes a profile of the client on another device, and one for another service provider.
    ///
    /// A server may use one client for the devices of all its users, so only a single other device says something.
    private func noteOthers(of mvpds: [MVPDID], in state: any StateReading) throws {
        let own = holder.path.split(separator: "/")
        let prefix = ServiceDocument.profileShelves + own[0] + "/"
        var others: [(fate: InputFate, isDevice: Bool)] = []
        let names = try state.names(withPrefix: prefix)
        guard names.count <= Self.mostShelves else { return }
        for name in names {
            let parts = name.dropFirst(prefix.count).split(separator: "/")
            guard parts.count == 2, (parts[0] == own[1]) != (parts[1] == own[2]),
                let shelf = try state.value(for: StateKey<StoredProfiles>(name))
            else { continue }
            for mvpd in mvpds {
                guard let profile = shelf.valid(mvpd: mvpd, at: request.now).first else { continue }
                others.append((fate(of: profile, mvpd: mvpd, device: parts[0], provider: parts[1]), parts[0] != own[1]))
            }
            if others.count(where: \.isDevice) > 1 { break }
        }
        let isOneDevice = others.count(where: \.isDevice) == 1
        for other in others where !other.isDevice || isOneDevice { request.base.inputs.note(other.fate) }
    }

    /// Returns the fate of a profile, whose device and service provider are known by their digests.
    private func fate(
        of profile: EntitlementProfile, mvpd: MVPDID, device: Substring, provider: Substring
    ) -> InputFate {
        let own = holder.path.split(separator: "/")
        guard device == own[1] else {
            return .profile(
                profile, mvpd: mvpd, .device,
                found: "another one, whose identifier has the SHA-256 \(device.prefix(8))…",
                expected: "that of AP-Device-Identifier, with \(own[1].prefix(8))…")
        }
        let named = request.configuration.requestors.first { ServiceDocument.digest($0.id.rawValue) == provider }
        return .profile(
            profile, mvpd: mvpd, .serviceProvider, found: named.map { "'\($0.id)'" } ?? "another one",
            expected: "that of the request, '\(holder.serviceProvider)'")
    }
}
