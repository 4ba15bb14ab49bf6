import Foundation
import NIOConcurrencyHelpers

/// Hosts that are asked without a proxy, whatever the environment says.
///
/// A service on this machine is none of a proxy's business: it could not reach it, and would see the app's tokens.
/// Foundation on Linux takes proxies from the environment alone, and knows no setting against them.
enum ProxyExceptions {
    private static let lock = NIOLock()

    /// Adds a host to those that the environment excepts, for this process.
    static func add(_ host: String) {
        lock.withLock {
            let environment = ProcessInfo.processInfo.environment
            guard environment.keys.contains(where: { $0.lowercased().hasSuffix("_proxy") }) else { return }
            let excepted = (environment["no_proxy"] ?? environment["NO_PROXY"] ?? "").split(separator: ",")
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard !excepted.contains(host), excepted != ["*"] else { return }
            setenv("no_proxy", (excepted + [host]).joined(separator: ","), 1)
        }
    }
}
