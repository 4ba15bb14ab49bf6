package import EntitlementAPI
package import Foundation
package import SimulatedDevice
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
}

/// What came of an exchange.
package struct ExchangeOutcome: Sendable {
    /// The end of an exchange.
    package enum Result: Sendable {
        /// The system-level account became a profile.
        case exchanged(ExchangedProfile)
        /// Something stood in the way.
        case stopped(ExchangeStop)
    }

    /// The conditions in their order, up to the first that does not hold.
    package let conditions: [ConditionFinding]
    /// What came of it.
    package let result: Result
}

/// A profile that the service gave: for the system-level account, or for a sign-in at the MVPD's page.
package struct ExchangedProfile: Sendable, Hashable {
    /// The MVPD, as the entitlement service names it.
    package let mvpd: String
    /// The account provider identifier, as the device names it; `nil` where the device played no part.
    package let platformMappingID: String?
    /// The profile itself.
    package let profile: Profile
    /// When the service was asked for it; `nil` where that says nothing.
    package let asked: Date?

    /// Creates what the service gave.
    package init(mvpd: String, platformMappingID: String?, profile: Profile, asked: Date? = nil) {
        self.mvpd = mvpd
        self.platformMappingID = platformMappingID
        self.profile = profile
        self.asked = asked
    }
}

/// The system-level account, as the framework showed it to the app.
package struct SystemProfile: Sendable, Equatable {
    /// The account provider identifier.
    package let provider: String
    /// When the authentication ends; `nil`: not known, or never.
    package let expires: Date?

    /// Creates what the framework would show.
    package init(provider: String, expires: Date?) {
        self.provider = provider
        self.expires = expires
    }

    /// The status that the app reports to the service.
    package var frameworkStatus: PartnerFrameworkStatus {
        PartnerFrameworkStatus(
            permission: .init(accessStatus: .granted), provider: .init(id: provider, expires: expires))
    }
}

/// What the framework showed of the system-level account.
package enum SystemReading: Sendable {
    /// Somebody is signed in, the framework named the provider, and the authentication has not ended.
    case signedIn(SystemProfile)
    /// One of the first three conditions does not hold.
    case stopped(ExchangeStop)
}
