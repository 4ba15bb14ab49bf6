import EntitlementAPI
import Foundation
import Identifiers
import XMLSecurity

/// The decisions that an app on a device got from an MVPD, by resource.
struct DecisionShelf: Codable, Sendable, Hashable {
    /// How many decisions are kept; beyond it, those that lapse first go.
    static let capacity = 256

    /// One answer of an MVPD.
    struct Entry: Codable, Sendable, Hashable {
        /// The user about whom it was.
        var userID: UserID
        /// The name of the enhanced error of a deny; `nil`: a permit.
        var denial: String?
        /// From when it holds.
        var notBefore: Date
        /// Until when it holds.
        var notAfter: Date
    }

    /// By the resource.
    private(set) var entries: [ResourceID: Entry] = [:]

    /// Returns the decision about a resource and a user that holds at an instant.
    func entry(resource: ResourceID, userID: UserID, at now: Date) -> Entry? {
        entries[resource].flatMap {
            $0.userID == userID && $0.notBefore <= now && now < $0.notAfter ? $0 : nil
        }
    }

    /// Whether no decision holds any more.
    func hasLapsed(at now: Date) -> Bool {
        entries.values.allSatisfy { $0.notAfter <= now }
    }

    /// Keeps a decision, and forgets what has lapsed.
    mutating func put(_ entry: Entry, resource: ResourceID, at now: Date) {
        entries = entries.filter { $0.key != resource && now < $0.value.notAfter }
        // Of those that lapse together the one goes whose resource comes first: a run is to be repeatable.
        if entries.count >= Self.capacity,
            let first = entries.min(by: { ($0.value.notAfter, $0.key) < ($1.value.notAfter, $1.key) })
        {
            entries[first.key] = nil
        }
        entries[resource] = entry
    }
}
