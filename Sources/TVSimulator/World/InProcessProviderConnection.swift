import IdentityProvider
import SimulatedDevice
import SimulationCore

/// The provider connection of a device whose providers live in the same process.
struct InProcessProviderConnection: ProviderConnection {
    let directory: IdentityProviderDirectory

    func answer(_ query: ProviderQuery) async -> ProviderReply {
        guard case .saml(let attributeQuery) = query.form else { return .unreachable }
        let answer: ProviderAnswer
        do {
            answer = try directory.answer(
                AttributeRequest(
                    provider: query.provider, subscriber: query.account.subscriber,
                    authenticatedAt: query.account.signedInAt, authenticatedUntil: query.account.expires,
                    attributeQuery: attributeQuery, verificationToken: query.verificationToken))
        } catch {
            SimulationTrouble.stop(error)
        }
        switch answer {
        case .answered(let status, let body): return .answered(status: status, body: body)
        case .rejected(let status, let body): return .rejected(status: status, body: body)
        case .invalidVerificationToken: return .invalidVerificationToken
        case .timeout: return .timeout
        case .unreachable: return .unreachable
        }
    }

    func signIn(_ attempt: SignInAttempt) async -> SignInReply {
        .unreachable
    }
}
