import EntitlementAPI
import Foundation
import XMLSecurity

/// The profiles of one app on one device at one service provider: at most one of each kind with an MVPD.
///
/// Lapsed profiles stay until they are replaced or removed, so that a lapsed one can be told from none.
struct ProfileShelf: Codable, Sendable, Hashable {
    private(set) var profiles: [String: [Profile]] = [:]

    /// Puts a profile in place of the one of its kind.
    mutating func put(_ profile: Profile, mvpd: String) {
        profiles[mvpd, default: []].removeAll { $0.type == profile.type }
        profiles[mvpd, default: []].append(profile)
    }

    /// Removes the profiles with an MVPD and returns them.
    mutating func remove(mvpd: String) -> [Profile] {
        profiles.removeValue(forKey: mvpd) ?? []
    }

    /// Returns the profiles with an MVPD that hold at an instant.
    func valid(mvpd: String, at now: Date) -> [Profile] {
        (profiles[mvpd] ?? []).filter { $0.isValid(at: now) }
    }

    /// Whether there was a profile with an MVPD that has lapsed.
    func hasLapsed(mvpd: String, at now: Date) -> Bool {
        (profiles[mvpd] ?? []).contains { $0.notAfter.instant <= now }
    }
}

extension Profile {
    /// Whether the profile holds: from `notBefore` on, and no longer at `notAfter`.
    func isValid(at now: Date) -> Bool {
        notBefore.instant <= now && now < notAfter.instant
    }

    /// The user whom the profile is about.
    var userID: String {
        attributes["userID"]?.value.string ?? ""
    }
}

/// Which clients of one app have obtained a profile with an MVPD on a device.
struct ProfileTrace: Codable, Sendable, Hashable {
    /// The client that obtained the last.
    private(set) var holder: String
    /// Others that have obtained one before, the newest last.
    private var others: [String] = []
    /// How many others are remembered: an app that registers anew more often is in other trouble.
    private static let mostOthers = 8

    /// Begins with a client.
    init(holder: String) {
        self.holder = holder
    }

    /// Notes that a client has obtained a profile.
    mutating func obtained(by client: String) {
        guard !holder.isExactly(client) else { return }
        others.removeAll { $0.isExactly(client) }
        others = (others + [holder]).suffix(Self.mostOthers)
        holder = client
    }

    /// Whether a client has ever obtained one.
    func knows(_ client: String) -> Bool {
        holder.isExactly(client) || others.contains { $0.isExactly(client) }
    }
}
