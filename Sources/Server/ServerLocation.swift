import Foundation
import TVSimEntitlementAPI
import TVSimStructuredText

/// The address of a running server.
package struct ServerLocation: Sendable, Hashable, Encodable {
    /// The base URL of the entitlement service, for an app's own HTTP client.
    package let url: String
    /// The base URL of the admin API.
    package let admin: String
    /// The file of the certificate authority that clients must trust; `nil` if the server speaks plain HTTP.
    package let certificateAuthority: String?

    /// Creates a location, with brackets around an IPv6 address in the URLs.
    package init(host: String, port: Int, certificateAuthority: String? = nil) {
        self.certificateAuthority = certificateAuthority
        url = "\(certificateAuthority == nil ? "http" : "https")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        admin = url + AdminAPI.prefix
    }

    /// The location for a process on the same machine, which cannot rely on connecting to an unspecified address.
    ///
    /// A server that listens on `0.0.0.0` or `::` is reached at the loopback address.
    package var onThisMachine: ServerLocation {
        guard let parts = URLComponents(string: url), let port = parts.port else { return self }
        let loopback = ["0.0.0.0": "127.0.0.1", "[::]": "::1"][parts.host ?? ""]
        return loopback.map {
            ServerLocation(host: $0, port: port, certificateAuthority: certificateAuthority)
        } ?? self
    }

    /// Returns the location with another host.
    ///
    /// - Parameter host: The host that clients use; `nil` for that of this location.
    /// - Returns: The location.
    package func named(_ host: String?) -> ServerLocation {
        guard let host, let port = URLComponents(string: url)?.port else { return self }
        return ServerLocation(host: host, port: port, certificateAuthority: certificateAuthority)
    }

    /// Returns the first line of the server's output, as JSON.
    package func line() throws -> String {
        try JSONText.line(self) + "\n"
    }

    /// Returns the content of a locator file, which also contains the server's process identifier.
    package func locator(processID: Int32) throws -> String {
        var members: Members = [
            "url": .string(url), "admin": .string(admin), "pid": .integer(Int64(processID)),
        ]
        members["certificateAuthority"] = certificateAuthority.map(JSONValue.string)
        return try JSONText.line(JSONValue.object(members)) + "\n"
    }

    /// Returns the process identifier in a locator file; `nil` if the text is not a locator file.
    package static func processID(inLocator text: String) -> Int32? {
        guard case .object(let members)? = try? JSONValue(json: Data(text.utf8)),
            case .string(let url)? = members["url"], members["admin"] == .string(url + AdminAPI.prefix),
            case .integer(let process)? = members["pid"]
        else { return nil }
        return Int32(exactly: process)
    }
}
