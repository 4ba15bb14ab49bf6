package import Foundation
package import TVSimEntitlementAPI
package import TVSimStructuredText
package import VideoSubscriberAccount

/// What Apple's framework answered when the app asked for the TV provider account.
///
/// The exchange, the validity of tokens and the advanced statuses all read this one value.
package enum FrameworkAnswer: Sendable, Equatable {
    /// The app may use the account; nothing else was asked.
    case accessGranted
    /// The app may not use the account: the status is not determined, restricted or denied.
    case accessNotGranted(VSAccountAccessStatus)
    /// A question failed.
    case failed(VSError)
    /// The framework named an account whose authentication has not ended.
    case signedIn(SystemProfile)
    /// The framework named an account whose authentication has ended; `provider` is `nil` if it was left out.
    case expired(provider: ProviderID?, end: Date)
    /// The framework returned metadata without a provider.
    case providerNotNamed
    /// No account is signed in, and the app did not allow an interruption.
    case signedOut
    /// The user cancelled the system's picker.
    case pickerCancelled
    /// The user chose a provider that is not in the system's picker.
    case otherProvider
    /// The user is signed in with a provider that the request does not support, or chose one in the picker.
    case unsupportedProvider(ProviderID)
}

/// The system-level account, as the framework showed it to the app.
package struct SystemProfile: Sendable, Equatable {
    /// The account provider identifier.
    package let provider: ProviderID
    /// When the authentication ends; `nil` if that is unknown, or never.
    package let expires: Date?

    /// Creates the profile of an account.
    package init(provider: ProviderID, expires: Date?) {
        self.provider = provider
        self.expires = expires
    }

    /// The status that the app reports to the service.
    ///
    /// The header requires a date, and the framework gives none for an account that never expires: Differences, H-46.
    package var frameworkStatus: PartnerFrameworkStatus {
        PartnerFrameworkStatus(
            permission: .init(accessStatus: .granted),
            provider: .init(id: provider, expires: expires ?? PartnerFrameworkStatus.never))
    }
}

extension FrameworkAnswer {
    /// Reads the answer of `checkAccessStatus`; access that is not granted is not a failure.
    init(_ status: VSAccountAccessStatus, _ error: VSError?) {
        if let error, error.code != .accessNotGranted {
            self = .failed(error)
        } else {
            self = status == .granted ? .accessGranted : .accessNotGranted(status)
        }
    }

    /// Reads the answer to a metadata request without attributes.
    init(_ metadata: Result<AccountFramework.Metadata, VSError>, _ mode: SSOBridge.Mode, now: Date) {
        switch metadata {
        case .success(let metadata):
            if let end = metadata.expires, now >= end {
                self = .expired(provider: metadata.provider, end: end)
            } else if let provider = metadata.provider {
                self = .signedIn(SystemProfile(provider: provider, expires: metadata.expires))
            } else {
                self = .providerNotNamed
            }
        case .failure(let error):
            switch (error.code, mode) {
            case (.accessNotGranted, _): self = .accessNotGranted(.denied)
            case (.providerRejected, .silent): self = .signedOut
            case (.userCancelled, .interactive): self = .pickerCancelled
            case (.unsupportedProvider, .interactive):
                self = error.unsupportedProvider.map { .unsupportedProvider($0) } ?? .otherProvider
            default: self = .failed(error)
            }
        }
    }
}

extension VSError {
    /// The provider that the request does not support; `nil` if the error names none.
    var unsupportedProvider: ProviderID? {
        ProviderID(userInfo[VSErrorInfoKeyUnsupportedProviderIdentifier] as? String)
    }
}
