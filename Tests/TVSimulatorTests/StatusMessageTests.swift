import Foundation
import TVSimIdentityProvider
import TVSimSAML
import TVSimStructuredText
import TVSimWorld
import TVSimXMLSecurity
import TestSupport
import Testing

/// Two causes, two sentences: a code stands for several causes, so the simulated MVPD says which in a `StatusMessage`.
///
/// SAML Core 2.0, 3.2.2.3.
@Suite("The refusal of a provider") struct StatusMessageTests {
    private typealias Scene = ProviderRequestTests.Scene

    private static func message(_ xml: String) -> String {
        xml.firstMatch(of: /<samlp:StatusMessage>([^<]*)</).map { String($0.output.1) } ?? ""
    }

    private static func refusal(
        afterSignIn: Bool = false, _ change: (inout AuthnRequest) -> Void
    ) async throws -> String {
        let scene = try Scene()
        if afterSignIn {
            try await scene.open(scene.request)
            try await scene.signIn()
        }
        var request = scene.request
        change(&request)
        try await scene.open(request)
        let field = try #require(scene.browser.page.firstMatch(of: /name="SAMLResponse" value="([^"]*)"/))
        return message(String(decoding: try #require(Data(base64Encoded: String(field.output.1))), as: UTF8.self))
    }

    @Test("of a request names the member and its value")
    func requests() async throws {
        let email = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
        let context = "urn:oasis:names:tc:SAML:2.0:ac:classes:X509"
        let artifact = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact"
        func subject(_ name: UserID, _ change: (inout NameQualifiers) -> Void = { _ in }) -> RequestedSubject {
            var subject = RequestedSubject(name: name)
            change(&subject.qualifiers)
            return subject
        }
        let causes = [
            Cause(
                "a format", names: email,
                said: try await Self.refusal {
                    var policy = NameIDPolicy()
                    policy.format = email
                    $0.nameIDPolicy = policy
                }),
            Cause(
                "a qualifier", names: "https://elsewhere.example",
                said: try await Self.refusal {
                    var policy = NameIDPolicy()
                    policy.spNameQualifier = "https://elsewhere.example"
                    $0.nameIDPolicy = policy
                }),
            Cause(
                "a context", names: context,
                said: try await Self.refusal { $0.requestedAuthnContext = RequestedAuthnContext(.exact, [context]) }),
            Cause(
                "a browser without a user", names: "no signed-in user, and the request is passive (IsPassive)",
                said: try await Self.refusal { $0.isPassive = true }),
            Cause(
                "a new sign-in", names: "a new sign-in, and the request is passive (IsPassive)",
                said: try await Self.refusal(afterSignIn: true) {
                    $0.isPassive = true
                    $0.forceAuthn = true
                }),
            Cause("a binding", names: artifact, said: try await Self.refusal { $0.protocolBinding = artifact }),
            Cause("a user", names: "nobody-7", said: try await Self.refusal { $0.subject = subject("nobody-7") }),
            Cause(
                "a user by a format", names: "nameIDs.emailAddress",
                said: try await Self.refusal { $0.subject = subject("alice-1") { $0.format = email } }),
            Cause(
                "a user of another provider", names: "https://other.example",
                said: try await Self.refusal {
                    $0.subject = subject("alice-1") { $0.nameQualifier = "https://other.example" }
                }),
            Cause(
                "a transient user", names: "transient",
                said: try await Self.refusal { $0.subject = subject("alice-1") { $0.format = SAMLNames.transient } }),
        ]
        expectTwoSentences(for: causes)
    }

    @Test("of a logout names the member and its value")
    func logouts() async throws {
        func refusal(
            _ name: UserID, _ indexes: [String] = [], _ qualifiers: NameQualifiers = NameQualifiers()
        ) async throws -> String {
            let scene = try Scene()
            try await scene.open(scene.request)
            try await scene.signIn()
            let request = LogoutRequest(
                id: "_logout", issueInstant: scene.request.issueInstant, issuer: Scene.parties[0],
                destination: try scene.provider.singleLogoutService, nameID: name, qualifiers: qualifiers,
                sessionIndexes: indexes)
            let query = try RedirectBinding.query(.request, request.xml(), relayState: nil, signedBy: scene.identity)
            try await scene.browser.open("/mvpd/Cablevision/slo?" + query)
            let answer = String(scene.browser.address.drop { $0 != "?" }.dropFirst())
            let response = try LogoutResponse(unverifiedXML: RedirectBinding.readUnsigned(.response, in: answer).xml)
            return response.succeeded ? "ended" : response.statusMessage ?? ""
        }
        let (provider, party) = (try Scene().provider.entityID, Scene.parties[0])
        let email = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
        for right in [
            NameQualifiers(), NameQualifiers(format: SAMLNames.persistent),
            NameQualifiers(format: SAMLNames.unspecified),
            NameQualifiers(format: SAMLNames.persistent, nameQualifier: provider, spNameQualifier: party),
        ] {
            #expect(try await refusal("alice-1", [], right) == "ended", "\(right)")
        }
        expectTwoSentences(for: [
            Cause("another user", names: "nobody-7", said: try await refusal("nobody-7", [])),
            Cause("another index", names: "'_other'", said: try await refusal("alice-1", ["_other"])),
            Cause(
                "another format", names: "e-mail address",
                said: try await refusal("alice-1", [], NameQualifiers(format: email))),
            Cause(
                "an unknown format", names: "urn:example:format",
                said: try await refusal("alice-1", [], NameQualifiers(format: "urn:example:format"))),
            Cause(
                "a transient name", names: "transient name",
                said: try await refusal("alice-1", [], NameQualifiers(format: SAMLNames.transient))),
            Cause(
                "a name of another provider", names: "https://other.example",
                said: try await refusal("alice-1", [], NameQualifiers(nameQualifier: "https://other.example"))),
            Cause(
                "a name of another service provider", names: "'\(Scene.parties[1])'",
                said: try await refusal("alice-1", [], NameQualifiers(spNameQualifier: Scene.parties[1]))),
        ])
    }
}
