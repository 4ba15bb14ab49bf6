import Foundation
import TVSimCore
import TVSimDevice
import TVSimIdentityProvider
import TVSimProviderMessages
import TVSimSAML
import TVSimStructuredText
import TVSimWorld
import TVSimXMLSecurity
import TVSimulator
import TestSupport
import Testing

/// What a provider makes of the verification token of an app whose back end is a service provider of its own.
///
/// Apple, VSAccountMetadataRequest, verificationToken; Differences, S-1, S-2, A-55.
@Suite("Verification tokens of a custom back end") struct VerificationTokenTests {
    private static let backend = "https://sp.example/saml"
    private static let second = "https://second.example/saml"
    private static let opaque = "https://opaque.example"
    private static let consumer = "https://sp.example/consumer"
    private static let other = "https://sp.example/other"

    private static let profile = """
        schema: 1
        name: back ends
        providers:
          Acme:
            subscribers: {zoe: {attributes: {userID: zoe-1}}, max: {attributes: {userID: max-1}}}
            serviceProviders:
              \(backend):
                assertionConsumerServices: [\(consumer), \(other)]
                certificate: \(quoted(TestKeys.provider.certificate))
              \(second):
                assertionConsumerServices: ["https://second.example/consumer"]
                certificate: \(quoted(TestKeys.impostor.certificate))
              \(opaque):
                assertionConsumerServices: ["https://opaque.example/consumer"]
                verificationToken: opaque
          Bare: {subscribers: {zoe: {}}}
        """

    private static func quoted(_ pem: String) -> String {
        "\"" + pem.replacing("\n", with: "\\n") + "\""
    }

    /// Which request the back end signs, and how.
    struct Row: Sendable, CustomTestStringConvertible {
        enum Token: Sendable {
            case none
            case text(String)
            case unsigned
            case signed(TestKeyPair)
        }

        let testDescription: String
        var provider = "Acme"
        /// The app's `channelIdentifier`.
        var channel = VerificationTokenTests.backend
        var token = Token.signed(TestKeys.provider)
        var issuer = VerificationTokenTests.backend
        var consumer: String?
        var destination: String?
        /// About whom the request asks, by the user identifier.
        var subject: String?
        /// Whether the provider answers that it does not know whom the request is about.
        var isRefused = false
        /// To what the answer is and for which address; `nil`: the token is not accepted.
        var answer: Answer?
    }

    struct Answer: Sendable, Equatable {
        let inResponseTo: String
        let recipient: String
        let audience: String
    }

    private static func answer(
        to id: String = "_request", at recipient: String = consumer, for audience: String = backend
    ) -> Answer {
        Answer(inResponseTo: id, recipient: recipient, audience: audience)
    }

    private static let service = "https://saml.sp.auth.adobe.com"
    private static let serviceConsumer = "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer"

    static let rows = [
        Row(testDescription: "a request that it signed is what is answered, at its first address", answer: answer()),
        Row(
            testDescription: "a request that names another of its addresses is answered there", consumer: other,
            answer: answer(at: other)),
        Row(testDescription: "a request that names an address that is not its own", consumer: "https://evil.example/"),
        Row(testDescription: "a request that nobody signed", token: .unsigned),
        Row(testDescription: "a request in its name that another back end signed", token: .signed(TestKeys.impostor)),
        Row(testDescription: "a request that it signed in another's name", issuer: second),
        Row(testDescription: "a request in the service's name", issuer: service),
        Row(testDescription: "a request that it signed in a name that nobody has", issuer: "https://nobody.example"),
        Row(testDescription: "a text that is no Base64", token: .text("no Base64")),
        Row(testDescription: "a text that is no request", token: .text("PGEvPg==")),
        Row(testDescription: "a request of a back end that another provider knows", provider: "Bare"),
        Row(testDescription: "a request of one back end while the app asks for another", channel: second),
        Row(testDescription: "a request of a back end while the app asks for the service", channel: service),
        Row(
            testDescription: "the app may name somebody whom the provider does not know, who is then the audience",
            channel: "com.example", answer: answer(for: "com.example")),
        Row(
            testDescription: "a request that says that it is for this provider",
            destination: "http://127.0.0.1:8080/s/a/mvpd/Acme/sso", answer: answer()),
        Row(
            testDescription: "a request that says that it is for another provider",
            destination: "https://idp.tvsim.example/mvpd/Bare/sso"),
        Row(testDescription: "a request about whoever is signed in", subject: "zoe-1", answer: answer()),
        Row(testDescription: "a request about another subscriber", subject: "max-1", isRefused: true),
        Row(testDescription: "a request about nobody whom the provider knows", subject: "nobody", isRefused: true),
        Row(
            testDescription: "without a token the query is answered, for whom it names", token: .none,
            answer: answer(to: "_query")),
        Row(
            testDescription: "without a token the service is meant by a name that nobody has", channel: "com.example",
            token: .none, answer: answer(to: "_query", at: serviceConsumer, for: "com.example")),
        Row(
            testDescription: "an opaque token is accepted whatever it is, and the query is answered", channel: opaque,
            token: .text("{\"nonce\": 1}"),
            answer: answer(to: "_query", at: "https://opaque.example/consumer", for: opaque)),
        Row(testDescription: "an opaque token with another's name beside it", token: .text("{\"nonce\": 1}")),
        Row(
            testDescription: "an opaque token where another provider knows the back end", provider: "Bare",
            channel: opaque, token: .text("{\"nonce\": 1}")),
    ]

    @Test("are accepted if they belong to the back end, and the answer is for it", arguments: rows)
    func judged(_ row: Row) async throws {
        let simulator = try Simulator(profile: Self.profile)
        let now = try simulator.world.simulation.clock.now()
        let query = AttributeQuery(
            id: "_query", issueInstant: now, issuer: EntityID(row.channel), nameID: "zoe", attributeNames: ["userID"])
        let reply = try await simulator.world.device.providerConnection.answer(
            ProviderQuery(
                provider: row.provider, subscriber: "zoe", signedInAt: now, signedInUntil: nil,
                form: .saml(attributeQuery: query.xml()), verificationToken: try Self.token(row, at: now)))
        if row.isRefused {
            guard case .rejected(let response) = reply, let body = response.body else {
                Issue.record("\(reply)")
                return
            }
            #expect(body.contains("status:UnknownPrincipal") && !body.contains("<saml:Assertion"))
            return
        }
        guard let expected = row.answer else {
            #expect(reply == .invalidVerificationToken)
            return
        }
        guard case .answered(let response) = reply, let body = response.body else {
            Issue.record("\(reply)")
            return
        }
        #expect(
            Answer(
                inResponseTo: try value(of: /<samlp:Response [^>]*InResponseTo="([^"]*)"/, in: body),
                recipient: try value(of: /Recipient="([^"]*)"/, in: body),
                audience: try value(of: /<saml:Audience>([^<]*)</, in: body)) == expected)
        #expect(
            try value(of: /<saml:SubjectConfirmationData [^>]*InResponseTo="([^"]*)"/, in: body)
                == expected.inResponseTo)
    }

    private func value(of pattern: Regex<(Substring, Substring)>, in text: String) throws -> String {
        String(try #require(text.firstMatch(of: pattern)).output.1)
    }

    private static func token(_ row: Row, at now: Date) throws -> String? {
        var request = AuthnRequest(
            id: "_request", issueInstant: now, issuer: EntityID(row.issuer), destination: row.destination,
            assertionConsumerService: row.consumer)
        request.subject = row.subject.map { RequestedSubject(name: UserID($0)) }
        let xml: String
        switch row.token {
        case .none: return nil
        case .text(let text): return text
        case .unsigned: xml = request.xml()
        case .signed(let keys):
            xml = try request.signedXML(
                with: SigningIdentity(
                    privateKeyPEM: keys.privateKey, certificatePEM: keys.certificate, allowingSmallKeys: true))
        }
        return Data(xml.utf8).base64EncodedString()
    }

    /// A back end as a profile has it, and what is said of it.
    static let wrong = [
        (
            "https://sp.example: {assertionConsumerServices: [https://sp.example/acs]}",
            "6:27: a service provider needs the key 'certificate' or 'verificationToken: opaque'"
        ),
        (
            "https://sp.example: {assertionConsumerServices: [], verificationToken: opaque}",
            "6:27: 'assertionConsumerServices' must contain at least one URL"
        ),
        (
            "https://saml.sp.auth.adobe.com: {assertionConsumerServices: [https://a.example], verificationToken: opaque}",
            "6:7: 'https://saml.sp.auth.adobe.com' is the entitlement service: remove it, because every provider knows "
                + "it"
        ),
    ]

    @Test("an invalid back end is rejected with one line that has the position and the reason", arguments: wrong)
    func refusedBackEnd(backEnd: String, reason: String) {
        let profile = """
            schema: 1
            name: x
            providers:
              Acme:
                serviceProviders:
                  \(backEnd)
            """
        #expect {
            try Simulator(profile: profile)
        } throws: { error in
            "\(error)" == "profile:" + reason
        }
    }
}
