import EntitlementAPI
import TVSimulator

/// Where a running server is.
package struct ServerLocation: Sendable, Hashable, Encodable {
    /// What an app's own HTTP client takes as its base.
    package let url: String
    /// The base of the admin API.
    package let admin: String

    /// Creates a location; an IPv6 address gets its brackets.
    package init(host: String, port: Int) {
        url = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        admin = url + AdminAPI.prefix
    }

    /// The location as the first line of output tells it.
    package func line() throws -> String {
        try JSONText.line(self) + "\n"
    }

    /// The location as a locator file tells it: with the process that serves.
    package func locator(processID: Int32) throws -> String {
        try JSONText.line(
            JSONValue.object([
                "url": .string(url), "admin": .string(admin), "pid": .integer(Int64(processID)),
            ])) + "\n"
    }
}
