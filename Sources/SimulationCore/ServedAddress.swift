/// By which address a client reached the simulation.
///
/// The real parties have hosts of their own; over HTTP one server stands for all of them, on the same paths. Whatever is
/// told to the outside, to a browser or to another SAML party, must name the place that the client can reach.
package struct ServedAddress: Sendable, Hashable {
    /// The address before the documented paths, such as `http://127.0.0.1:8080/s/first`; `nil`: nobody serves it, and
    /// the documented hosts are as good as any.
    package let base: String?

    /// Nobody serves the simulation: it runs in process.
    package static let inProcess = ServedAddress(base: nil)

    /// Creates an address.
    package init(base: String?) {
        self.base = base
    }

    /// Returns where a documented address is to be found.
    package func address(of documented: String) -> String {
        guard let base else { return documented }
        return base + Self.path(of: documented)
    }

    /// Whether clients come over TLS.
    package var isSecure: Bool { base?.hasPrefix("https://") ?? false }

    /// The port of the address, in digits: that of its scheme where it names none; `nil` where nobody serves it.
    package var port: String? {
        guard let base, let start = base.firstRange(of: "://")?.upperBound else { return nil }
        let authority = base[start...].prefix { $0 != "/" }
        // The colons of an IPv6 address stand in brackets.
        let digits = authority.lastIndex(of: ":").map { authority[authority.index(after: $0)...] } ?? ""
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return isSecure ? "443" : "80" }
        return String(digits)
    }

    /// The path before the documented ones, such as `/s/first`; empty where there is none.
    package var pathPrefix: String {
        guard let base else { return "" }
        let path = Self.path(of: base)
        return path == "/" ? "" : path
    }

    /// The path and the query of an address.
    package static func path(of address: String) -> String {
        let bytes = address.utf8
        let separator = "://".utf8
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: separator) }) else { return address }
        let rest = bytes[end...].dropFirst(separator.count)
        return rest.firstIndex(of: UInt8(ascii: "/")).map { String(address[$0...]) } ?? "/"
    }
}
