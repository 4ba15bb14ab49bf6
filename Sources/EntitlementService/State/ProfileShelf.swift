import EntitlementAPI
import Foundation
import Identifiers
import StructuredText
import XMLSecurity

/// The profiles of one app on one device at one service provider: at most one of each kind with an MVPD.
///
/// Lapsed profiles stay for a year unless they are replaced or removed, so that a lapsed one can be told from none.
///
/// - Note: See Differences, S-81.
struct ProfileShelf: Codable, Sendable, Hashable {
    /// For how long it is remembered that a profile has lapsed: a year.
    static let memory: TimeInterval = 365 * 86_400

    private(set) var profiles: [MVPDID: [Profile]] = [:]

    /// Puts a profile in place of the one of its kind.
    mutating func put(_ profile: Profile, mvpd: MVPDID) {
        profiles[mvpd, default: []].removeAll { $0.type == profile.type }
        profiles[mvpd, default: []].append(profile)
    }

    /// Removes the profiles with an MVPD and returns them.
    mutating func remove(mvpd: MVPDID) -> [Profile] {
        profiles.removeValue(forKey: mvpd) ?? []
    }

    /// Removes the profile of a kind with an MVPD.
    mutating func remove(_ kind: Profile.Kind, mvpd: MVPDID) {
        profiles[mvpd]?.removeAll { $0.type == kind }
        if profiles[mvpd]?.isEmpty == true { profiles[mvpd] = nil }
    }

    /// Returns the profiles with an MVPD that hold at an instant.
    func valid(mvpd: MVPDID, at now: Date) -> [Profile] {
        (profiles[mvpd] ?? []).filter { $0.isValid(at: now) }
    }

    /// Whether there was a profile with an MVPD that has lapsed, as far as that is remembered.
    func hasLapsed(mvpd: MVPDID, at now: Date) -> Bool {
        (profiles[mvpd] ?? []).contains { $0.notAfter.instant <= now && !$0.isForgotten(at: now) }
    }

    /// Whether it is remembered of none of the profiles that there was one.
    func isForgotten(at now: Date) -> Bool {
        profiles.values.allSatisfy { $0.allSatisfy { $0.isForgotten(at: now) } }
    }
}

extension Profile {
    /// Whether the profile holds: from `notBefore` on, and no longer at `notAfter`.
    func isValid(at now: Date) -> Bool {
        notBefore.instant <= now && now < notAfter.instant
    }

    /// Whether it is not remembered any more that there was this profile.
    func isForgotten(at now: Date) -> Bool {
        notAfter.instant.addingTimeInterval(ProfileShelf.memory) <= now
    }

    /// The user whom the profile is about.
    var userID: UserID {
        UserID(attributes["userID"]?.value.string ?? "")
    }
}

/// Which clients of one app have obtained a profile with an MVPD on a device.
struct ProfileTrace: Codable, Sendable, Hashable {
    /// The client that obtained the last.
    private(set) var holder: ClientID
    /// Until when that profile holds; `nil` in traces kept before that was remembered.
    private(set) var notAfter: Date?
    /// Others that have obtained one before, the newest last.
    private var others: [ClientID] = []
    /// How many others are remembered: an app that registers anew more often is in other trouble.
    private static let mostOthers = 8

    /// Begins with a client.
    init(holder: ClientID) {
        self.holder = holder
    }

    /// Notes that a client has obtained a profile.
    mutating func obtained(_ profile: Profile, by client: ClientID) {
        notAfter = profile.notAfter.instant
        guard holder != client else { return }
        others.removeAll { $0 == client }
        others = (others + [holder]).suffix(Self.mostOthers)
        holder = client
    }

    /// Whether nobody needs to know any more who obtained one.
    func isForgotten(at now: Date) -> Bool {
        notAfter.map { $0.addingTimeInterval(ProfileShelf.memory) <= now } ?? false
    }

    /// Whether a client has ever obtained one.
    func knows(_ client: ClientID) -> Bool {
        holder == client || others.contains(client)
    }
}
