/// The address at which a client reaches the simulation.
///
/// The real parties have different hosts. Over HTTP, one server simulates all of them on the documented paths.
/// Addresses in messages to browsers and SAML parties must therefore lead to this server.
package struct ServedAddress: Sendable, Hashable {
    /// The base URL before the documented paths, such as `http://127.0.0.1:8080/s/first`; `nil` if no server is
    /// running.
    package let base: String?

    /// The address of a simulation inside the process, without a server.
    package static let inProcess = ServedAddress(base: nil)

    /// Creates an address.
    package init(base: String?) {
        self.base = base
    }

    /// Returns the address at which this simulation serves a documented address.
    package func address(of documented: String) -> String {
        guard let base else { return documented }
        return base + Self.path(of: documented)
    }

    /// Whether clients use TLS.
    package var isSecure: Bool { base?.hasPrefix("https://") ?? false }

    /// The port, in digits, or the default of the scheme; `nil` if no server is running.
    package var port: String? {
        guard let base, let start = base.firstRange(of: "://")?.upperBound else { return nil }
        let authority = base[start...].prefix { $0 != "/" }
        // The colons of an IPv6 address are in brackets.
        let digits = authority.lastIndex(of: ":").map { authority[authority.index(after: $0)...] } ?? ""
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return isSecure ? "443" : "80" }
        return String(digits)
    }

    /// The same address at this machine's other name, which is another host for a browser's cookies: `localhost` for
    /// `127.0.0.1` and the reverse; `nil` for any other host, or if no server is running.
    package var atOtherName: ServedAddress? {
        guard let base, let start = base.firstRange(of: "://")?.upperBound else { return nil }
        let names = ["localhost", "127.0.0.1"]
        let rest = base[start...]
        for (name, other) in zip(names, names.reversed()) where rest.hasPrefix(name) {
            let after = rest.dropFirst(name.count)
            guard after.isEmpty || after.first == ":" || after.first == "/" else { return nil }
            return ServedAddress(base: base[..<start] + other + after)
        }
        return nil
    }

    /// The path before the documented paths, such as `/s/first`; empty if the base URL has no path.
    package var pathPrefix: String {
        guard let base else { return "" }
        let path = Self.path(of: base)
        return path == "/" ? "" : path
    }

    /// Returns the path and query of an address.
    package static func path(of address: String) -> String {
        let bytes = address.utf8
        let separator = "://".utf8
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: separator) }) else { return address }
        let rest = bytes[end...].dropFirst(separator.count)
        return rest.firstIndex(of: UInt8(ascii: "/")).map { String(address[$0...]) } ?? "/"
    }
}
