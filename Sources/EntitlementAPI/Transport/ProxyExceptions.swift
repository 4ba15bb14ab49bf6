import Foundation

/// Hosts that are asked without a proxy, whatever the environment says.
///
/// A service on this machine is none of a proxy's business: it could not reach it, and would see the app's tokens.
package enum ProxyExceptions {
    /// The variables that list them: programs read the one or the other.
    package static let variables = ["no_proxy", "NO_PROXY"]

    /// Returns the list that an environment needs for a host; `nil`: no proxy is asked for it anyway.
    ///
    /// - Parameters:
    ///   - host: The host, as an address has it.
    ///   - environment: The environment of the program that asks.
    /// - Returns: The hosts that were excepted before, and this one, as the variables list them.
    package static func list(adding host: String, to environment: [String: String]) -> String? {
        let named = environment.filter { $0.key.lowercased().hasSuffix("_proxy") }
        guard named.contains(where: { !variables.contains($0.key) && !$0.value.isEmpty }) else { return nil }
        let excepted = variables.lazy.compactMap { environment[$0] }.first.map { $0.split(separator: ",") } ?? []
        let hosts = excepted.map { $0.trimmingCharacters(in: .whitespaces) }
        guard !hosts.contains(host), hosts != ["*"] else { return nil }
        return (hosts + [host]).joined(separator: ",")
    }
}
