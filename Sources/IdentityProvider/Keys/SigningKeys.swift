import NIOConcurrencyHelpers
package import XMLSecurity

/// The providers' signing identities, each parsed once for the process.
package enum SigningKeys {
    /// How many providers have a key of their own; further ones share, in turn.
    static let count = SimulatedProviderKeys.pairs.count - 1

    private static let parsed = NIOLockedValueBox<[Int: SigningIdentity]>([:])

    /// The identity of a provider.
    ///
    /// - Throws: When the key in the source is damaged.
    package static func identity(number: Int) throws -> SigningIdentity {
        try identity(index: number % count)
    }

    /// An identity that belongs to no provider: its signatures are never to be believed.
    ///
    /// - Throws: When the key in the source is damaged.
    package static func impostor() throws -> SigningIdentity {
        try identity(index: count)
    }

    /// The certificate of a provider, PEM.
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
