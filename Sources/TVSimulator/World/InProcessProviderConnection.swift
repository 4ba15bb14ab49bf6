import IdentityProvider
import SimulatedDevice
import SimulationCore

/// The provider connection of a device whose providers live in the same process.
struct InProcessProviderConnection: ProviderConnection {
    let directory: IdentityProviderDirectory

    func answer(_ query: ProviderQuery) async -> ProviderReply {
        let answer: ProviderAnswer
        do {
            answer = try directory.answer(AttributeRequest(query))
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
        let answer: SignInAnswer
        do {
            answer = try directory.signIn(
                provider: attempt.provider, subscriber: attempt.subscriber, password: attempt.password,
                waits: attempt.waits)
        } catch {
            SimulationTrouble.stop(error)
        }
        switch answer {
        case .accepted(let until): return .accepted(until: until)
        case .wrongCredentials: return .wrongCredentials
        case .rejected: return .rejected
        case .invalidVerificationToken: return .invalidVerificationToken
        case .timeout: return .timeout
        case .unreachable: return .unreachable
        }
    }
}

extension AttributeRequest {
    /// The question as a provider hears it.
    fileprivate init(_ query: ProviderQuery) {
        let form: Form =
            switch query.form {
            case .saml(let attributeQuery): .saml(attributeQuery: attributeQuery)
            case .api(let attributeNames): .api(attributeNames: attributeNames)
            }
        self.init(
            provider: query.provider, subscriber: query.account.subscriber, authenticatedAt: query.account.signedInAt,
            authenticatedUntil: query.account.expires, form: form, verificationToken: query.verificationToken,
            waits: query.waits)
    }
}
