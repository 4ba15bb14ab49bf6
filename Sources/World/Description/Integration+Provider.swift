package import TVSimEntitlementService
package import TVSimStructuredText

/// The TV provider of an integration that names none: the one with the MVPD's key, if it exists.
extension Integration {
    /// Leaves out a provider that only follows from the MVPD's key and does not exist.
    ///
    /// The MVPD then has no TV provider, as a temporary pass.
    ///
    /// - Parameters:
    ///   - known: The existing TV providers.
    ///   - similar: The names of which the MVPD's key may be a slip. Users of a misspelt MVPD could not sign in: their
    ///     browser would get an error page with status 500.
    /// - Throws: ``MisspeltMVPD`` if the key is similar to such a name, and the MVPD has no sign-in of its own.
    package mutating func leaveOutMissingProvider(
        among known: Set<ProviderID>, similarTo similar: @autoclosure () -> [String]
    ) throws(MisspeltMVPD) {
        guard let provider, provider.rawValue == mvpd.rawValue, !known.contains(provider) else { return }
        if !signsInElsewhere, let meant = Suggestion.closest(to: name, among: similar()) {
            throw MisspeltMVPD(name: name, meant: meant)
        }
        self.provider = nil
    }

    /// Whether no TV provider of the simulation signs the users in.
    private var signsInElsewhere: Bool {
        externalIdentityProvider != nil || externalAuthorizationServer != nil || tempPass != nil || proxy != nil
    }
}

/// The key of an MVPD that is probably a misspelt name.
package struct MisspeltMVPD: Error {
    let name: String
    /// The similar name.
    package let meant: String

    /// What is wrong, without the suggestion.
    package var reason: String {
        "no TV provider has the key '\(name)': write 'provider: null' for an MVPD without one"
    }
}
