import Foundation
import TVSimCryptography
import TVSimFixtures
import TestSupport
import Testing

/// Each case tests one rule, and says who requires it.
struct StrengthTests {
    private static let cases = FixtureCatalog.cases

    @Test("Every case tests one rule, which is a sentence with a section or a row")
    func rules() {
        #expect(Self.cases.filter { $0.requirement.id == "unknown" }.map(\.name) == [])
        #expect(Set(FixtureCatalog.requirements.map(\.id)).count == FixtureCatalog.requirements.count)
        for requirement in FixtureCatalog.requirements {
            #expect(requirement.sentence.hasSuffix(".") && requirement.sentence.count > 15, "\(requirement.id)")
            #expect(!requirement.strength.source.isEmpty, "\(requirement.id)")
        }
    }

    @Test("Every rule has a case")
    func everyRuleIsTested() {
        #expect(Set(Self.cases.map(\.requirement)) == Set(FixtureCatalog.requirements))
    }

    @Test("Every row of a choice is in Differences")
    func rows() throws {
        let folder = Repository.root.appending(path: "docs/tvsim.docc/Explanation/Differences")
        let pages = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let text = try pages.map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
        for requirement in FixtureCatalog.requirements {
            guard case .choice(let row) = requirement.strength else { continue }
            #expect(text.contains("\n### \(row) "), "\(requirement.id): \(row)")
        }
    }

    @Test(
        "A case that is stricter than the standard is a choice",
        arguments: [
            "noNameID": "S-106", "elementInAttribute": "S-62", "twoAssertions": "S-60", "latinDeclared": "S-24",
            "utf32": "S-24", "commentInDigestValue": "S-25", "commentInSignatureValue": "S-25", "longText": "S-160",
            "emptyWindow": "S-175", "signedResponse": "S-176", "unsolicited": "S-50", "timeWithoutZone": "S-132",
            "signatureInExtensions": "S-166", "logoutRequestExpired": "S-177", "unusualNameIDFormat": "S-178",
            "duplicateAttribute": "S-180", "unsignedMessageFirst": "S-169", "responseBesideRequest": "S-169",
            "inclusiveCanonicalization": "S-183",
        ])
    func choices(_ name: String, _ row: String) throws {
        #expect(try FixtureCatalog.named(name).strength == .choice(row: row))
    }

    @Test("A case that is more lenient than the standard demands is a choice")
    func lenientChoices() throws {
        #expect(try FixtureCatalog.named("encryptedKeyBeside").strength == .choice(row: "S-49"))
    }

    @Test(
        "A case that a standard requires has its section",
        arguments: [
            "secondAudienceWrong": "SAML Core 2.0, 2.5.1.4", "noRecipient": "SAML Profiles 2.0, 4.1.4.2",
            "xsw2": "SAML Core 2.0, 5.4.2", "accessDenied": "Enhanced Error Codes",
            "redirectReencoded": "SAML Bindings 2.0, 3.4.4.1",
        ])
    func sections(_ name: String, _ section: String) throws {
        #expect(try FixtureCatalog.named(name).strength == .required(section: section))
    }

    @Test("The manifest has the strength of each case")
    func manifest() throws {
        let set = try FixtureSet([FixtureCatalog.named("utf32"), FixtureCatalog.named("expired")], seed: 0)
        let strengths = set.manifest.cases.map(\.strength)
        #expect(strengths.map(\.level) == [.required, .choice] || strengths.map(\.level) == [.choice, .required])
        #expect(Set(strengths.map { $0.section ?? $0.row ?? "" }) == ["SAML Core 2.0, 2.5.1.2", "S-24"])
    }

    @Test("Of the responses, 222 can always be sent to a party that is not simulated")
    func liveClasses() {
        let classes = LiveFixture.responses.map(\.fixture.liveClass)
        let others = classes.count {
            if case .other = $0 { true } else { false }
        }
        let counts = [LiveClass.always, .encrypted, .intrusive, .stoppedClock].map { kind in
            classes.count { $0 == kind }
        }
        #expect(counts + [others] == [222, 9, 13, 12, 4])
    }

    @Test("Every file of the set but the manifest has the bytes that it always had")
    func bytes() throws {
        let set = try FixtureSet(FixtureCatalog.cases, seed: 0)
        let paths = set.files.keys.filter { $0 != FixtureSet.manifestPath }.sorted()
        func hexadecimal(_ data: Data) -> String {
            Hash.sha256.digest(of: data).map { String(format: "%02x", $0) }.joined()
        }
        // As `sha256sum` prints the files, in the order of their paths.
        let lines = paths.map { "\(hexadecimal(set.files[$0] ?? Data()))  \($0)\n" }.joined()
        #expect(paths.count == 1359)
        #expect(
            hexadecimal(Data(lines.utf8)) == "a7775105a06035a597b2ef88ab848c3354364b0c40b5dbb0490b8cffe7fbcbdb")
    }
}
