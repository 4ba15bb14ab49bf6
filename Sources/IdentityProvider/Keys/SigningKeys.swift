import TVSimStructuredText
package import TVSimXMLSecurity

/// The signing identities of the providers, which each process parses once.
package enum SigningKeys {
    /// The number of provider keys; further providers share them in turn (Differences, S-8).
    static let count = SimulatedProviderKeys.pairs.count - 1

    private static let parsed = Locked<[Int: SigningIdentity]>([:])

    /// Returns the signing identity of a provider.
    ///
    /// - Throws: `XMLError` if the key in the source is damaged.
    package static func identity(number: Int) throws -> SigningIdentity {
        try identity(index: number % count)
    }

    /// Returns an identity that belongs to no provider, for signatures that must be rejected.
    ///
    /// - Throws: `XMLError` if the key in the source is damaged.
    package static func impostor() throws -> SigningIdentity {
        try identity(index: count)
    }

    /// Returns the private key and the certificate of a provider, both in PEM.
    package static func pair(number: Int) -> (privateKey: String, certificate: String) {
        SimulatedProviderKeys.pairs[number % count]
    }

    /// The private key and the certificate that belong to no provider, both in PEM.
    package static var impostorPair: (privateKey: String, certificate: String) { SimulatedProviderKeys.pairs[count] }

    /// The certificates of all keys in the source, in PEM.
    package static var allCertificates: [String] { SimulatedProviderKeys.pairs.map(\.certificate) }

    /// Returns the certificate of a provider, in PEM.
    package static func certificate(number: Int) -> String {
        SimulatedProviderKeys.pairs[number % count].certificate
    }

    private static func identity(index: Int) throws -> SigningIdentity {
        try parsed.withLockedValue { parsed in
            if let identity = parsed[index] { return identity }
            let pair = SimulatedProviderKeys.pairs[index]
            let identity = try SigningIdentity(privateKeyPEM: pair.privateKey, certificatePEM: pair.certificate)
            parsed[index] = identity
            return identity
        }
    }
}
