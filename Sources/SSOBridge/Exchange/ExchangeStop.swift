import TVSimCore
package import TVSimEntitlementAPI
package import TVSimStructuredText

/// Why an exchange ended without a profile.
package enum ExchangeStop: Error, Sendable, Equatable {
    /// Apple's framework did not name an account that can be exchanged.
    case framework(FrameworkAnswer)
    /// The user chose an MVPD that the system's picker only lists: it signs in at its own page.
    case signsInAtItsPage(mvpd: MVPDID)
    /// The requestor has no enabled integration with the provider.
    case integrationDisabled(provider: ProviderID)
    /// Single sign-on is off for the MVPD, or the MVPD does not support it.
    case singleSignOnDisabled(mvpd: MVPDID)
    /// The app's own filter leaves out the MVPD with which the user is signed in.
    case notOffered(mvpd: MVPDID)
    /// The MVPD is degraded: the service authenticates every user without it.
    case degraded(mvpd: MVPDID)
    /// The service has an older profile that it could not be asked to remove; it may be another user's.
    case profileToBeRemoved(mvpd: MVPDID)
    /// The provider answered without a SAML response.
    case noSAMLResponse
    /// The service rejected what the device sent.
    case refused(String)
    /// The request to the service failed.
    case service(ClientFailure)

    /// What the service did, if it stopped the exchange and no condition says so; without a full stop.
    package var serviceFailure: String? {
        switch self {
        case .refused(let reason):
            "the service rejected the exchange: \(reason.withoutFullStop)"
        case .service(let failure) where failure.isAnswered:
            "the service answered with an error: \(failure.explanation.withoutFullStop)"
        case .service(let failure):
            "the request to the service failed: \(failure.explanation.withoutFullStop)"
        case .profileToBeRemoved(let mvpd):
            "the service has a profile with '\(mvpd)' that is still to be removed"
        default: nil
        }
    }
}

extension FrameworkAnswer {
    /// Returns why an answer that names no account to exchange stops the exchange.
    ///
    /// A provider that the request does not support is looked up in the configuration, which says why.
    package func stop(_ configuration: ConfigurationResponse) -> ExchangeStop {
        guard case .unsupportedProvider(let provider) = self else { return .framework(self) }
        guard let mvpd = configuration.mvpd(platformMappingID: provider) else {
            return .integrationDisabled(provider: provider)
        }
        return mvpd.singleSignOnBlocker?.stop ?? .notOffered(mvpd: mvpd.id)
    }
}
