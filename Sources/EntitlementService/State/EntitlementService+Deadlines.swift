package import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// Something of the service that ends by itself.
package struct ServiceDeadline: Hashable, Sendable {
    /// What ends.
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable, WireWord {
        case profile, authorization, registrationCode, partnerRequest, accessToken
    }

    /// What ends.
    package let kind: Kind
    /// Whose it is, for a reader.
    package let subject: String
    /// The first instant at which the service no longer accepts it.
    package let end: Date
}

extension EntitlementService {
    /// Returns what ends by itself after an instant: access tokens, profiles, decisions, codes and SAML requests that wait
    /// for an answer.
    ///
    /// - Throws: `StateError` if the state cannot be read.
    package func deadlines(after now: Date) throws -> [ServiceDeadline] {
        try simulation.store.read { state in
            func each<Value: Codable & Sendable>(_ prefix: String, _ read: (Value) -> [ServiceDeadline]) throws
                -> [ServiceDeadline]
            {
                try state.names(withPrefix: prefix).flatMap { name in
                    try state.value(for: StateKey<Value>(name)).map(read) ?? []
                }
            }
            var found = try each(ServiceDocument.profileShelves) { (stored: StoredProfiles) in
                stored.profiles.flatMap { mvpd, profiles in
                    profiles.map { profile in
                        ServiceDeadline(
                            kind: .profile, subject: "\(mvpd), \(profile.type.rawValue)", end: profile.notAfter.instant)
                    }
                }
            }
            found += try each(ServiceDocument.decisionShelves) { (stored: StoredDecisions) in
                stored.entries.map { resource, entry in
                    ServiceDeadline(kind: .authorization, subject: "\(resource)", end: entry.notAfter)
                }
            }
            found += try each(ServiceDocument.sessions) { (session: SessionRecord) in
                let isOpen = session.completedAt == nil && session.isReplaced != true
                let subject = [session.code, session.mvpd.map { "\($0)" }].compactMap(\.self).joined(separator: ", ")
                return isOpen
                    ? [ServiceDeadline(kind: .registrationCode, subject: subject, end: session.notAfter)] : []
            }
            found += try each(ServiceDocument.pendingRequests) { (pending: PendingRequests) in
                pending.requests.map { mvpd, request in
                    ServiceDeadline(kind: .partnerRequest, subject: "\(mvpd)", end: request.notAfter)
                }
            }
            found += try each(ServiceDocument.clients) { (client: ClientRecord) in
                client.tokenEnds.map { [ServiceDeadline(kind: .accessToken, subject: client.software, end: $0)] } ?? []
            }
            return found.filter { now < $0.end }
        }
    }
}
