import Foundation
import TVSimCore
import TVSimDevice
import TVSimProviderMessages
import TVSimSAML
import Testing
import VideoSubscriberAccount

/// A provider's answers in each scheme.
///
/// Differences, A-28 and A-58.
@Suite struct SchemeTests {
    /// Answers every query with the form in which it was asked.
    struct Echo: ProviderConnection {
        func answer(_ query: ProviderQuery) async -> ProviderReply {
            switch query.form {
            case .saml: .answered(.init(scheme: .saml, status: nil, body: "<Response/>"))
            case .api(let names):
                .answered(.init(scheme: .api, status: "200", body: "{\"names\":\"\(names.joined(separator: ","))\"}"))
            }
        }
        func signIn(_ attempt: SignInAttempt) async -> SignInReply { .unreachable }
    }

    private func world(
        schemes: [AnswerScheme], connection: any ProviderConnection = Echo()
    ) throws -> TestDevice {
        let known = KnownProvider(
            identifier: "Cablevision", displayName: "Cablevision", boarding: .supported, schemes: schemes)
        let world = try TestDevice(connection: Listing(known: [known], connection: connection)).granted()
        try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: nil)
        return world
    }

    @Test("a provider with the scheme api answers with its own string and without SAML")
    func api() async throws {
        let answer = try await world(schemes: [.api]).manager().answer { request in
            request.supportedAuthenticationSchemes = [.api]
            request.attributeNames = ["appLevelAuth"]
        }
        #expect(answer.scheme == .api)
        #expect(answer.status == "200")
        #expect(answer.body == "{\"names\":\"appLevelAuth\"}")
        #expect(answer.samlResponse == nil)
        #expect(answer.verificationData != nil)
    }

    @Test("SAML is mirrored in the provider response, with the status of success if the provider gave none")
    func saml() async throws {
        let answer = try await world(schemes: [.saml]).manager().answer { $0.attributeNames = ["uid"] }
        #expect(answer.scheme == .saml)
        #expect(answer.samlResponse == "<Response/>")
        #expect(answer.body == "<Response/>")
        #expect(answer.status == "urn:oasis:names:tc:SAML:2.0:status:Success")
    }

    /// Answers every query with the name of who asks.
    struct Namer: ProviderConnection {
        func answer(_ query: ProviderQuery) async -> ProviderReply {
            guard case .saml(let xml) = query.form else { return .unreachable }
            return .answered(.init(scheme: .saml, status: nil, body: try? AttributeQuery(xml: xml).issuer.rawValue))
        }
        func signIn(_ attempt: SignInAttempt) async -> SignInReply { .unreachable }
    }

    @Test(
        "the channel identifier is the name of the requestor, or the bundle identifier without a name",
        arguments: [
            ("https://sp.example", "https://sp.example"), (" a\n", "a"), ("", "com.example.stream"),
            (" ", "com.example.stream"), (nil, "com.example.stream"), ("a\u{1}b", "a\u{FFFD}b"),
        ])
    func issuer(channel: String?, name: String) async throws {
        let answer = try await world(schemes: [.saml], connection: Namer()).manager().answer {
            $0.channelIdentifier = channel
            $0.attributeNames = ["uid"]
        }
        #expect(answer.body == name)
    }

    @Test("if app and provider support both schemes, the app's order decides")
    func order() async throws {
        for (schemes, expected) in [
            ([VSAccountProviderAuthenticationScheme.api, .saml], VSAccountProviderAuthenticationScheme.api),
            ([.saml, .api], .saml),
            ([VSAccountProviderAuthenticationScheme("OAuth"), .api], .api),
        ] {
            let answer = try await world(schemes: [.saml, .api]).manager().answer { request in
                request.supportedAuthenticationSchemes = schemes
                request.attributeNames = ["uid"]
            }
            #expect(answer.scheme == expected)
        }
    }

    @Test("row 10: no scheme in common", arguments: [["OAuth"], [], ["API"], ["saml"]])
    func nothingInCommon(schemes: [String]) async throws {
        let answer = try await world(schemes: [.saml]).manager().answer { request in
            request.supportedAuthenticationSchemes = schemes.map { VSAccountProviderAuthenticationScheme($0) }
        }
        #expect(answer.error?.code == .unsupportedProvider)
        #expect(answer.unsupportedProvider == "Cablevision")
    }

    @Test("row 16: a refusal in the api scheme carries the provider's response and no SAML keys")
    func refusal() async throws {
        let refusing = TestProvider(reply: .rejected(.init(scheme: .api, status: "403", body: "{}")))
        let answer = try await world(schemes: [.api], connection: refusing).manager().answer { request in
            request.supportedAuthenticationSchemes = [.api]
            request.attributeNames = ["x"]
        }
        #expect(answer.error?.code == .providerRejected)
        let response = answer.error?.userInfo[VSErrorInfoKeyAccountProviderResponse] as? VSAccountProviderResponse
        #expect(response?.body == "{}")
        #expect(response?.authenticationScheme == .api)
        #expect(answer.error?.userInfo[VSErrorInfoKeySAMLResponse] == nil)
    }
}
