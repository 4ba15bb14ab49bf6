package import TVSimProviderMessages
package import TVSimStateStorage

/// The connection of a device without an attached world, whose providers are unreachable.
package struct NoProviderConnection: ProviderConnection {
    /// Creates the connection.
    package init() {}

    package func answer(_ query: ProviderQuery) async -> ProviderReply {
        .unreachable
    }

    package func signIn(_ attempt: SignInAttempt) async -> SignInReply {
        .unreachable
    }
}

extension ProviderConnection {
    /// Returns the providers of a device without an attached world.
    package func providers(in state: any StateReading) throws -> [KnownProvider] { KnownProvider.defaults }
}
