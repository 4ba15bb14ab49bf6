import Foundation
import TVSimFixtures
import TVSimSAML
import TestSupport
import Testing

/// The catalogue can be made for parties that are not simulated, with the same verdicts.
struct OtherPartiesTests {
    private static let timeless = (LiveFixture.responses + LiveFixture.messages).filter {
        $0.fixture.liveClass != .stoppedClock && $0.fixture.canBeAimed
    }

    @Test("every response and message has the catalogue's verdict for other parties, another instant and other keys")
    func verdicts() throws {
        let parties = try OtherParties.made()
        var differences: [String] = []
        for aimed in Self.timeless {
            let made = try aimed.make(for: parties)
            let verdict = try aimed.verdict(on: made, for: parties)
            if try !aimed.isAsExpected(made, for: parties) { differences.append("\(aimed.fixture.name): \(verdict)") }
        }
        #expect(differences == [])
        // Twelve need a stopped clock, and one signature is a recorded one.
        #expect(Self.timeless.count == 260 + 35 - 12 - 1)
    }

    @Test(
        "a case that no signature masks has the catalogue's verdict if the response is signed",
        arguments: [SignedElements.response, .both])
    func signedResponses(_ signed: SignedElements) throws {
        let parties = try OtherParties.made(signed: signed)
        var differences: [String] = []
        var masked = 0
        for aimed in Self.timeless where aimed.kind == nil {
            guard try !aimed.isMasked(for: parties) else {
                masked += 1
                continue
            }
            let made = try aimed.make(for: parties)
            if try !aimed.isAsExpected(made, for: parties) {
                differences.append("\(aimed.fixture.name): \(try aimed.verdict(on: made, for: parties))")
            }
        }
        #expect(differences == [])
        #expect(masked > 0 && masked < 100, "\(masked)")
        // A party may refuse a signed response without a Destination (SAML Bindings 2.0, 3.5.5.2).
        #expect(try LiveFixture["noDestination"]?.isMasked(for: parties) == true)
    }

    @Test("a message for other parties contains nothing of the catalogue's parties, and no file that exists")
    func nothingLeft() throws {
        let parties = try OtherParties.made()
        let own = FixtureParties()
        let foreign = [
            own.issuer, own.audience, own.recipient, "\"\(own.request)\"", ">\(own.nameID)<", "mallory", "/etc/passwd",
            "2026-01-01", "2025-12-31",
        ]
        for aimed in Self.timeless {
            let xml = String(decoding: try aimed.make(for: parties).xml, as: UTF8.self)
            #expect(foreign.filter(xml.contains) == [], "\(aimed.fixture.name)")
        }
    }

    @Test("a message is new each time, and the same for one seed")
    func identifiers() throws {
        let parties = try OtherParties.made()
        for name in ["honest", "xsw3", "digitFirstID", "twoAssertions", "logoutRequest"] {
            let aimed = try #require(LiveFixture[name])
            let (first, second) = (try aimed.make(for: parties), try aimed.make(for: parties))
            #expect(first.xml != second.xml, "\(name)")
            #expect(try aimed.make(for: parties, seed: 7) == aimed.make(for: parties, seed: 7), "\(name)")
        }
    }

    @Test("a forged user has the name that the parties say")
    func forgedUser() throws {
        let parties = try OtherParties.made()
        for name in ["xsw1", "xsw3", "twoNameIDs", "assertionAddedToRefusal", "elementInNameID"] {
            let made = try #require(LiveFixture[name]).make(for: parties)
            #expect(String(decoding: made.xml, as: UTF8.self).contains(">tvsim-forged-3f9a61c2<"), "\(name)")
            #expect(made.names.contains("tvsim-forged-3f9a61c2"))
        }
    }

    @Test("no two cases send the same message to the same reader")
    func noneEqual() throws {
        var seen: [String: String] = [:]
        for fixture in FixtureCatalog.cases {
            let key: String
            if let recipe = fixture.response {
                let response = try #require(try FixtureResponse(recipe, name: "same", seed: 0))
                let deliveries = LiveFixture[fixture.name]?.deliveries ?? 1
                key = "\(response.base64) \(deliveries) \(recipe.isOpened) \(recipe.clockSkew)"
            } else if let recipe = fixture.message {
                key = try FixtureMessage(recipe, name: "same", seed: 0).query
            } else {
                continue
            }
            #expect(seen[key] == nil, "\(fixture.name) is \(seen[key] ?? "")")
            seen[key] = fixture.name
        }
        #expect(seen.count == 295)
    }

    @Test("calibration has valid responses, and responses without a user")
    func probes() throws {
        let parties = try OtherParties.made()
        let honest = try #require(LiveFixture["honest"])
        for signed in [SignedElements.assertion, .response, .both] {
            let good = try LiveProbe.good(signing: signed, for: parties)
            #expect(try honest.verdict(on: good, for: parties) == "valid", "\(signed)")
        }
        let refusal = try #require(Data(base64Encoded: LiveProbe.unsignedRefusal(for: parties)))
        let text = String(decoding: refusal, as: UTF8.self)
        #expect(!text.contains("Assertion ") && !text.contains("Signature"), "\(text)")
        let half = try #require(Data(base64Encoded: LiveProbe.half(for: parties)))
        #expect(!String(decoding: half, as: UTF8.self).contains("</samlp:Response>"))
    }
}
