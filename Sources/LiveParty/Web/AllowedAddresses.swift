import Foundation
import TVSimStructuredText

/// The servers that a run may contact, each with the one IP address to which its name was resolved.
///
/// A party under test could send the browser to a service of the cloud or to the network of the user. The run therefore
/// opens only what its configuration names, and only the machines that it confirmed at the beginning.
package struct AllowedAddresses: Sendable {
    /// The origins of the configuration.
    package let origins: Set<WebAddress.Origin>
    /// The IP address of each host.
    package let resolved: [String: String]

    /// Where a machine is.
    package enum Reach: Sendable, Hashable {
        case loopback, privateNetwork, linkLocal, everywhere

        /// Classifies an IP address (RFC 6890); a malformed one counts as `everywhere`.
        package init(_ address: String) {
            var (four, six) = (in_addr(), in6_addr())
            if inet_pton(AF_INET, address, &four) == 1 {
                self.init(withUnsafeBytes(of: &four) { Array($0) })
            } else if inet_pton(AF_INET6, address.prefix { $0 != "%" }.description, &six) == 1 {
                let bytes = withUnsafeBytes(of: &six) { Array($0) }
                if bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] {
                    self.init(Array(bytes.suffix(4)))
                } else if bytes == Array(repeating: 0, count: 15) + [1] {
                    self = .loopback
                } else {
                    self =
                        bytes[0] & 0xFE == 0xFC
                        ? .privateNetwork
                        : bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80 ? .linkLocal : .everywhere
                }
            } else {
                self = .everywhere
            }
        }

        private init(_ four: [UInt8]) {
            switch (four[0], four[1]) {
            case (127, _): self = .loopback
            case (10, _), (172, 16...31), (192, 168): self = .privateNetwork
            case (169, 254), (0, _): self = .linkLocal
            default: self = .everywhere
            }
        }
    }

    /// Resolves the hosts of addresses once, and refuses those that the run may not contact.
    ///
    /// - Parameters:
    ///   - addresses: What the configuration names.
    ///   - authorized: The hosts outside of private networks that the user confirmed.
    ///   - resolve: Returns the IP address of a host.
    /// - Throws: `CommandError` if a host is unknown, protected, or public and not confirmed.
    package init(
        _ addresses: [WebAddress], authorized: [String],
        resolve: (String) throws -> String
    ) throws {
        origins = Set(addresses.map(\.origin))
        let confirmed = Set(authorized.map { $0.lowercased() })
        var resolved: [String: String] = [:]
        for name in Set(origins.map(\.name)).sorted() {
            guard let address = try? resolve(name) else {
                throw CommandError(.unavailable, "the host '\(name)' cannot be found")
            }
            resolved[name] = address
            switch Reach(address) {
            case .loopback: continue
            case .linkLocal:
                throw CommandError(.invalid, "'\(name)' is the link-local address \(address), which is never tested")
            case .privateNetwork, .everywhere:
                if let owner = ProtectedHosts.owner(of: name) {
                    throw CommandError(.invalid, "'\(name)' belongs to \(owner): tvsim never tests it")
                }
                guard Reach(address) == .privateNetwork || confirmed.contains(name) else {
                    throw CommandError(
                        .invalid,
                        "'\(name)' is the public address \(address): if its owner allows the test, add "
                            + "--authorized-for \(name)")
                }
            }
        }
        self.resolved = resolved
    }

    /// Whether the party is outside of this machine and of private networks.
    package var isPublic: Bool { resolved.values.contains { Reach($0) == .everywhere } }

    /// Whether every machine is this one.
    package var isLoopback: Bool { resolved.values.allSatisfy { Reach($0) == .loopback } }

    /// Returns whether a run may open an address.
    package func contains(_ address: WebAddress) -> Bool { origins.contains(address.origin) }
}

/// The services that are never tested.
enum ProtectedHosts {
    private static let owners = [
        "Adobe": ["adobe.com", "adobe.io", "adobelogin.com"], "Apple": ["apple.com", "icloud.com"],
    ]

    /// Returns who owns a host; `nil` if it is not protected.
    static func owner(of host: String) -> String? {
        owners.first { _, domains in
            domains.contains { host == $0 || host.hasSuffix("." + $0) }
        }?.key
    }
}
