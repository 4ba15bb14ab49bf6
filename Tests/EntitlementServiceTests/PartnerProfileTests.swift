import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimSAML
import TVSimStructuredText
import Testing

@Suite("Partner profiles")
struct PartnerProfileTests {
    @Test("ambiguity 35: creates a profile of type appleSSO from a valid response, with status 201")
    func turnsResponseIntoProfile() async throws {
        let world = try ServiceWorld { $0.requestors[0].encryptedMetadata = [] }
        let app = try await world.app()
        let request = try await app.requestFromService()
        #expect(request.issuer == "https://saml.sp.auth.adobe.com")
        #expect(request.assertionConsumerService == "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer")
        let response = try #require(try ProviderFixture.answer(request, in: world))
        let reply = try await app.deliver(response)
        #expect(reply.status == 201)
        let profiles = try reply.required().profiles
        #expect(profiles.keys.sorted() == ["Cablevision"])
        let profile = try #require(profiles["Cablevision"])
        #expect(profile.type == .appleSSO && profile.issuer == "Apple")
        #expect(profile.notBefore.instant == (try world.now))
        #expect(profile.notAfter.instant == (try world.now.addingTimeInterval(30 * 86_400)))
        #expect(
            profile.attributes == [
                "userID": .init("alice-1"), "upstreamUserID": .init("alice-1"), "zip": .init(.array(["10001"])),
                "channelID": .init(.array(["REF30", "REF31"])),
                "maxRating": .init(.object(["MPAA": "PG-13"])), "householdID": .init("house-1"),
                "language": .init("{not JSON"),
            ])
        let listed = try await app.send(.profiles(of: "REF30", headers: app.vouched())).required()
        #expect(listed.profiles == profiles)
    }

    /// User Metadata: without sub-accounts, `householdID` is "identical to `userID`".
    @Test(
        "the household is the user where the MVPD sends none, unless the integration says otherwise",
        arguments: [true, false])
    func household(fromUser: Bool) async throws {
        let world = try ServiceWorld { world in
            world.requestors[0].encryptedMetadata = []
            world.change("Cablevision") { $0.householdIDFromUserID = fromUser }
        }
        let app = try await world.app()
        let attributes: [ResponseContent.Attribute] = [.init("userID", ["alice-1"])]
        let request = try await app.requestFromService()
        let response = try #require(try ProviderFixture.answer(request, in: world, attributes: attributes))
        let profile = try #require(try await app.deliver(response).required().profiles["Cablevision"])
        #expect(profile.attributes["householdID"] == (fromUser ? .init("alice-1") : nil))
    }

    @Test(
        "refuses a response that does not identify the user",
        arguments: [
            ([], "attributes: The attribute 'userID' is missing; the response has 'zip'."),
            ([[]], "attributes: The attribute 'userID' has no value: it has no <AttributeValue>."),
            ([[""]], "attributes: The attribute 'userID' is empty: its <AttributeValue> has no text."),
            ([[" \n"]], "attributes: The attribute 'userID' is empty: its <AttributeValue> has no text."),
            ([["alice-1", "bob-1"]], "attributes: The attribute 'userID' has 2 values: expected one."),
            ([["a"], ["a"]], "attributes: The attribute 'userID' has 2 values: expected one."),
        ] as [([[String]], String)])
    func refusesNobody(_ userID: [[String]], details: String) async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let attributes = userID.map { ResponseContent.Attribute("userID", $0) } + [.init("zip", ["10001"])]
        let request = try await app.requestFromService()
        let response = try #require(try ProviderFixture.answer(request, in: world, attributes: attributes))
        let error = try #require(try await app.deliver(response).error)
        #expect(error.code == "invalid_parameter_saml_response" && error.details == details)
    }

    @Test("goes from registration to a permit and to the settings")
    func walksThrough() async throws {
        let world = try ServiceWorld { $0.change("Cablevision") { $0.table.authorizations = ["alice-1": ["REF30"]] } }
        let app = try await world.app()
        let response = try ProviderFixture.answer(try await app.requestFromService(), in: world)
        _ = try await app.deliver(try #require(response)).required()
        let next = try await app.beginSession(headers: app.vouched()).required()
        #expect(next.reasonType == .authenticatedSSO)
        let decision = try await app.decide(headers: app.vouched()).required().decisions.first
        #expect(decision?.authorized == true)
        let logout = try await app.send(
            .logout(of: "REF30", mvpd: "Cablevision", redirectURL: "app://out", headers: app.headers)
        ).required()
        #expect(logout.logouts["Cablevision"]?.actionName == .partnerLogout)
        // The system-level sign-in stays: the app is signed in again as soon as it asks.
        _ = try await app.requestFromService()
    }

    /// One for each policy that the answer to an attribute query can violate; SAMLTests judge every defect.
    static let defects = Dictionary(
        ResponseDefect.allCases.compactMap { defect in defect.queryPolicy.map { ($0, defect) } },
        uniquingKeysWith: { first, _ in first }
    ).values.sorted { $0.rawValue < $1.rawValue }

    @Test(
        "ambiguity 47: refuses a defective response, names the policy, and keeps the request pending",
        arguments: defects)
    func refusesDefects(defect: ResponseDefect) async throws {
        let policy = try #require(defect.queryPolicy).rawValue
        let world = try ServiceWorld()
        let app = try await world.app()
        let request = try await app.requestFromService()
        let bad = try #require(try ProviderFixture.answer(request, in: world, defect: defect))
        let reply = try await app.deliver(bad)
        #expect(reply.status == 400)
        #expect(reply.error?.is(.invalidParameterSAMLResponse) == true)
        let details = try #require(reply.error?.details)
        #expect(details.hasPrefix("\(policy): "), "\(details)")
        #expect(try await app.send(.profiles(of: "REF30", headers: app.vouched())).required().profiles.isEmpty)

        let good = try #require(try ProviderFixture.answer(request, in: world))
        #expect(try await app.deliver(good).status == 201)
    }

    @Test("accepts one response to a request, once")
    func acceptsOnce() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let request = try await app.requestFromService()
        let response = try #require(try ProviderFixture.answer(request, in: world, assertionID: "_a"))
        #expect(try await app.deliver(response).status == 201)
        let again = try await app.deliver(response)
        #expect(again.error?.details == "inResponseTo: no request is pending")

        _ = try await app.send(
            .logout(of: "REF30", mvpd: "Cablevision", redirectURL: "app://out", headers: app.headers))
        let next = try await app.requestFromService()
        let replayed = try #require(try ProviderFixture.answer(next, in: world, assertionID: "_a"))
        #expect(try await app.deliver(replayed).error?.details?.hasPrefix("replay: ") == true)
    }

    @Test("remembers an accepted assertion for as long as its clock skew lets it be valid")
    func remembersWithSkew() async throws {
        let world = try ServiceWorld { $0.saml.clockSkew = 600 }
        let app = try await world.app()
        let first = try await app.requestFromService()
        let response = try #require(try ProviderFixture.answer(first, in: world, assertionID: "_a"))
        #expect(try await app.deliver(response).status == 201)
        _ = try await app.send(
            .logout(of: "REF30", mvpd: "Cablevision", redirectURL: "app://out", headers: app.headers))
        // The assertion lasts for five minutes, and is valid here for ten more.
        try world.simulation.clock.advance(by: 400)
        let next = try await app.requestFromService()
        let replayed = try #require(try ProviderFixture.answer(next, in: world, assertionID: "_a"))
        #expect(try await app.deliver(replayed).error?.details?.hasPrefix("replay: ") == true)
    }

    @Test("waits thirty minutes for a response")
    func waitsHalfAnHour() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let request = try await app.requestFromService()
        try world.simulation.clock.advance(by: 1_799.999)
        let early = try #require(try ProviderFixture.answer(request, in: world, defect: .expired))
        #expect(try await app.deliver(early).error?.details?.hasPrefix("conditions") == true)
        try world.simulation.clock.advance(by: 0.001)
        let late = try #require(try ProviderFixture.answer(request, in: world))
        #expect(try await app.deliver(late).error?.details == "inResponseTo: no request is pending")
    }

    @Test("has no pending request before the time of the request, if the clock goes back")
    func waitsFromTheRequestOn() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        try world.simulation.clock.advance(by: 60)
        let request = try await app.requestFromService()
        try world.simulation.clock.advance(by: -60)
        let early = try #require(try ProviderFixture.answer(request, in: world))
        #expect(try await app.deliver(early).error?.details == "inResponseTo: no request is pending")
        try world.simulation.clock.advance(by: 60)
        let answer = try #require(try ProviderFixture.answer(request, in: world))
        #expect(try await app.deliver(answer).status == 201)
    }

    @Test("stores the last request of an MVPD, separately for each holder")
    func remembersLastRequest() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let first = try await app.requestFromService()
        let second = try await app.requestFromService()
        let stale = try #require(try ProviderFixture.answer(first, in: world))
        #expect(try await app.deliver(stale).error?.details?.hasPrefix("inResponseTo") == true)
        let fresh = try #require(try ProviderFixture.answer(second, in: world))
        let other = try await world.app(fingerprint: "device-2")
        #expect(try await other.deliver(fresh).error?.is(.invalidParameterSAMLResponse) == true)
        #expect(try await app.deliver(fresh).status == 201)
    }

    @Test("refuses a framework status of another provider than the request's")
    func refusesOtherProvider() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let request = try await app.requestFromService("Cablevision")
        let response = try #require(try ProviderFixture.answer(request, in: world))
        let reply = try await app.deliver(response, headers: app.vouched("Dish"))
        #expect(reply.error?.is(.invalidHeaderPFSProviderIDMismatch) == true)
    }

    @Test(
        "ambiguity 34: refuses an invalid framework status with its code", arguments: FrameworkStatusRow.all)
    func refusesStatus(row: FrameworkStatusRow) async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let request = try await app.requestFromService()
        let response = try #require(try ProviderFixture.answer(request, in: world))
        var headers = app.headers
        headers.frameworkStatus = row.status
        let reply = try await app.deliver(response, headers: headers)
        #expect(reply.error?.is(row.code) == true && reply.status == 400)
    }

    static let configurations: [(EnhancedErrorCode, @Sendable (inout Integration) -> Void)] = [
        (.invalidIntegration, { $0.enabled = false }),
        (
            .invalidParameterSAMLResponse,
            {
                $0.contract.identityProvider = .init(
                    entityID: ProviderFixture.entityID, certificates: ["no certificate"])
            }
        ),
    ]

    @Test("refuses when the configuration has changed since the request", arguments: configurations.indices)
    func refusesOnConfiguration(index: Int) async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let response = try ProviderFixture.answer(try await app.requestFromService(), in: world)
        try world.change("Cablevision", Self.configurations[index].1)
        let reply = try await app.deliver(try #require(response))
        #expect(reply.error?.is(Self.configurations[index].0) == true)
    }

    static let withoutPartner: [@Sendable (inout Integration) -> Void] = [
        { $0.singleSignOn = false }, { $0.boarding = .chosen(.picker) }, { $0.contract.identityProvider = nil },
    ]

    /// Single Sign-On - Partner - Flows: a failed validation leads "to the basic profile retrieval flow" (S-12, S-14).
    @Test(
        "answers as the basic flow does, with 200, when single sign-on has been switched off since the request",
        arguments: withoutPartner.indices, [false, true])
    func answersBasically(index: Int, isSignedIn: Bool) async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let response = try ProviderFixture.answer(try await app.requestFromService(), in: world)
        if isSignedIn { try app.hold(.regular) }
        try world.change("Cablevision", Self.withoutPartner[index])
        let reply = try await app.deliver(try #require(response))
        #expect(reply.status == 200)
        #expect(try reply.required().profiles.mapValues(\.type) == (isSignedIn ? ["Cablevision": .regular] : [:]))
    }

    @Test("ambiguity 35: returns a degraded profile of a degraded MVPD with status 200, whatever the SAML response")
    func answersDegraded() async throws {
        let world = try ServiceWorld { $0.change("Cablevision") { $0.degradation = .authenticateAll } }
        let app = try await world.app()
        let reply = try await app.deliver("whatever")
        #expect(reply.status == 200)
        #expect(try reply.required().profiles["Cablevision"]?.type == .degraded)
        #expect(
            try await app.deliver("").error?.is(.invalidParameterSAMLResponse) == true, "it is required all the same")
    }

    @Test("accepts white space inside the Base64")
    func takesWhiteSpace() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let response = try #require(try ProviderFixture.answer(try await app.requestFromService(), in: world))
        let base64 = Data(response.utf8).base64EncodedString(options: [
            .lineLength76Characters, .endLineWithCarriageReturn,
        ])
        #expect(try await app.deliver(base64: base64).status == 201)
    }

    @Test("refuses an invalid response", arguments: ["", " ", "%%%", "PHg+", "AAAA", "SGVsbG8=", "PHg+PC94Pg=="])
    func refusesGarbage(base64: String) async throws {
        let app = try await ServiceWorld().app()
        _ = try await app.requestFromService()
        #expect(try await app.deliver(base64: base64).error?.is(.invalidParameterSAMLResponse) == true)
    }

    @Test("uses the subject as the user if no attribute identifies the user")
    func takesSubjectForUser() async throws {
        let world = try ServiceWorld { $0.change("Cablevision") { $0.contract.requiredAttributes = [] } }
        let app = try await world.app()
        let request = try await app.requestFromService()
        let response = try #require(try ProviderFixture.answer(request, in: world, defect: .missingAttribute))
        let profile = try await app.deliver(response).required().profiles["Cablevision"]
        #expect(profile?.attributes["userID"] == .init("name-1"))
    }

    @Test("refuses a partner other than Apple")
    func refusesOtherPartners() async throws {
        let app = try await ServiceWorld().app()
        var call = EntitlementCall.partnerProfile(
            .init(samlResponse: "AAAA"), of: "REF30", headers: try app.vouched())
        call.route = Endpoint.partnerProfile.route("REF30", partner: "apple")
        #expect(try await app.send(call).error?.is(.invalidParameterPartner) == true)
    }
}
