import Foundation
import SAML
import SimulatedDevice
import SimulationCore

extension Answerer {
    /// The SAML status of success.
    private static let success = "urn:oasis:names:tc:SAML:2.0:status:Success"

    /// Makes the app-level exchange: an attribute query in the account's name, and the provider's answer unopened.
    ///
    /// spec video-subscriber-account § 2.4 rows 14 to 17, § 3.
    func askProvider(_ wish: MetadataWish, _ account: SystemAccount) async throws -> Result<MetadataContent, VSError> {
        let simulation = device.simulation
        let query = AttributeQuery(
            id: try simulation.identifiers.xmlIdentifier(), issueInstant: try simulation.clock.now(),
            issuer: wish.channelIdentifier ?? app.bundleID, nameID: account.subscriber,
            attributeNames: wish.attributeNames)
        let reply = await device.providerConnection.answer(
            ProviderQuery(
                provider: account.provider, account: account, form: .saml(attributeQuery: query.xml()),
                verificationToken: wish.verificationToken))
        try simulation.journal.record(
            room: "VideoSubscriberAccount", event: "attributeQuery", outcome: reply.summary,
            reason: "the provider '\(account.provider)' was asked for \(wish.attributeNames.joined(separator: ", "))")
        switch reply {
        case .answered(let status, let body):
            var content = MetadataContent(account, for: wish)
            content.samlAttributeQueryResponse = body
            content.response = MetadataContent.Response(
                scheme: .saml, status: status ?? (body == nil ? nil : Self.success), body: body)
            content.verificationData = Data(try simulation.identifiers.hexadecimal(words: 4).utf8)
            return .success(content)
        case .rejected(let status, let body):
            return .failure(VSError(.providerRejected, userInfo: Self.userInfo(status: status, body: body)))
        case .invalidVerificationToken:
            return .failure(VSError(.invalidVerificationToken))
        case .timeout, .unreachable:
            return .failure(VSError(.serviceTemporarilyUnavailable))
        }
    }

    /// What an error tells of a provider's refusal.
    private static func userInfo(status: String?, body: String?) -> [String: Any] {
        var userInfo: [String: Any] = [
            VSErrorInfoKeyAccountProviderResponse: VSAccountProviderResponse(scheme: .saml, status: status, body: body)
        ]
        userInfo[VSErrorInfoKeySAMLResponse] = body
        userInfo[VSErrorInfoKeySAMLResponseStatus] = status
        return userInfo
    }
}

extension MetadataContent {
    /// The fields of an account that a request asked for.
    init(_ account: SystemAccount, for wish: MetadataWish) {
        self.init()
        if wish.includesProvider { accountProviderIdentifier = account.provider }
        if wish.includesExpiration { authenticationExpirationDate = account.expires }
    }
}

extension ProviderReply {
    fileprivate var summary: String {
        switch self {
        case .answered(_, nil): "answered without a body"
        case .answered: "answered"
        case .rejected: "rejected"
        case .invalidVerificationToken: "invalidVerificationToken"
        case .timeout: "timeout"
        case .unreachable: "unreachable"
        }
    }
}
