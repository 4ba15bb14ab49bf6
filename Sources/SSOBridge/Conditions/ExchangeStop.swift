package import SimulatedDevice
import SimulationCore
package import VideoSubscriberAccount

/// Why an exchange did not come about.
package enum ExchangeStop: Sendable, Equatable {
    /// The app may not use the account: denied, restricted or undetermined.
    case permission(AccessPermission)
    /// The framework could not answer.
    case framework(VSError)
    /// Nobody is signed in at system level, and the app did not allow an interruption.
    case nobodySignedIn
    /// The system-level authentication has ended.
    case expired(provider: String)
    /// The person cancelled the system's interface.
    case pickerCancelled
    /// The person chose a provider that is not in the system's picker.
    case otherProvider
    /// The person chose an MVPD that the system's picker only lists: it signs in at its own page.
    case signsInAtItsPage(mvpd: String)
    /// The framework answered, but named no provider.
    case providerNotNamed
    /// The requestor does not integrate the provider, or not at present.
    case integrationDisabled(provider: String)
    /// Single sign-on is off for the MVPD, or it does not take part.
    case singleSignOnDisabled(mvpd: String)
    /// The person is signed in with an MVPD that the app's own filter leaves out.
    case notOffered(mvpd: String)
    /// The MVPD is degraded: everybody is authenticated without it.
    case degraded(mvpd: String)
    /// The service has a profile already, which it could not be told to remove: it may be another person's.
    case profileToBeRemoved(mvpd: String)
    /// The provider answered without a SAML response.
    case noSAMLResponse
    /// The service did not accept what the device said.
    case refused(String)
    /// The service could not be asked.
    case service(ClientFailure)

    /// How the service stopped the exchange, without a full stop; `nil` if a condition or the app did.
    package var serviceFailure: String? {
        switch self {
        case .refused(let words):
            "the service did not accept the exchange: \(words.withoutFullStop)"
        case .service(let failure) where failure.isAnswered:
            "the service answered, and no exchange came of it: \(failure.explanation.withoutFullStop)"
        case .service(let failure):
            "the service could not be asked for the exchange: \(failure.explanation.withoutFullStop)"
        case .profileToBeRemoved(let mvpd):
            "the service has a profile with '\(mvpd)' that is still to be removed"
        default: nil
        }
    }
}
