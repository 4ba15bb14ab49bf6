import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimEntitlementService

/// Texts that Unicode calls canonically equivalent are different names on the wire.
///
/// Differences, S-63.
@Suite("Names on the wire")
struct ExactnessTests {
    /// One letter and its accent, as one character and as two.
    static let composed = "Caf\u{E9}"
    static let decomposed = "Cafe\u{301}"
    /// The sign for kelvin, which is equivalent to the letter.
    static let kelvin = "\u{212A}abel"

    private func world() throws -> ServiceWorld {
        try ServiceWorld { configuration in
            configuration.change("Cablevision") { $0.table.authorizations = ["Caf\u{E9}": [ResourceID(Self.composed)]] }
            var pass = Integration(mvpd: "Kabel")
            pass.tempPass = TempPass(duration: 600, resources: 1)
            configuration.requestors[0].integrations[3] = pass
        }
    }

    @Test("a resource is permitted in the spelling of the subscription only, and decisions are stored by spelling")
    func resources() async throws {
        let app = try await world().app()
        try app.hold(.regular, userID: Self.composed)
        for _ in 0..<2 {
            for (resource, permitted) in [(Self.composed, true), (Self.decomposed, false)] {
                let decision = try #require(try await app.decide(ResourceID(resource)).required().decisions.first)
                #expect(decision.authorized == permitted)
                #expect(Array(decision.resource.rawValue.utf8) == Array(resource.utf8))
            }
        }
    }

    @Test("a user identifier in another spelling is unknown to the MVPD")
    func users() async throws {
        let app = try await world().app()
        try app.hold(.regular, userID: Self.decomposed)
        let decision = try #require(try await app.decide(ResourceID(Self.composed)).required().decisions.first)
        #expect(decision.error?.is(.identityNotRecognizedByMVPD) == true)
    }

    @Test("a user identifier is a string, even if it looks like a mapping")
    func identifiersAreTexts() {
        let metadata = AttributeValues.metadata(["userID": [#"{"a":1}"#], "maxRating": [#"{"MPAA":"G"}"#]])
        #expect(metadata["userID"]?.value == .string(#"{"a":1}"#))
        #expect(metadata["maxRating"]?.value == .object(["MPAA": "G"]))
    }

    @Test("a mapping that nests too deeply for an export stays a string")
    func deepMappings() {
        func nested(_ levels: Int) -> String {
            String(repeating: #"{"a":"#, count: levels) + "1" + String(repeating: "}", count: levels)
        }
        let metadata = AttributeValues.metadata(["shallow": [nested(8)], "deep": [nested(9)]])
        #expect(metadata["shallow"]?.value.string == nil)
        #expect(metadata["deep"]?.value == .string(nested(9)))
    }

    @Test("a promotional pass counts two spellings as two resources")
    func passes() async throws {
        var app = try await world().app()
        app.headers.temporaryIdentity = TemporaryIdentity(members: ["email": "a"])
        #expect(
            try await app.decide(ResourceID(Self.composed), mvpd: "Kabel").required().decisions.first?.authorized
                == true)
        #expect(
            try await app.decide(ResourceID(Self.decomposed), mvpd: "Kabel").required().decisions.first?.authorized
                == false)
    }

    @Test("an MVPD in another spelling has no integration")
    func mvpds() async throws {
        let app = try await world().app()
        #expect(try await app.decide(mvpd: "Kabel").success != nil)
        #expect(try await app.decide(mvpd: MVPDID(Self.kelvin)).error?.is(.invalidParameterMVPD) == true)
    }

    @Test("a media token for one spelling is not valid for another")
    func mediaTokens() throws {
        let now = Date(timeIntervalSince1970: 1_767_225_600)
        let token = MediaToken(
            id: "1", userID: "a", requestorID: "Kabel", resourceID: ResourceID(Self.composed), mvpdID: "m", issued: now,
            ends: now.addingTimeInterval(60))
        let verifier = MediaTokenVerifier(publicKeyPEM: try SimulationKeys.mediaTokenPublicKey())
        for (resource, requestor, verdict) in [
            (Self.composed, "Kabel", MediaTokenVerifier.Verdict.valid), (Self.decomposed, "Kabel", .invalidResource),
            (Self.composed, Self.kelvin, .unknown),
        ] {
            let judged = verifier.judge(
                Data(try token.serialized().utf8), resource: ResourceID(resource), requestor: RequestorID(requestor),
                at: now)
            #expect(judged.verdict == verdict, "\(judged.reason)")
        }
    }

    @Test("the cached value of a header is not used for another spelling")
    func readings() {
        let readings = Readings<Int>()
        readings.remember(1, of: "Kabel")
        #expect(readings["Kabel"] == 1 && readings[Self.kelvin] == nil)
        readings.remember(2, of: Self.kelvin)
        #expect(readings["Kabel"] == 1 && readings[Self.kelvin] == 2)
    }

    @Test("a full cache replaces one value at a time, and keeps some of more values than fit")
    func fullCache() {
        let readings = Readings<Int>(capacity: 100)
        func remember(_ count: Int) -> Int {
            for number in 0..<count { readings.remember(number, of: "\(number)") }
            return (0..<count).count { readings["\($0)"] == $0 }
        }
        #expect(remember(100) == 100)
        #expect(remember(101) == 100)
        for _ in 0..<3 { #expect(remember(200) == 100) }
        // A queue would have none of the values that come next.
        #expect((0..<100).contains { readings["\($0)"] != nil })
    }

    @Test("oversized values are not cached, so that a client cannot fill the memory")
    func longTexts() {
        let readings = Readings<Int>(longest: 5)
        for (text, isKept) in [("Kabel", true), ("Kabel!", false), ("Kab\u{e9}l", false)] {
            readings.remember(1, of: text)
            #expect((readings[text] != nil) == isKept)
        }
    }
}
