import Foundation

/// Excludes hosts from proxies.
///
/// A request to this machine must not use a proxy, which could not reach the service and would see the app's tokens.
package enum ProxyExceptions {
    /// The environment variables with the list; programs read one or the other.
    package static let variables = ["no_proxy", "NO_PROXY"]

    /// Returns the list for a host.
    ///
    /// - Parameters:
    ///   - host: The host of a URL.
    ///   - environment: The environment of the program that sends the requests.
    /// - Returns: The existing exceptions and the host, separated by commas; `nil` if no change is needed.
    package static func list(adding host: String, to environment: [String: String]) -> String? {
        let named = environment.filter { $0.key.lowercased().hasSuffix("_proxy") }
        guard named.contains(where: { !variables.contains($0.key) && !$0.value.isEmpty }) else { return nil }
        let excepted = variables.lazy.compactMap { environment[$0] }.first.map { $0.split(separator: ",") } ?? []
        let hosts = excepted.map { $0.trimmingCharacters(in: .whitespaces) }
        guard !hosts.contains(host), hosts != ["*"] else { return nil }
        return (hosts + [host]).joined(separator: ",")
    }
}
