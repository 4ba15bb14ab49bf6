import Foundation
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity
import TestSupport
import Testing

/// The two requests: written, read back, and refused where they are something else.
struct RequestTests {
    static let query = AttributeQuery(
        id: "_query", issueInstant: SAMLWorld.now, issuer: "REF30 & <co>", nameID: "alice  \"a\"",
        attributeNames: ["userID", "a&b"])
    static let request = AuthnRequest(
        id: "_request", issueInstant: SAMLWorld.now + 0.25, issuer: "https://saml.sp.example",
        destination: "https://idp.example/?a=1&b=2", assertionConsumerService: "https://sp.example/consumer")

    @Test("reads back the attribute query that it writes")
    func roundTripsQuery() throws {
        #expect(try AttributeQuery(xml: Self.query.xml()) == Self.query)
        var empty = Self.query
        empty.attributeNames = []
        #expect(try AttributeQuery(xml: empty.xml()) == empty)
    }

    @Test("reads back the authentication request that it writes, unsigned and signed")
    func roundTripsRequest() throws {
        #expect(try AuthnRequest(unverifiedXML: Self.request.xml()) == Self.request)
        let identity = try SAMLWorld.identity()
        let signed = try Self.request.signedXML(with: identity)
        #expect(try AuthnRequest(xml: signed, signedBy: [identity.certificate]) == Self.request)
        let bare = AuthnRequest(id: "_r", issueInstant: SAMLWorld.now, issuer: "x")
        #expect(try AuthnRequest(xml: bare.signedXML(with: identity), signedBy: [identity.certificate]) == bare)
    }

    @Test("reads back the requirements of an authentication request, and refuses invalid ones")
    func roundTripsDemands() throws {
        var request = Self.request
        request.protocolBinding = nil
        request.nameIDPolicy = nil
        #expect(try AuthnRequest(unverifiedXML: request.xml()) == request)
        request.protocolBinding = "urn:a&b"
        request.subject = RequestedSubject(
            name: "a & <b>", qualifiers: NameQualifiers(format: SAMLNames.persistent, spNameQualifier: "sp"))
        request.nameIDPolicy = NameIDPolicy(format: "\"f\"", spNameQualifier: "<sp>", allowCreate: false)
        for comparison in RequestedAuthnContext.Comparison.allCases {
            request.requestedAuthnContext = RequestedAuthnContext(comparison, ["urn:a&b", "urn:c"])
            #expect(try AuthnRequest(unverifiedXML: request.xml()) == request)
        }
        request.requesterIDs = ["REF30 & <co>", "REF40"]
        #expect(try AuthnRequest(unverifiedXML: request.xml()) == request)
        #expect(
            request.xml().hasSuffix("<samlp:RequesterID>REF40</samlp:RequesterID></samlp:Scoping></samlp:AuthnRequest>")
        )
        request.identityProviders = [.init(id: "a & <b>", name: "\"A\" & B"), .init(id: "c")]
        #expect(try AuthnRequest(unverifiedXML: request.xml()) == request)
        for (good, bad) in [
            ("<samlp:RequesterID>", "<samlp:RequesterID><x/>"), (#" ProviderID="c""#, ""),
            (#"Comparison="better""#, #"Comparison="best""#),
            ("<samlp:NameIDPolicy", #"<samlp:NameIDPolicy AllowCreate="si""#),
        ] {
            let broken = request.xml().replacing(good, with: bad)
            #expect(broken != request.xml())
            #expect(throws: MessageError.self) { try AuthnRequest(unverifiedXML: broken) }
        }
        let name = try #require(request.xml().firstMatch(of: /<saml:NameID.*<\/saml:NameID>/)).output
        let encrypted = request.xml().replacing(name, with: "<saml:EncryptedID></saml:EncryptedID>")
        #expect(try AuthnRequest(unverifiedXML: encrypted).subject == RequestedSubject(name: ""))
        let confirmation = request.xml().replacing(name, with: "<saml:SubjectConfirmation></saml:SubjectConfirmation>")
        #expect(try AuthnRequest(unverifiedXML: confirmation).subject == nil)
    }

    @Test("reads back the logout request that it writes, with all attributes of the name")
    func roundTripsLogout() throws {
        var request = LogoutRequest(
            id: "_logout", issueInstant: SAMLWorld.now, issuer: "https://saml.sp.example",
            destination: "https://idp.example/?a=1&b=2", nameID: "a & <b>",
            qualifiers: NameQualifiers(format: SAMLNames.transient, nameQualifier: "\"realm\"", spNameQualifier: "sp"),
            sessionIndexes: ["_session", "_other"])
        #expect(try LogoutRequest(unverifiedXML: request.xml()) == request)
        request.qualifiers = NameQualifiers()
        request.sessionIndexes = []
        #expect(request.xml().contains("<saml:NameID>a &amp; &lt;b&gt;</saml:NameID>"))
        #expect(try LogoutRequest(unverifiedXML: request.xml()) == request)
    }

    @Test("reads white space at the ends of a name as a part of it, and refuses a name that has nothing else")
    func surroundingSpace() throws {
        var query = Self.query
        (query.issuer, query.nameID) = (" REF30\n", "\talice ")
        #expect(try AttributeQuery(xml: query.xml()) == query)
        var request = Self.request
        request.issuer = "\nhttps://saml.sp.example"
        request.subject = RequestedSubject(name: "alice ")
        #expect(try AuthnRequest(unverifiedXML: request.xml()) == request)
        var logout = LogoutRequest(
            id: "_logout", issueInstant: SAMLWorld.now, issuer: "https://saml.sp.example ", destination: nil,
            nameID: " alice\t", qualifiers: NameQualifiers(), sessionIndexes: [" _session"])
        #expect(try LogoutRequest(unverifiedXML: logout.xml()) == logout)
        for name in ["", " ", "\n\t"] {
            logout.nameID = UserID(name)
            #expect(throws: MessageError.self) { try LogoutRequest(unverifiedXML: logout.xml()) }
        }
    }

    @Test("accepts only an entity as the issuer of a message for browsers")
    func issuerFormats() throws {
        let logout = LogoutRequest(
            id: "_logout", issueInstant: SAMLWorld.now, issuer: "https://saml.sp.example", destination: nil,
            nameID: "alice", qualifiers: NameQualifiers(), sessionIndexes: [])
        let messages: [(xml: String, read: (String) throws -> EntityID)] = [
            (Self.request.xml(), { try AuthnRequest(unverifiedXML: $0).issuer }),
            (logout.xml(), { try LogoutRequest(unverifiedXML: $0).issuer }),
        ]
        for (xml, read) in messages {
            func formatted(_ format: String) -> String {
                xml.replacing("<saml:Issuer>", "<saml:Issuer Format=\"\(format)\">")
            }
            #expect(try read(xml) == "https://saml.sp.example")
            #expect(try read(formatted(SAMLNames.entity)) == "https://saml.sp.example")
            for other in [SAMLNames.persistent, SAMLNames.unspecified, ""] {
                let error = #expect(throws: MessageError.self) { try read(formatted(other)) }
                #expect(error?.description.contains("The Format of the <Issuer>") == true, "\(other)")
            }
        }
        // The profile of queries demands no format (SAML Profiles 2.0, 6.4.1).
        let query = Self.query.xml().replacing("<saml:Issuer>", "<saml:Issuer Format=\"\(SAMLNames.persistent)\">")
        #expect(try AttributeQuery(xml: query) == Self.query)
    }

    @Test("refuses a request that is unsigned, signed by another key or changed")
    func refusesUnsigned() throws {
        let identity = try SAMLWorld.identity()
        let impostor = try SAMLWorld.identity(TestKeys.impostor)
        let signed = try Self.request.signedXML(with: identity)
        for forged in [
            Self.request.xml(), try Self.request.signedXML(with: impostor),
            signed.replacing("https://saml.sp.example", "https://other.example"),
            signed.replacing("_request", "_other"),
        ] {
            #expect(throws: MessageError.self) { try AuthnRequest(xml: forged, signedBy: [identity.certificate]) }
        }
        #expect(throws: MessageError.self) { try AuthnRequest(xml: signed, signedBy: []) }
    }

    @Test(
        "refuses a document that is not a request",
        arguments: ["", "text", "<a/>", "<!DOCTYPE a><a/>", "<samlp:AuthnRequest/>"])
    func refusesOther(_ text: String) {
        #expect(throws: MessageError.self) { try AttributeQuery(xml: text) }
        #expect(throws: MessageError.self) { try AuthnRequest(unverifiedXML: text) }
    }

    @Test(
        "refuses requests with a missing part",
        arguments: [
            ("ID=\"_query\"", ""), ("Version=\"2.0\"", "Version=\"2.1\""),
            ("IssueInstant=\"2026-01-01T00:00:00Z\"", "IssueInstant=\"now\""),
            ("<saml:NameID>", "<saml:NameID><x/>"), ("<saml:Issuer>", "<saml:Issuer><?p x?>"),
        ])
    func refusesIncomplete(_ old: String, _ new: String) {
        #expect(throws: MessageError.self) { try AttributeQuery(xml: Self.query.xml().replacing(old, new)) }
    }

    @Test("never mistakes one kind of request for another")
    func refusesOtherKind() {
        #expect(throws: MessageError.self) { try AttributeQuery(xml: Self.request.xml()) }
        #expect(throws: MessageError.self) { try AuthnRequest(unverifiedXML: Self.query.xml()) }
    }
}
