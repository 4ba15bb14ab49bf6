import Foundation
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity

/// The profiles of one app on one device with one service provider: at most one of each type for an MVPD.
///
/// Expired profiles are kept for a year, so that an expired profile can be distinguished from a missing one.
///
/// - Note: See Differences, S-81.
struct StoredProfiles: Codable, Sendable, Hashable, Lapsing {
    /// The time in seconds that an expired profile is kept: a year.
    static let memory: TimeInterval = 365 * 86_400

    private(set) var profiles: [MVPDID: [EntitlementProfile]] = [:]
    /// The MVPDs that have ended the user's session, which the service has not noticed yet; `nil` for none.
    private(set) var endedSessions: Set<MVPDID>?

    /// Records that an MVPD has ended the user's session.
    mutating func endSession(mvpd: MVPDID) { endedSessions = (endedSessions ?? []).union([mvpd]) }

    /// Forgets that an MVPD has ended a session.
    private mutating func beginSession(mvpd: MVPDID) {
        endedSessions?.remove(mvpd)
        if endedSessions?.isEmpty == true { endedSessions = nil }
    }

    /// Adds attributes to a user's profiles with an MVPD.
    mutating func learn(
        _ attributes: [String: EntitlementProfile.Attribute], of userID: UserID, mvpd: MVPDID, at now: Date
    ) {
        for place in (profiles[mvpd] ?? []).indices {
            guard let profile = profiles[mvpd]?[place], profile.userID == userID, profile.isValid(at: now) else {
                continue
            }
            profiles[mvpd]?[place].attributes.merge(attributes) { $1 }
        }
    }

    /// Stores a profile, which replaces the one of the same type.
    mutating func put(_ profile: EntitlementProfile, mvpd: MVPDID) {
        beginSession(mvpd: mvpd)
        profiles[mvpd, default: []].removeAll { $0.type == profile.type }
        profiles[mvpd, default: []].append(profile)
    }

    /// Removes and returns the profiles with an MVPD.
    mutating func remove(mvpd: MVPDID) -> [EntitlementProfile] {
        beginSession(mvpd: mvpd)
        return profiles.removeValue(forKey: mvpd) ?? []
    }

    /// Removes the profile of a type with an MVPD.
    mutating func remove(_ kind: EntitlementProfile.Kind, mvpd: MVPDID) {
        profiles[mvpd]?.removeAll { $0.type == kind }
        if profiles[mvpd]?.isEmpty == true { profiles[mvpd] = nil }
    }

    /// Returns the valid profiles with an MVPD.
    func valid(mvpd: MVPDID, at now: Date) -> [EntitlementProfile] {
        (profiles[mvpd] ?? []).filter { $0.isValid(at: now) }
    }

    /// Returns the profile with an MVPD that expired last, if that was within the last year.
    func lapsed(mvpd: MVPDID, at now: Date) -> EntitlementProfile? {
        (profiles[mvpd] ?? []).filter { $0.notAfter.instant <= now && !$0.isForgotten(at: now) }
            .max { $0.notAfter.instant < $1.notAfter.instant }
    }

    var lapsesAt: Date {
        profiles.values.joined().map(\.forgottenAt).max() ?? .distantPast
    }
}

extension EntitlementProfile {
    /// Whether the profile is valid: at or after `notBefore`, and before `notAfter`.
    func isValid(at now: Date) -> Bool {
        notBefore.instant <= now && now < notAfter.instant
    }

    /// When the profile will have been expired for a year.
    var forgottenAt: Date { notAfter.instant.addingTimeInterval(StoredProfiles.memory) }

    /// Whether the profile expired more than a year ago.
    func isForgotten(at now: Date) -> Bool { forgottenAt <= now }

    /// The user identifier; empty if the profile has none.
    var userID: UserID {
        UserID(attributes["userID"]?.value.string ?? "")
    }
}

/// The clients of one app that obtained a profile with an MVPD on a device.
struct ProfileTrace: Codable, Sendable, Hashable, Lapsing {
    /// The client of the latest profile.
    private(set) var holder: ClientID
    /// The expiration of that profile.
    private(set) var notAfter: Date
    /// Earlier clients, newest last.
    private var others: [ClientID] = []
    /// The maximum number of earlier clients; an app should not need to register this often.
    private static let maximumOthers = 8

    /// Creates the trace of a client that obtained a profile.
    init(_ profile: EntitlementProfile, by client: ClientID) {
        (holder, notAfter) = (client, profile.notAfter.instant)
    }

    /// Records that a client obtained a profile.
    mutating func obtained(_ profile: EntitlementProfile, by client: ClientID) {
        notAfter = profile.notAfter.instant
        guard holder != client else { return }
        others.removeAll { $0 == client }
        others = (others + [holder]).suffix(Self.maximumOthers)
        holder = client
    }

    /// Whether a client has ever obtained a profile.
    func knows(_ client: ClientID) -> Bool {
        holder == client || others.contains(client)
    }

    var lapsesAt: Date { notAfter.addingTimeInterval(StoredProfiles.memory) }
}
