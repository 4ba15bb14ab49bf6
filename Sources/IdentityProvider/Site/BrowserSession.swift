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

    /// The header that lets a browser forget a session.
    static func removeCookie(path: String) -> String { setCookie("", path: path, lifetime: 0) }

    /// The header that lets a browser keep a session; no script can read it, and no other site's form sends it.
    static func setCookie(_ id: String, path: String, lifetime: TimeInterval) -> String {
        "\(cookie)=\(id); Path=\(path); Max-Age=\(Int(lifetime)); HttpOnly; SameSite=Lax"
    }
}
