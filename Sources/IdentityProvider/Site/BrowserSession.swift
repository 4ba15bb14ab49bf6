import Foundation
import HTTPTypes
import SimulationCore
import StateStorage

/// A browser in which a person is signed in at a provider.
struct BrowserSession: Codable, Sendable, Hashable {
    /// The cookie by which the browser is known again.
    static let cookie = "tvsim-mvpd"

    /// The subscriber's name.
    var subscriber: String
    /// When the person signed in.
    var signedInAt: Date
    /// When the session ends.
    var expires: Date
    /// By which name service providers end the session; `nil` in sessions kept before that could be.
    var index: String?
    /// What the person is called in this session, by the entity identifier of the service provider that asked for such a
    /// name; `nil`: nobody has.
    var transientNames: [String: String]?

    /// What the names of all providers' sessions begin with.
    static let keys = "provider/session/"

    static func key(provider: String, id: String) -> StateKey<BrowserSession> {
        StateKey("\(keys)\(Data(provider.utf8).hexadecimal)/\(id)")
    }

    /// Whether a text can be the identifier of a session.
    static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
    }

    /// Finds the session of a browser; one that has ended is none.
    static func find(
        _ cookies: Cookies, provider: String, at now: Date, in state: any StateReading
    ) throws -> BrowserSession? {
        guard let key = key(cookies, provider: provider), let found = try state.value(for: key), now < found.expires
        else { return nil }
        return found
    }

    /// Where the session of a browser is kept; `nil`: the browser names none.
    static func key(_ cookies: Cookies, provider: String) -> StateKey<BrowserSession>? {
        cookies[cookie].flatMap { isIdentifier($0) ? key(provider: provider, id: $0) : nil }
    }

    /// Returns what the person is called in a session to one service provider, and remembers it with the session.
    ///
    /// The name says nothing of the person, and two service providers cannot tell by it that they speak of the same one
    /// (SAML Core 2.0 § 8.3.8). A session that is kept nowhere (`nil`) has a name for one answer.
    static func transientName(
        _ session: BrowserSession, kept key: StateKey<BrowserSession>?, for party: String, in simulation: Simulation
    ) throws -> String {
        if let name = session.transientNames?[party] { return name }
        let name = try simulation.identifiers.xmlIdentifier()
        guard let key else { return name }
        return try simulation.store.write { state in
            guard var kept = try state.value(for: key) else { return name }
            // Of two tabs that ask at once, the second is told what the first was.
            if let other = kept.transientNames?[party] { return other }
            kept.transientNames = (kept.transientNames ?? [:]).merging([party: name]) { $1 }
            try state.setValue(kept, for: key)
            return name
        }
    }

    /// The header that lets a browser forget a session.
    static func removeCookie(path: String, isSecure: Bool) -> String {
        setCookie("", path: path, lifetime: 0, isSecure: isSecure)
    }

    /// The header that lets a browser keep a session; no script can read it, no other site's form sends it, and one that
    /// came over TLS goes over nothing else.
    static func setCookie(_ id: String, path: String, lifetime: TimeInterval, isSecure: Bool) -> String {
        "\(cookie)=\(id); Path=\(path); Max-Age=\(Int(lifetime)); HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    }
}
