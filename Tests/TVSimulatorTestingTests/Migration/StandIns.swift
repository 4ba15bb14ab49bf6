import Foundation
import TVSimulatorTesting

#if canImport(os)
    import os
#else
    /// Stands in for the `Logger` of the module `os`, which Linux does not have.
    struct Logger {
        let subsystem: String
        let category: String

        func error(_ message: String) { print("\(subsystem) \(category): \(message)") }
    }
#endif

/// What the app keeps between launches.
///
/// On a device, functions of the keychain implement it (`SecItemAdd`).
protocol SecretStore {
    func secret(for key: String) -> String?
    func keep(_ secret: String?, for key: String)
}

/// The keychain of one test.
final class MemorySecretStore: SecretStore {
    private var secrets: [String: String] = [:]

    func secret(for key: String) -> String? { secrets[key] }
    func keep(_ secret: String?, for key: String) { secrets[key] = secret }
}

/// The browser in which the user signs in.
///
/// On a device, `ASWebAuthenticationSession` implements it.
protocol SignInBrowser {
    /// Opens a page, and returns the address with the app's own scheme at which the browser ends.
    func open(_ page: URL, returningTo scheme: String) async throws -> URL
}

/// The browser of a test, in which a subscriber of the world signs in.
struct SimulatedBrowser: SignInBrowser {
    let simulator: Simulator
    let user: String

    func open(_ page: URL, returningTo scheme: String) async throws -> URL {
        guard let end = try await simulator.visit(page.absoluteString, as: user).flatMap(URL.init(string:)),
            end.scheme == scheme
        else { throw URLError(.userCancelledAuthentication) }
        return end
    }
}
