import Foundation
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity

/// The decisions of an MVPD for an app on a device, by resource.
struct StoredDecisions: Codable, Sendable, Hashable, Lapsing {
    /// The maximum number of decisions; beyond it, the one that expires first is deleted.
    static let capacity = 256

    /// A decision of the MVPD.
    struct Entry: Codable, Sendable, Hashable {
        /// The user.
        var userID: UserID
        /// The name of the denial's enhanced error; `nil` for a permit.
        var denial: String?
        /// The MVPD's words in the denial; `nil` for none.
        var details: String?
        /// The start of the validity.
        var notBefore: Date
        /// The end of the validity.
        var notAfter: Date
    }

    /// The decisions by resource.
    private(set) var entries: [ResourceID: Entry] = [:]

    /// Returns the valid decision for a resource and a user; `nil` if no decision is valid.
    func entry(resource: ResourceID, userID: UserID, at now: Date) -> Entry? {
        entries[resource].flatMap {
            $0.userID == userID && $0.notBefore <= now && now < $0.notAfter ? $0 : nil
        }
    }

    /// Stores a decision and deletes expired ones.
    mutating func put(_ entry: Entry, resource: ResourceID, at now: Date) {
        entries = entries.filter { $0.key != resource && now < $0.value.notAfter }
        // If several expire at the same time, the first by resource is deleted, so that runs are repeatable.
        if entries.count >= Self.capacity,
            let first = entries.min(by: { ($0.value.notAfter, $0.key) < ($1.value.notAfter, $1.key) })
        {
            entries[first.key] = nil
        }
        entries[resource] = entry
    }

    var lapsesAt: Date { entries.values.map(\.notAfter).max() ?? .distantPast }
}
