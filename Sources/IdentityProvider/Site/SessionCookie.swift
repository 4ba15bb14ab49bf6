import Foundation
import TVSimCore

/// The cookie that identifies a browser's session at a provider.
struct SessionCookie {
    /// The name, which includes the port.
    ///
    /// A browser shares the cookies of a host among its ports (RFC 6265, 8.5), and each port may serve another
    /// simulation.
    let name: String
    /// The path of the cookie: that of one provider in one world.
    let path: String
    /// Whether the cookie is sent only over TLS.
    let isSecure: Bool

    init(at served: ServedAddress, site: String) {
        name = (["tvsim-mvpd"] + [served.port].compactMap { $0 }).joined(separator: "-")
        path = served.pathPrefix + ServedAddress.path(of: site)
        isSecure = served.isSecure
    }

    /// Returns the header that sets the cookie, with a lifetime in seconds; `nil` for until the browser is closed.
    ///
    /// Scripts cannot read the cookie, and forms of other sites do not send it. A cookie that was set over TLS is sent
    /// only over TLS.
    func kept(_ id: String, for lifetime: TimeInterval?) -> String {
        "\(name)=\(id); Path=\(path);" + (lifetime.map { " Max-Age=\(Int($0));" } ?? "") + " HttpOnly; SameSite=Lax"
            + (isSecure ? "; Secure" : "")
    }

    /// The header that removes the cookie.
    var removed: String { kept("", for: 0) }
}
