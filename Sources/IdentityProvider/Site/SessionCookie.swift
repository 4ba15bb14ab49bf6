import Foundation
import SimulationCore

/// The cookie by which a provider knows a browser again.
struct SessionCookie {
    /// The name, which says the port: a browser keeps one jar for all ports of a host (RFC 6265 § 8.5), and each may be
    /// the port of another simulation.
    let name: String
    /// For which paths the browser keeps it: those of one provider in one world.
    let path: String
    /// Whether it goes over TLS alone.
    let isSecure: Bool

    init(at served: ServedAddress, site: String) {
        name = (["tvsim-mvpd"] + [served.port].compactMap { $0 }).joined(separator: "-")
        path = served.pathPrefix + ServedAddress.path(of: site)
        isSecure = served.isSecure
    }

    /// The header that lets a browser keep a session; no script can read it, no other site's form sends it, and one that
    /// came over TLS goes over nothing else.
    func kept(_ id: String, for lifetime: TimeInterval) -> String {
        "\(name)=\(id); Path=\(path); Max-Age=\(Int(lifetime)); HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    }

    /// The header that lets a browser forget a session.
    var removed: String { kept("", for: 0) }
}
