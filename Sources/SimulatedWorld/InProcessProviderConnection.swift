import IdentityProvider
import SimulatedDevice
import SimulationCore
import StateStorage

/// Connects a device to the providers of the same process.
struct InProcessProviderConnection: ProviderConnection {
    let directory: IdentityProviderDirectory

    func providers(in state: any StateReading) throws -> [KnownProvider] {
        try IdentityProviderDirectory.providers(in: state).compactMap { provider in
            provider.boarding.known.map { boarding in
                KnownProvider(
                    identifier: provider.identifier, displayName: provider.displayName, boarding: boarding,
                    schemes: provider.schemes.map(\.known))
            }
        }
    }

    func answer(_ query: ProviderQuery) async throws -> ProviderReply {
        switch try directory.answer(AttributeRequest(query)) {
        case .answered(let status, let body): return .answered(status: status, body: body)
        case .rejected(let status, let body): return .rejected(status: status, body: body)
        case .invalidVerificationToken: return .invalidVerificationToken
        case .timeout: return .timeout
        case .unreachable: return .unreachable
        }
    }

    func signIn(_ attempt: SignInAttempt) async throws -> SignInReply {
        let answer = try directory.signIn(
            provider: attempt.provider, subscriber: attempt.subscriber, password: attempt.password,
            waits: attempt.waits)
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
    /// Creates the provider's request from the device's query.
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

extension Provider.Boarding {
    /// The boarding status that the device sees; `nil` if the device does not know the provider.
    fileprivate var known: KnownProvider.Boarding? {
        switch self {
        case .supported: .supported
        case .pickerOnly: .pickerOnly
        case .none: nil
        }
    }
}

extension AnswerScheme {
    /// The scheme as the device names it.
    fileprivate var known: KnownProvider.Scheme {
        switch self {
        case .saml: .saml
        case .api: .api
        }
    }
}
