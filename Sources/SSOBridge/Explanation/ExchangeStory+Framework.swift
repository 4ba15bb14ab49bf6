import TVSimCore
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimStructuredText
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
            try revokes(.permissionGranted, .accessWithdrawn)
        case .signedIn(let system):
            try holds(.signedIn, .signedIn)
            try holds(.providerIdentified, .provider(system.provider))
        case .expired(_, let end):
            try fails(.signedIn, .expired(at: TimeText.format(end)))
        case .providerNotNamed:
            // The framework may return metadata without a provider also if no user is signed in.
            guard account != .signedOut else { return try fails(.signedIn, .signedOut) }
            try holds(.signedIn, .signedIn)
            try fails(.providerIdentified, .noProvider)
        case .signedOut:
            try explainFailure(account, .signedOut, ifSignedIn: Self.failure(.providerRejected))
        case .pickerCancelled:
            try explainFailure(account, .pickerCancelled, ifSignedIn: .pickerCancelled)
        case .otherProvider:
            try explainFailure(
                account, .otherProvider, ifSignedIn: Self.failure(.unsupportedProvider))
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
            try revokes(.permissionGranted, .accessWithdrawn)
        } else if error.code == .providerRejected, case .expired = error.account {
            // The app did not know: the framework may omit the date of an expired account.
            try revokes(.signedIn, .hasExpired(provider: nil))
        } else {
            try fails(.samlResponseReceived, Self.failure(error.code))
        }
    }

    private static func failure(_ code: VSError.Code) -> ConditionCause { .frameworkFailed("\(code)") }

    /// Records that the framework named no account: either no authentication is valid, or condition (c) failed.
    private func explainFailure(_ account: AnsweredAccount?, _ cause: ConditionCause, ifSignedIn other: ConditionCause)
        throws
    {
        guard case .signedIn = account else { return try fails(.signedIn, cause) }
        try holds(.signedIn, .signedIn)
        try fails(.providerIdentified, other)
    }

    /// Records why the framework does not let the app have a provider that it names.
    private func explainRefusal(
        of provider: ProviderID, _ account: AnsweredAccount?, _ configuration: ConfigurationResponse
    ) throws {
        let name = JournalText(provider.rawValue)
        if account == .expired(provider) { return try fails(.signedIn, .hasExpired(provider: name)) }
        guard case .signedIn(provider, let answersBySAML) = account else {
            return try fails(.signedIn, .notSignedIn(provider: name))
        }
        try holds(.signedIn, .signedIn)
        try holds(.providerIdentified, .provider(provider))
        guard let mvpd = configuration.mvpd(platformMappingID: provider) else {
            return try fails(.integrationEnabled, .noIntegration(provider: name, requestor: nil))
        }
        try holds(.integrationEnabled, .integrates(mvpd.id, requestor: nil))
        if let blocker = mvpd.singleSignOnBlocker { return try fails(.singleSignOnEnabled, blocker.cause) }
        guard answersBySAML else {
            return try fails(.singleSignOnEnabled, .noSAML(mvpd.id))
        }
        // All conditions of the platform and the service hold so far: the app itself leaves the provider out.
        try holds(.singleSignOnEnabled, .singleSignOn(mvpd.id))
        try note(.accountLeftOut(mvpd.id))
    }
}
