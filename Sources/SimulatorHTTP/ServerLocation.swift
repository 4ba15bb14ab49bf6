import EntitlementAPI
import Foundation
import StructuredText
import TVSimulator

/// Where a running server is.
package struct ServerLocation: Sendable, Hashable, Encodable {
    /// What an app's own HTTP client takes as its base.
    package let url: String
    /// The base of the admin API.
    package let admin: String
    /// The certificate of the authority that vouches for the server; `nil`: it speaks plain HTTP.
    package let certificateAuthority: String?

    /// Creates a location; an IPv6 address gets its brackets.
    package init(host: String, port: Int, certificateAuthority: String? = nil) {
        self.certificateAuthority = certificateAuthority
        url = "\(certificateAuthority == nil ? "http" : "https")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        admin = url + AdminAPI.prefix
    }

    /// The location as the first line of output tells it.
    package func line() throws -> String {
        try JSONText.line(self) + "\n"
    }

    /// The location as a locator file tells it: with the process that serves.
    package func locator(processID: Int32) throws -> String {
        var members: [String: JSONValue] = [
            "url": .string(url), "admin": .string(admin), "pid": .integer(Int64(processID)),
        ]
        members["certificateAuthority"] = certificateAuthority.map(JSONValue.string)
        return try JSONText.line(JSONValue.object(members)) + "\n"
    }

    /// Whether a text is what a locator file tells, of whichever server.
    package static func isLocator(_ text: String) -> Bool {
        guard case .object(let members)? = try? JSONValue(json: Data(text.utf8)),
            case .string(let url)? = members["url"], case .integer? = members["pid"]
        else { return false }
        let known: Set = ["url", "admin", "pid", "certificateAuthority"]
        return members["admin"] == .string(url + AdminAPI.prefix) && known.isSuperset(of: members.keys)
    }
}
