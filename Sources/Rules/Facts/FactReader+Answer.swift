import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText

// What the service answered.
extension FactReader {
    mutating func readAnswer(
        _ exchange: HTTPExchange, _ number: Int, _ endpoint: Endpoint?, into fact: inout RequestFact
    ) {
        guard let response = exchange.response else { return }
        let data = exchange.responseBody
        var answer = AnswerFact(status: response.status.code, errors: [])
        answer.retryAfter = response.headerFields[.retryAfter].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        defer { fact.answer = answer }
        guard answer.isSuccess else {
            answer.errors = Self.failures(in: data)
            return
        }
        switch endpoint {
        case .register:
            guard let made = try? WireCoding.decode(RegistrationResponse.self, from: data) else { return }
            answer.client = ledger.register(made.clientID, secret: made.clientSecret)
            fact.client = answer.client
        case .token:
            guard let made = try? WireCoding.decode(TokenResponse.self, from: data) else { return }
            answer.accessToken = ledger.issue(
                made.accessToken, to: fact.client, by: number, at: now, for: made.expiresIn)
        case .session, .resume, .partnerSession:
            guard let session = try? WireCoding.decode(SessionResponse.self, from: data) else { return }
            answer.session = .init(
                action: session.actionName, reason: session.reasonType, code: session.code,
                mvpd: session.mvpd?.rawValue, notAfter: session.notAfter?.milliseconds.value,
                missing: session.missingParameters,
                verificationToken: (session.authenticationRequest?.request).map(Redaction.pseudonym(of:)),
                attributes: session.authenticationRequest?.attributesNames)
        case .configuration:
            guard let configuration = try? WireCoding.decode(ConfigurationResponse.self, from: data) else { return }
            answer.providers = configuration.requestor.mvpds.compactMap { $0.platformMappingID?.rawValue }.sorted()
        case .profiles, .profile, .profileByCode, .partnerProfile:
            guard let list = try? WireCoding.decode(ProfilesResponse.self, from: data) else { return }
            answer.profiles = list.profiles.map {
                .init(mvpd: $0.key.rawValue, type: $0.value.type.rawValue, notAfter: $0.value.notAfter.value)
            }.sorted { $0.mvpd < $1.mvpd }
        case .authorize, .preauthorize:
            guard let list = try? WireCoding.decode(DecisionsResponse.self, from: data) else { return }
            answer.decisions = list.decisions.map {
                .init(
                    resource: $0.resource.rawValue, authorized: $0.authorized, source: $0.source,
                    token: $0.token.map {
                        .init(pseudonym: Redaction.pseudonym(of: $0.serializedToken), notAfter: $0.notAfter.value)
                    })
            }
            answer.errors = list.decisions.compactMap { decision in
                decision.error.map {
                    .init(code: $0.code, action: $0.action.rawValue, resource: decision.resource.rawValue)
                }
            }
        case .logout:
            guard let list = try? WireCoding.decode(LogoutActionsResponse.self, from: data) else { return }
            answer.logouts = list.logouts.values.map { step in
                .init(
                    mvpd: step.mvpd.rawValue, action: step.actionName.rawValue,
                    page: step.url.map { ledger.number(of: Self.page($0), among: "pages") })
            }.sorted { $0.mvpd < $1.mvpd }
        default: return
        }
    }

    /// The errors of an answer without success: enhanced ones, or those of registration.
    private static func failures(in data: Data) -> [AnswerFact.Failure] {
        guard case .object(let members)? = try? JSONValue(json: data) else { return [] }
        if let code = members["code"]?.string {
            return [.init(code: code, action: members["action"]?.string, resource: nil)]
        }
        return members["error"]?.string.map { [.init(code: $0, action: nil, resource: nil)] } ?? []
    }
}
