package import TVSimStateStorage

/// The connection from a device to the TV providers, for app-level requests and sign-ins.
///
/// In process, the providers of the simulated world implement it. A device without an attached world has
/// `NoProviderConnection`. The functions that send something are asynchronous, because a connection may hold an answer
/// back.
package protocol ProviderConnection: Sendable {
    /// Returns the providers that the system knows, in the order of the picker, within a transaction of the device's
    /// store.
    func providers(in state: any StateReading) throws -> [KnownProvider]

    /// Sends a query to the provider of the signed-in account, and returns its reply.
    ///
    /// - Throws: `StateError` if the simulator cannot read or write its state, and an error if an answer cannot be
    ///   signed. A refusal is a reply, not an error.
    func answer(_ query: ProviderQuery) async throws -> ProviderReply

    /// Sends a sign-in attempt to a provider, and returns its reply.
    ///
    /// - Throws: `StateError` if the simulator cannot read or write its state. A refusal is a reply, not an error.
    func signIn(_ attempt: SignInAttempt) async throws -> SignInReply
}
