import Foundation
import TVSimCore
import TVSimIdentityProvider
import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TVSimXMLSecurity
import TestSupport
import Testing

/// What service providers can ask of an MVPD beside the usual answer: other signatures, encryption, other names, and a
/// request by HTTP-POST.
@Suite("An answer to a service provider") struct ProviderAnswerTests {
    typealias Scene = ProviderRequestTests.Scene

    /// Changes the provider of a scene.
    private func change(_ scene: Scene, _ change: (inout Provider) -> Void) throws {
        try scene.world.simulation.store.write { state in
            var providers = try IdentityProviderDirectory.providers(in: state)
            change(&providers[0])
            try IdentityProviderDirectory.setProviders(providers, in: state)
        }
    }

    /// The response in a page's form.
    private func response(in page: String) throws -> Data {
        let field = try #require(page.firstMatch(of: /name="SAMLResponse" value="([^"]*)"/))
        return try #require(Data(base64Encoded: String(field.output.1)))
    }

    // MARK: - Signatures and encryption

    @Test("has the signatures that the provider is set to make", arguments: SignedElements.allCases)
    func signatures(signed: SignedElements) async throws {
        let scene = try Scene("signedElements: \(signed.rawValue), ")
        try await scene.open(scene.request)
        try await scene.signIn()
        let root = try XMLTree(try response(in: scene.browser.page)).root()
        let assertion = try #require(root.child("Assertion", SAMLNames.assertionNamespace))
        let found = [root, assertion].map { $0.child("Signature", XMLNamespace.signature) != nil }
        #expect(found == [[.response, .both].contains(signed), [.assertion, .both].contains(signed)])
        #expect(try (scene.answer().userID == "alice-1") == (signed != .neither))
    }

    @Test("has an encrypted assertion for a service provider that has a certificate for it, and a plain one for others")
    func encryption() async throws {
        let scene = try Scene()
        try change(scene) {
            $0.saml.serviceProviders[0].encryptionCertificate = TestKeys.impostor.certificate
        }
        for (number, isEncrypted) in [(0, true), (1, false)] {
            var request = scene.request
            request.issuer = Scene.parties[number]
            try await scene.open(request)
            if scene.isAsked { try await scene.signIn() }
            let document = try response(in: scene.browser.page)
            let root = try XMLTree(document).root()
            #expect((root.child("EncryptedAssertion", SAMLNames.assertionNamespace) != nil) == isEncrypted)
            #expect((root.child("Assertion", SAMLNames.assertionNamespace) == nil) == isEncrypted)
            var requirements = ResponseRequirements()
            requirements.profile = .webSSO
            for (key, opens) in [(TestKeys.impostor, true), (TestKeys.provider, !isEncrypted)] {
                let validator = try ResponseValidator(
                    certificates: [TrustedCertificate(pem: try scene.provider.certificate)],
                    decryptor: Decryptor(keys: try DecryptionKey.all(pem: key.privateKey)))
                let verdict = try validator.validate(
                    document: document, expecting: requirements, at: scene.world.simulation.clock.now())
                #expect((verdict.failures.isEmpty) == opens, "\(number): \(verdict.failures)")
            }
        }
    }

    /// The metadata of a service provider with a certificate for each use.
    private static func metadata(_ uses: [(use: String?, certificate: String)]) throws -> String {
        let keys = try uses.map { use, certificate in
            let octets = try TrustedCertificate(pem: certificate).derBytes.base64EncodedString()
            return
                "<md:KeyDescriptor\(use.map { " use=\"\($0)\"" } ?? "")><ds:KeyInfo><ds:X509Data><ds:X509Certificate>"
                + "\(octets)</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>"
        }
        return #"<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata""#
            + #" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="https://sp.example">"#
            + #"<md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">"#
            + keys.joined() + "</md:SPSSODescriptor></md:EntityDescriptor>"
    }

    @Test("is encrypted by the certificate that the service provider's metadata names for encryption, or for no use")
    func encryptionCertificates() throws {
        let (signing, other) = (TestKeys.provider.certificate, TestKeys.impostor.certificate)
        let rows: [(text: String, expected: String?)] = [
            (other, other), (try Self.metadata([("signing", signing), ("encryption", other)]), other),
            (try Self.metadata([("encryption", other), ("signing", signing)]), other),
            (try Self.metadata([("signing", signing), (nil, other)]), other),
            (try Self.metadata([("signing", signing)]), nil), (TestKeys.prime256v1.certificate, nil), ("text", nil),
        ]
        for (text, expected) in rows {
            let party: JSONValue = [
                "assertionConsumerServices": ["https://sp.example/acs"], "verificationToken": "opaque",
                "encryptionCertificate": .string(text),
            ]
            let cursor = ValueCursor(["https://sp.example": party])
            var read: Provider?
            do throws(SourceError) {
                let settings = ValueCursor(["serviceProviders": cursor.value])
                var provider = Provider(identifier: "Example")
                try Provider.fields.read(settings, into: &provider, ReadingNotes(clock: .distantPast))
                read = provider
            } catch {
                #expect(expected == nil, "\(error)")
            }
            let kept = read?.saml.serviceProviders.first?.encryptionCertificate
            let found = try kept.map { try TrustedCertificate(pem: $0).fingerprint }
            #expect(try found == expected.map { try TrustedCertificate(pem: $0).fingerprint }, "\(text.prefix(400))")
        }
    }

    // MARK: - Names

    /// Alice's names, the format of the request, and what comes: the name with its format, or a status.
    private static let names: [(names: String, asked: String?, name: String?, format: String?, status: [String])] = [
        ("emailAddress", SAMLNames.emailAddress, "a@x.example", SAMLNames.emailAddress, []),
        ("emailAddress", SAMLNames.unspecified, "alice-1", SAMLNames.persistent, []),
        ("emailAddress", nil, "alice-1", SAMLNames.persistent, []),
        ("unspecified", SAMLNames.unspecified, "ally", SAMLNames.unspecified, []),
        ("unspecified", nil, "alice-1", SAMLNames.persistent, []),
        ("unspecified", SAMLNames.persistent, "alice-1", SAMLNames.persistent, []),
        ("unspecified", SAMLNames.emailAddress, nil, nil, ["Requester", "InvalidNameIDPolicy"]),
        ("of bob", SAMLNames.emailAddress, nil, nil, ["Responder", "InvalidNameIDPolicy"]),
        ("of bob", SAMLNames.unspecified, "alice-1", SAMLNames.persistent, []),
    ]

    /// Gives users names.
    private func name(_ names: String, in scene: Scene) throws {
        try change(scene) { provider in
            var given = SubscriberNames()
            if names == "unspecified" { given.unspecified = "ally" } else { given.emailAddress = "a@x.example" }
            if names == "of bob" { given.unspecified = "bobby" }
            provider.subscribers[names == "of bob" ? 1 : 0].nameIDs = given
        }
    }

    @Test("names the user in the requested format, if the user has such a name")
    func formats() async throws {
        for row in Self.names {
            let scene = try Scene()
            try name(row.names, in: scene)
            var request = scene.request
            request.nameIDPolicy = NameIDPolicy(format: row.asked)
            try await scene.open(request)
            #expect(scene.isAsked == (row.status.first != "Requester"), "\(row)")
            if scene.isAsked { try await scene.signIn() }
            let answer = try scene.answer()
            #expect(answer.name == row.name && answer.format == row.format && answer.status == row.status, "\(row)")
            #expect(answer.userID == (row.status.isEmpty ? "alice-1" : nil), "\(row)")
        }
    }

    @Test("a name in another format finds its user in a later request, and ends its session; another name does not")
    func laterRequests() async throws {
        for (value, format, isKnown) in [
            ("a@x.example", SAMLNames.emailAddress, true), ("b@x.example", SAMLNames.emailAddress, false),
            ("alice-1", SAMLNames.emailAddress, false), ("a@x.example", SAMLNames.persistent, false),
            ("alice-1", SAMLNames.unspecified, true),
        ] {
            let scene = try Scene()
            try name("emailAddress", in: scene)
            try await scene.open(scene.request)
            try await scene.signIn()
            let qualifiers = NameQualifiers(format: format)
            var request = scene.request
            request.subject = RequestedSubject(name: UserID(value), qualifiers: qualifiers)
            try await scene.open(request)
            let answer = try scene.answer()
            #expect(answer.userID == (isKnown ? "alice-1" : nil), "\(value) \(format)")
            #expect(answer.status == (isKnown ? [] : ["Responder", "UnknownPrincipal"]), "\(value) \(format)")
            let logout = LogoutRequest(
                id: "_logout", issueInstant: try scene.world.simulation.clock.now(), issuer: Scene.parties[0],
                destination: try scene.provider.singleLogoutService, nameID: UserID(value), qualifiers: qualifiers,
                sessionIndexes: [])
            let query = try RedirectBinding.query(.request, logout.xml(), relayState: nil, signedBy: scene.identity)
            try await scene.browser.open("/mvpd/Cablevision/slo?" + query)
            try await scene.open(scene.request)
            #expect(scene.isAsked == isKnown, "\(value) \(format)")
        }
    }

    @Test("the metadata lists a format of names as soon as a user has such a name")
    func metadataFormats() async throws {
        for names in ["", "emailAddress", "unspecified"] {
            let scene = try Scene()
            if !names.isEmpty { try name(names, in: scene) }
            try await scene.browser.open("/mvpd/Cablevision/metadata")
            for (format, isThere) in [
                (SAMLNames.persistent, true), (SAMLNames.emailAddress, names == "emailAddress"),
                (SAMLNames.unspecified, names == "unspecified"),
            ] {
                #expect(scene.browser.page.contains("<md:NameIDFormat>\(format)<") == isThere, "\(names) \(format)")
            }
        }
    }
}
