import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimIdentityProvider
import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TVSimXMLSecurity
import TestSupport
import Testing

/// Changes to a request that shipped identity providers refuse (S-131 has the reports).
private let brokenRules: [(old: String, new: String, reason: String)] = [
    ("ID=\"_request\"", "ID=\"6dyptp6e0001\"", "begins with a digit"),
    ("<saml:Issuer>", "<saml:Issuer>https://sp.example</saml:Issuer><saml:Issuer>", "contains &lt;Issuer"),
    ("</samlp:AuthnRequest>", "<samlp:Unknown/></samlp:AuthnRequest>", "contains &lt;Unknown"),
    ("</samlp:AuthnRequest>", "<samlp:Extensions/></samlp:AuthnRequest>", "contains &lt;Extensions"),
    ("2026-01-01T00:00:00Z", "2026-01-01T02:00:00+02:00", "has an offset from UTC"),
    ("2026-01-01T00:00:00Z", "2026-01-01T00:05:01Z", "issued in the future"),
    ("2026-01-01T00:00:00Z", "2025-12-31T23:54:59Z", "too old"),
]

/// What an MVPD makes of what a service provider's request demands, seen by a service provider of the test's own.
///
/// SAML Core 2.0 § 3.3.2.2.1, § 3.4.1.
@Suite("Requests to a provider") struct ProviderRequestTests {
    /// A world whose Cablevision knows alice, bob and two service providers beside the entitlement service.
    struct Scene {
        static let parties: [EntityID] = ["https://sp.example", "https://second.example"]
        static let consumer = "https://sp.example/consumer"
        let world: World
        let browser: Browser
        let identity: SigningIdentity

        init(_ profile: String = "") throws {
            world = try PollingApp.world(
                "providers: {Cablevision: {\(profile)subscribers: {alice: {attributes: {userID: alice-1}}, bob: {}}}}\n"
            )
            browser = Browser(world)
            identity = try SigningIdentity(
                privateKeyPEM: TestKeys.provider.privateKey, certificatePEM: TestKeys.provider.certificate,
                allowingSmallKeys: true)
            try world.simulation.store.write { state in
                var records = try IdentityProviderDirectory.providers(in: state)
                records[0].saml.serviceProviders = Self.parties.map {
                    var party = KnownServiceProvider(entityID: $0)
                    party.assertionConsumerServices = [Self.consumer, Self.consumer + "/second"]
                    party.singleLogoutService = $0.rawValue + "/logout"
                    party.certificate = TestKeys.provider.certificate
                    return party
                }
                try IdentityProviderDirectory.setProviders(records, in: state)
            }
        }

        var request: AuthnRequest {
            let now = (try? world.simulation.clock.now()) ?? SimulatedClock.defaultStart
            return AuthnRequest(id: "_request", issueInstant: now, issuer: Self.parties[0])
        }

        /// Brings a request to the provider, which may ask the person to sign in.
        func open(_ request: AuthnRequest, _ change: (String) -> String = { $0 }) async throws {
            var request = request
            request.destination = try provider.singleSignOnService
            let query = try RedirectBinding.query(.request, change(request.xml()), relayState: nil, signedBy: identity)
            try await browser.open("/mvpd/Cablevision/sso?" + query)
        }

        func signIn(as name: String = "alice") async throws {
            try await browser.submit(PollingApp.credentials(name))
        }

        var provider: Provider {
            get throws { try world.providers.providers()[0] }
        }

        var isAsked: Bool { browser.asksForPassword }

        /// Reads the response on the page: its status, or whom it is about.
        func answer() throws -> Answer {
            let field = try #require(browser.page.firstMatch(of: /name="SAMLResponse" value="([^"]*)"/))
            let xml = try #require(Data(base64Encoded: String(field.output.1)))
            var requirements = ResponseRequirements()
            requirements.profile = .webSSO
            let validator = try ResponseValidator(certificates: [TrustedCertificate(pem: try provider.certificate)])
            switch try validator.validate(document: xml, expecting: requirements, at: world.simulation.clock.now()) {
            case .valid(let response):
                return Answer(
                    name: response.nameID?.rawValue, format: response.nameQualifiers.format,
                    index: response.sessionIndex,
                    userID: response.attributes.first { $0.name == "userID" }?.values.first)
            case .invalid:
                let text = String(decoding: xml, as: UTF8.self)
                return Answer(
                    status: text.matches(of: /StatusCode Value="[^"]*:status:([^"]*)"/).map { String($0.output.1) })
            }
        }
    }

    struct Answer: Equatable {
        var name: String?
        var format: String?
        var index: String?
        var userID: String?
        var status: [String] = []
    }

    // MARK: - The place

    @Test(
        "is answered at the endpoint with the requested index, and rejected if the index is unknown",
        arguments: [
            ("0", Scene.consumer), ("1", Scene.consumer + "/second"), ("2", nil), ("-1", nil), ("x", nil), ("", nil),
        ])
    func consumerIndex(_ index: String, _ place: String?) async throws {
        let scene = try Scene()
        var request = scene.request
        request.protocolBinding = nil
        try await scene.open(request) {
            $0.replacing(" Version=", with: " AssertionConsumerServiceIndex=\"\(index)\" Version=")
        }
        #expect(scene.isAsked == (place != nil))
        guard let place else { return }
        try await scene.signIn()
        #expect(scene.browser.page.contains("action=\"\(place)\""))
    }

    @Test("is rejected if it has both an index and a URL or a binding", arguments: [true, false])
    func consumerIndexBeside(_ hasPlace: Bool) async throws {
        let scene = try Scene()
        var request = scene.request
        if hasPlace {
            request.assertionConsumerService = Scene.consumer
            request.protocolBinding = nil
        }
        try await scene.open(request) {
            $0.replacing(" Version=", with: " AssertionConsumerServiceIndex=\"0\" Version=")
        }
        #expect(!scene.isAsked && scene.browser.page.contains("AssertionConsumerServiceIndex"))
    }

    // MARK: - The rules of shipped identity providers

    @Test("is refused with a status and a reason if it breaks one of their rules", arguments: brokenRules.indices)
    func brokenRule(_ index: Int) async throws {
        let (old, new, reason) = brokenRules[index]
        for (setting, isStrict) in [("", true), ("strictRequests: false, ", false)] {
            let scene = try Scene(setting)
            try await scene.open(scene.request) { $0.replacing(old, with: new) }
            #expect(scene.isAsked == !isStrict, "\(new)")
            guard isStrict else { continue }
            #expect(try scene.answer().status == ["Requester"])
            let field = try #require(scene.browser.page.firstMatch(of: /name="SAMLResponse" value="([^"]*)"/))
            let xml = String(decoding: Data(base64Encoded: String(field.output.1)) ?? Data(), as: UTF8.self)
            #expect(xml.contains("StatusMessage") && xml.contains(reason), "\(xml)")
        }
    }

    @Test("is accepted as far from the provider's clock as its tolerance allows")
    func tolerance() async throws {
        for (time, isAccepted) in [("00:05:00", true), ("00:59:59", false)] {
            let scene = try Scene()
            try await scene.open(scene.request) { $0.replacing("T00:00:00Z", with: "T\(time)Z") }
            #expect(scene.isAsked == isAccepted, "\(time)")
        }
        let scene = try Scene("requestTolerance: 1h, ")
        try await scene.open(scene.request) { $0.replacing("T00:00:00Z", with: "T00:59:59Z") }
        #expect(scene.isAsked)
    }

    // MARK: - The name

    @Test(
        "is answered with the requested kind of name identifier",
        arguments: [
            (nil, SAMLNames.persistent), (NameIDPolicy(), SAMLNames.persistent),
            (NameIDPolicy(format: SAMLNames.unspecified), SAMLNames.persistent),
            (NameIDPolicy(format: SAMLNames.persistent), SAMLNames.persistent),
            (NameIDPolicy(format: SAMLNames.persistent, spNameQualifier: Scene.parties[0]), SAMLNames.persistent),
            (NameIDPolicy(format: SAMLNames.transient), SAMLNames.transient),
            (NameIDPolicy(format: SAMLNames.transient, allowCreate: false), SAMLNames.transient),
        ] as [(NameIDPolicy?, String)])
    func names(policy: NameIDPolicy?, format: String) async throws {
        let scene = try Scene()
        var request = scene.request
        request.nameIDPolicy = policy
        try await scene.open(request)
        try await scene.signIn()
        let answer = try scene.answer()
        #expect(answer.format == format)
        #expect(answer.userID == "alice-1")
        #expect((answer.name == "alice-1") == (format == SAMLNames.persistent))
    }

    @Test(
        "is rejected for an unsupported kind of name identifier, before a sign-in page",
        arguments: [
            "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
            "urn:oasis:names:tc:SAML:2.0:nameid-format:entity", "urn:oasis:names:tc:SAML:2.0:nameid-format:encrypted",
            "", "urn:example:name",
        ])
    func noSuchName(format: String) async throws {
        let scene = try Scene()
        var request = scene.request
        request.nameIDPolicy = NameIDPolicy(format: format)
        try await scene.open(request)
        #expect(try scene.answer().status == ["Requester", "InvalidNameIDPolicy"])
        request.nameIDPolicy = NameIDPolicy(spNameQualifier: "https://affiliation.example")
        try await scene.open(request)
        #expect(try scene.answer().status == ["Requester", "InvalidNameIDPolicy"])
    }

    // MARK: - The authentication

    private static let classes = "urn:oasis:names:tc:SAML:2.0:ac:classes:"

    @Test(
        "is answered with a password authentication, or rejected if it asks for another kind",
        arguments: [
            (.exact, ["PasswordProtectedTransport"], true), (.exact, ["X509", "PasswordProtectedTransport"], true),
            (.exact, ["X509"], false), (.exact, ["Password"], false), (.exact, [], false),
            (.minimum, ["Password"], true), (.minimum, ["PasswordProtectedTransport"], true),
            (.minimum, ["X509"], false), (.minimum, ["unspecified"], true), (.minimum, ["Unheard"], false),
            (.maximum, ["X509"], true), (.maximum, ["PasswordProtectedTransport"], true),
            (.maximum, ["Password"], false),
            (.better, ["Password"], true), (.better, ["Password", "PasswordProtectedTransport"], false),
            (.better, ["X509"], false), (.better, [], false),
        ] as [(RequestedAuthnContext.Comparison, [String], Bool)])
    func contexts(comparison: RequestedAuthnContext.Comparison, names: [String], isMet: Bool) async throws {
        let scene = try Scene()
        var request = scene.request
        request.requestedAuthnContext = RequestedAuthnContext(comparison, names.map { Self.classes + $0 })
        try await scene.open(request)
        #expect(scene.isAsked == isMet)
        if !isMet { #expect(try scene.answer().status == ["Requester", "NoAuthnContext"]) }
    }

    // MARK: - The person

    @Test("about a user other than the session's prompts that user, and accepts no other")
    func anotherSubject() async throws {
        let scene = try Scene()
        try await scene.open(scene.request)
        try await scene.signIn()
        let alice = try scene.answer()
        var request = scene.request
        request.subject = RequestedSubject(name: "bob")
        try await scene.open(request)
        #expect(scene.isAsked)
        #expect(scene.browser.page.contains("value=\"bob\""))
        try await scene.signIn(as: "alice")
        #expect(try scene.answer().status == ["Responder", "AuthnFailed"])
        try await scene.open(request)
        try await scene.signIn(as: "bob")
        #expect(try scene.answer().userID == "bob")
        request.isPassive = true
        request.subject = RequestedSubject(name: "alice-1")
        try await scene.open(request)
        #expect(try scene.answer().status == ["Responder", "NoPassive"])
        #expect(alice.userID == "alice-1")
    }

    @Test("about the browser's own session is answered immediately, for every kind of name")
    func sameSubject() async throws {
        let scene = try Scene()
        try await scene.open(scene.request)
        try await scene.signIn()
        let alice = try scene.answer()
        for subject in [
            RequestedSubject(name: "alice-1"),
            RequestedSubject(name: "alice-1", qualifiers: .init(format: SAMLNames.persistent)),
            RequestedSubject(
                name: UserID(try #require(alice.name)),
                qualifiers: .init(
                    format: SAMLNames.transient, nameQualifier: try scene.provider.entityID,
                    spNameQualifier: Scene.parties[0])),
        ] {
            var request = scene.request
            request.subject = subject
            try await scene.open(request)
            #expect(try scene.answer().userID == "alice-1")
        }
    }

    @Test(
        "about an unknown user is rejected as such",
        arguments: [
            RequestedSubject(name: "eve"), RequestedSubject(name: ""),
            RequestedSubject(name: "alice-1", qualifiers: .init(format: SAMLNames.transient)),
            RequestedSubject(name: "alice-1", qualifiers: .init(nameQualifier: "https://other.example")),
            RequestedSubject(name: "alice-1", qualifiers: .init(spNameQualifier: "https://other.example")),
            RequestedSubject(name: "alice-1", qualifiers: .init(format: "urn:example:name")),
        ])
    func unknownSubject(subject: RequestedSubject) async throws {
        let scene = try Scene()
        var request = scene.request
        request.subject = subject
        try await scene.open(request)
        #expect(try scene.answer().status == ["Responder", "UnknownPrincipal"])
    }

    // MARK: - The binding

    @Test("is answered by HTTP-POST, and rejected for another binding")
    func bindings() async throws {
        let scene = try Scene()
        var request = scene.request
        request.protocolBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact"
        try await scene.open(request)
        #expect(try scene.answer().status == ["Requester", "UnsupportedBinding"])
        request.protocolBinding = nil
        try await scene.open(request)
        #expect(scene.isAsked)
    }

    @Test("the metadata of the provider lists both kinds of names")
    func metadata() async throws {
        let scene = try Scene()
        try await scene.browser.open("/mvpd/Cablevision/metadata")
        for format in [SAMLNames.persistent, SAMLNames.transient] {
            #expect(scene.browser.page.contains("<md:NameIDFormat>\(format)</md:NameIDFormat>"))
        }
    }
}
