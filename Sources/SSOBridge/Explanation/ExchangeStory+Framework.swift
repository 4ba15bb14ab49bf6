import EntitlementAPI
import Identifiers
import Settings
import VideoSubscriberAccount

/// The explanation of what Apple's framework answered: which conditions hold.
///
/// The answer alone does not always say. The framework therefore hands the ``AnsweredAccount`` on with it. Nothing is decided
/// here: the exchange follows from the ``FrameworkAnswer``.
extension ExchangeStory {
    /// Records conditions (b) and (c) behind an answer about the account.
    ///
    /// A provider that the request does not support fails at a later condition, if the user is signed in with it.
    func explain(_ reading: AccountReading, _ configuration: ConfigurationResponse) throws {
        let account = reading.account
        switch reading.answer {
        case .accessGranted:
            break
        case .accessNotGranted:
            try revokes(.permissionGranted, Self.withdrawn)
        case .signedIn(let system):
            try holds(.signedIn, Self.signedIn)
            try holds(.providerIdentified, "the provider is '\(system.provider)'")
        case .expired(_, let end):
            try fails(.signedIn, "the authentication expired at \(TimeText.format(end))")
        case .providerNotNamed:
            // The framework may return metadata without a provider also if no user is signed in.
            guard account != .signedOut else { return try fails(.signedIn, Self.signedOut) }
            try holds(.signedIn, Self.signedIn)
            try fails(.providerIdentified, "the framework named no provider")
        case .signedOut:
            try explainFailure(account, Self.signedOut, ifSignedIn: Self.failure(.providerRejected))
        case .pickerCancelled:
            let reason = "the user cancelled the system's picker"
            try explainFailure(account, reason, ifSignedIn: reason)
        case .otherProvider:
            try explainFailure(
                account, "the user chose another TV provider", ifSignedIn: Self.failure(.unsupportedProvider))
        case .unsupportedProvider(let provider):
            try explainRefusal(of: provider, account, configuration)
        case .failed(let error):
            if error.code == .unsupportedProvider, let provider = error.unsupportedProvider {
                try explainRefusal(of: provider, account, configuration)
            } else {
                try explainFailure(account, Self.failure(error.code), ifSignedIn: Self.failure(error.code))
            }
        }
    }

    /// Records condition (g), or an earlier one, behind an error that the framework returned instead of a SAML response.
    func explainMissingResponse(_ error: VSError) throws {
        if error.code == .accessNotGranted {
            try revokes(.permissionGranted, Self.withdrawn)
        } else if error.code == .providerRejected, case .expired = error.account {
            // The app did not know: the framework may omit the date of an expired account.
            try revokes(.signedIn, "the authentication has expired")
        } else {
            try fails(.samlResponseReceived, Self.failure(error.code))
        }
    }

    private static let signedIn = "a user is signed in at system level"
    private static let signedOut = "no user is signed in at system level"
    private static let withdrawn = "access was withdrawn meanwhile"

    private static func failure(_ code: VSError.Code) -> String { "the framework failed: \(code)" }

    /// Records that the framework named no account: either no authentication is valid, or condition (c) failed.
    private func explainFailure(_ account: AnsweredAccount?, _ reason: String, ifSignedIn other: String) throws {
        guard case .signedIn = account else { return try fails(.signedIn, reason) }
        try holds(.signedIn, Self.signedIn)
        try fails(.providerIdentified, other)
    }

    /// Records why the framework does not let the app have a provider that it names.
    private func explainRefusal(
        of provider: ProviderID, _ account: AnsweredAccount?, _ configuration: ConfigurationResponse
    ) throws {
        if account == .expired(provider) {
            return try fails(.signedIn, "the authentication with '\(provider)' has expired")
        }
        guard case .signedIn(provider, let answersBySAML) = account else {
            return try fails(.signedIn, "the user chose '\(provider)' but is not signed in with it")
        }
        try holds(.signedIn, Self.signedIn)
        try holds(.providerIdentified, "the provider is '\(provider)'")
        guard let mvpd = configuration.mvpd(platformMappingID: provider) else {
            return try fails(.integrationEnabled, "the requestor has no enabled integration with '\(provider)'")
        }
        try holds(.integrationEnabled, "the requestor integrates '\(mvpd.id)'")
        if let blocker = mvpd.singleSignOnBlocker { return try fails(.singleSignOnEnabled, blocker.reason) }
        guard answersBySAML else {
            return try fails(.singleSignOnEnabled, "'\(mvpd.id)' does not answer by SAML")
        }
        // All conditions of the platform and the service hold so far: the app itself leaves the provider out.
        try holds(.singleSignOnEnabled, "it is on for '\(mvpd.id)'")
        try note("account", "left out", "the app does not offer single sign-on with '\(mvpd.id)'")
    }
}
