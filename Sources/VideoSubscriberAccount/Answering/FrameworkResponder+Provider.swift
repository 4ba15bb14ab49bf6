import Foundation
import TVSimCore
import TVSimDevice
import TVSimProviderMessages
import TVSimSAML
import TVSimStructuredText

extension FrameworkResponder {
    /// The SAML status of success.
    private static let success = "urn:oasis:names:tc:SAML:2.0:status:Success"

    /// Performs the app-level exchange for the account, and returns the provider's answer without reading it.
    ///
    /// Video Subscriber Account, `VSAccountMetadataRequest` and `VSError`; Differences, A-58.
    func askProvider(
        _ wish: MetadataWish, _ account: SystemAccount, in scheme: AnswerScheme
    ) async throws -> Answer {
        let reply = try await device.providerConnection.answer(
            ProviderQuery(
                provider: account.provider, subscriber: account.subscriber, signedInAt: account.signedInAt,
                signedInUntil: account.expires, form: try form(of: wish, account, in: scheme),
                verificationToken: wish.verificationToken,
                waits: try device.settings().developer.requestTimeoutsDisabled))
        try simulation.journal.record(
            ProviderQueryDecision(reply, of: account.provider, to: wish.attributeNames))
        switch reply {
        case .answered(var response):
            if response.scheme == .saml, response.body != nil { response.status = response.status ?? Self.success }
            var content = MetadataContent(account, for: wish)
            content.response = response
            content.verificationData = try verificationData()
            return .success(content)
        case .rejected(let response):
            return .failure(VSError(answer: .providerRejected, userInfo: Self.userInfo(response)))
        case .invalidVerificationToken:
            return .failure(VSError(answer: .invalidVerificationToken))
        case .timeout, .unreachable:
            return .failure(VSError(answer: .serviceTemporarilyUnavailable))
        }
    }

    /// Returns bytes that stand for the proof of a response's origin; apps cannot read them.
    func verificationData() throws -> Data {
        Data(try simulation.identifiers.hexadecimal(words: 4).utf8)
    }

    private func form(
        of wish: MetadataWish, _ account: SystemAccount, in scheme: AnswerScheme
    ) throws -> ProviderQuery.Form {
        switch scheme {
        case .saml:
            let query = AttributeQuery(
                id: try simulation.identifiers.xmlIdentifier(), issueInstant: try simulation.clock.now(),
                issuer: EntityID(wish.issuer ?? app.bundleID), nameID: account.subscriber,
                attributeNames: wish.attributeNames)
            return .saml(attributeQuery: query.xml())
        case .api:
            return .api(attributeNames: wish.attributeNames)
        }
    }

    /// Returns the user info of an error for a provider's refusal.
    private static func userInfo(_ response: ProviderResponse) -> [String: Any] {
        var userInfo: [String: Any] = [
            VSErrorInfoKeyAccountProviderResponse: VSAccountProviderResponse(response)
        ]
        guard response.scheme == .saml else { return userInfo }
        userInfo[VSErrorInfoKeySAMLResponse] = response.body
        userInfo[VSErrorInfoKeySAMLResponseStatus] = response.status
        return userInfo
    }
}

extension MetadataContent {
    /// Creates metadata with the fields of an account that a request asked for.
    init(_ account: SystemAccount, for wish: MetadataWish) {
        self.init()
        if wish.includesProvider { accountProviderIdentifier = account.provider }
        if wish.includesExpiration { authenticationExpirationDate = account.expires }
    }
}
