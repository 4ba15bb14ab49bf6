import EntitlementAPI
import Identifiers
import Settings
import SimulatedDevice
import SimulationCore
import VideoSubscriberAccount

/// The simulator's explanation of what Apple's framework answered: which conditions hold on the device.
///
/// An app cannot know this. For example, the framework answers `providerRejected` both without an account and for a provider
/// that refuses, and a developer wants to know which it was. In this module, only this file reads the account, the providers
/// and the expiry on the device. It decides nothing: the exchange follows from the ``FrameworkAnswer``.
extension ExchangeStory {
    /// Records conditions (b) and (c) behind an answer about the account.
    ///
    /// A provider that the request does not support fails at a later condition, if the user is signed in with it.
    func explain(_ answer: FrameworkAnswer, _ configuration: ConfigurationResponse) throws {
        switch answer {
        case .accessGranted:
            break
        case .accessNotGranted:
            try revokes(.permissionGranted, "access was withdrawn meanwhile")
        case .signedIn(let system):
            try holds(.signedIn, Self.signedIn)
            try holds(.providerIdentified, "the provider is '\(system.provider)'")
        case .expired(_, let end):
            try fails(.signedIn, "the authentication ended at \(TimeText.format(end))")
        case .providerNotNamed:
            // The framework may return metadata without a provider also if no account is signed in.
            guard try device.account() != nil else { return try fails(.signedIn, Self.signedOut) }
            try holds(.signedIn, Self.signedIn)
            try fails(.providerIdentified, "the framework named no provider")
        case .signedOut:
            try explainFailure(Self.signedOut, ifSignedIn: Self.failure(.providerRejected))
        case .pickerCancelled:
            let reason = "the person cancelled the system's picker"
            try explainFailure(reason, ifSignedIn: reason)
        case .otherProvider:
            try explainFailure(
                "the person chose another TV provider", ifSignedIn: Self.failure(.unsupportedProvider))
        case .unsupportedProvider(let provider):
            try explainRefusal(of: provider, configuration)
        case .failed(let error):
            if error.code == .unsupportedProvider, let provider = error.unsupportedProvider {
                try explainRefusal(of: provider, configuration)
            } else {
                try explainFailure(Self.failure(error.code), ifSignedIn: Self.failure(error.code))
            }
        }
    }

    /// Records condition (g), or an earlier one, behind an error that the framework returned instead of a SAML response.
    func explainMissingResponse(_ error: VSError) throws {
        if error.code == .accessNotGranted {
            try revokes(.permissionGranted, "access was withdrawn meanwhile")
        } else if try error.code == .providerRejected && device.hasAccountEnded() {
            // A framework that leaves out the date has not let the app see it before.
            try revokes(.signedIn, "the authentication has ended")
        } else {
            try fails(.samlResponseReceived, Self.failure(error.code))
        }
    }

    private static let signedIn = "somebody is signed in at system level"
    private static let signedOut = "nobody is signed in at system level"

    private static func failure(_ code: VSError.Code) -> String { "the framework failed: \(code)" }

    /// Records that the framework named no account: either no authentication is valid, or condition (c) failed.
    private func explainFailure(_ reason: String, ifSignedIn other: String) throws {
        guard try device.account() != nil, try !device.hasAccountEnded() else { return try fails(.signedIn, reason) }
        try holds(.signedIn, Self.signedIn)
        try fails(.providerIdentified, other)
    }

    /// Records why the framework does not let the app have a provider that it names.
    private func explainRefusal(of provider: ProviderID, _ configuration: ConfigurationResponse) throws {
        guard try device.account()?.provider == provider.rawValue else {
            return try fails(.signedIn, "the person chose '\(provider)', with which nobody is signed in")
        }
        guard try !device.hasAccountEnded() else {
            return try fails(.signedIn, "the authentication with '\(provider)' has ended")
        }
        try holds(.signedIn, Self.signedIn)
        try holds(.providerIdentified, "the provider is '\(provider)'")
        guard let mvpd = configuration.mvpd(platformMappingID: provider) else {
            return try fails(.integrationEnabled, "the requestor has no enabled integration with '\(provider)'")
        }
        try holds(.integrationEnabled, "the requestor integrates '\(mvpd.id)'")
        if let blocker = mvpd.singleSignOnBlocker { return try fails(.singleSignOnEnabled, blocker.reason) }
        let known = try device.providers().first { $0.identifier == provider.rawValue }
        guard known?.schemes.contains(.saml) ?? true else {
            return try fails(.singleSignOnEnabled, "'\(mvpd.id)' does not answer by SAML")
        }
        // All conditions of the platform and the service hold so far: the app itself leaves the provider out.
        try holds(.singleSignOnEnabled, "it is on for '\(mvpd.id)'")
        try note("account", "left out", "the app does not offer single sign-on with '\(mvpd.id)'")
    }
}
