import TVSimCore
import TVSimDevice
import TVSimProviderMessages
package import TVSimStructuredText

/// The account on the device when the framework answered a metadata request.
///
/// Apps cannot see it. The framework hands it on beside the answer, because the answer alone does not say why it was given:
/// `providerRejected` stands for "signed out" and for "the provider refused". The simulator's explanations tell them apart.
package enum AnsweredAccount: Sendable, Hashable {
    /// No user was signed in.
    case signedOut
    /// The authentication had expired.
    case expired(ProviderID)
    /// A user was signed in with a provider.
    case signedIn(ProviderID, answersBySAML: Bool)

    /// The account of the device as it is now.
    init(of answerer: FrameworkResponder) throws {
        let situation = try answerer.device.situation(of: answerer.app.bundleID)
        guard let account = situation.account else {
            self = .signedOut
            return
        }
        let provider = ProviderID(account.provider)
        self =
            try situation.isAccountExpired(at: answerer.simulation.clock.now())
            ? .expired(provider)
            : .signedIn(provider, answersBySAML: situation.provider?.schemes.contains(.saml) ?? true)
    }
}

extension FrameworkResponder {
    /// Adds the device's account to an answer.
    func withAccount(_ answer: Answer) throws -> Answer {
        let account = try AnsweredAccount(of: self)
        switch answer {
        case .success(var content):
            content.account = account
            return .success(content)
        case .failure(var error):
            error.account = account
            return .failure(error)
        }
    }
}
