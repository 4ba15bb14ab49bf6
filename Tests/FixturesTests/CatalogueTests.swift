import Fixtures
import Foundation
import SAML
import TestSupport
import Testing

/// What holds for the rows themselves, before any judge is asked.
struct CatalogueTests {
    private static let cases = FixtureCatalog.cases

    @Test("has more than eighty cases with a defect, honest twins beside them, and cases of every family")
    func count() {
        #expect(Self.cases.count(where: \.isDefective) >= 80 && Self.cases.count { !$0.isDefective } >= 20)
        #expect(Set(Self.cases.map(\.family)) == Set(FixtureCase.Family.allCases))
    }

    @Test("names each case once, by letters alone, and says what it is and why it matters")
    func words() {
        #expect(Set(Self.cases.map(\.name)).count == Self.cases.count)
        for fixture in Self.cases {
            #expect(fixture.name.wholeMatch(of: /[a-z][A-Za-z0-9]+/) != nil, "\(fixture.name)")
            #expect(fixture.summary.hasSuffix("."), "\(fixture.name): \(fixture.summary)")
            #expect(fixture.why.hasSuffix(".") && fixture.why.count > 20, "\(fixture.name): \(fixture.why)")
            #expect(FixtureCatalog[fixture.name]?.summary == fixture.summary)
        }
    }

    @Test("names vulnerabilities by identifiers of the form that the list has")
    func vulnerabilities() {
        for fixture in Self.cases {
            for word in (fixture.resembles ?? "").split(whereSeparator: { " ,;()".contains($0) })
            where word.hasPrefix("CVE") { #expect(word.wholeMatch(of: /CVE-20\d\d-\d{4,7}/) != nil, "\(word)") }
        }
    }

    @Test("has a case for every defect that a provider can have")
    func defects() {
        for defect in ResponseDefect.allCases where defect != .none {
            // Under its own name, else as part of a case that can repeat: chance would enter its encryption.
            #expect(FixtureCatalog[defect.rawValue] != nil, "\(defect)")
        }
    }

    @Test("has a case for every policy of the validation, and for every code of the framework status")
    func coverage() {
        let policies = Set(Self.cases.compactMap { $0.response?.verdict })
        #expect(policies == Set(ValidationFailure.Policy.allCases))
        let codes = Set(Self.cases.filter { $0.family == .frameworkStatus }.compactMap { $0.service?.code })
        #expect(
            codes == [
                "invalid_header_pfs_permission_access_not_present",
                "invalid_header_pfs_permission_access_not_determined",
                "invalid_header_pfs_permission_access_not_granted",
                "invalid_header_pfs_provider_id_not_determined", "invalid_header_pfs_provider_id_mismatch",
                "invalid_header_pfs_provider_info_expired",
            ])
    }

    @Test("lets a defective case differ from its twin in what must come of it")
    func differences() {
        for fixture in Self.cases {
            switch fixture.input {
            case .response(let recipe):
                if !fixture.isDefective { #expect(recipe.verdict == nil, "\(fixture.name)") }
            case .exchange(let recipe):
                let answers = recipe.steps.compactMap(\.answer)
                let same = answers == recipe.healthy.compactMap(\.answer)
                #expect(same != fixture.isDefective, "\(fixture.name)")
            case .flow(let recipe):
                #expect(recipe.isSound, "\(fixture.name)")
                let (broken, healthy) = (text(recipe, fixture), text(recipe, fixture, healthy: true))
                #expect((broken != healthy) == fixture.isDefective, "\(fixture.name)")
            }
        }
    }

    @Test("says of a defect what the list of defects says: what it is, and what it resembles")
    func oneSource() {
        for defect in ResponseDefect.allCases where defect.stage != .sending {
            guard let fixture = FixtureCatalog[defect.rawValue] else { continue }
            #expect(fixture.summary == defect.summary && fixture.resembles == defect.resembles, "\(defect)")
        }
    }

    @Test("lets nobody be authenticated after their session, nor an assertion be issued after its end")
    func ends() throws {
        let windows = ["expired", "reversedWindow", "emptyWindow", "conditionsEndNow"]
        for fixture in Self.cases {
            guard let recipe = fixture.response,
                let response = try FixtureResponse(recipe, name: fixture.name, seed: 0)
            else { continue }
            let xml = String(decoding: response.document, as: UTF8.self)
            func instant(_ name: String) -> String? {
                let found = try? Regex(" \(name)=\"([0-9TZ:.-]+)\"").firstMatch(in: xml)?.output[1].substring
                return found.map { $0.hasSuffix("Z") ? String($0.dropLast()) : String($0) }
            }
            if let start = instant("AuthnInstant"), let end = instant("SessionNotOnOrAfter") {
                #expect(start < end, "\(fixture.name)")
            }
            // The first end is that of the confirmation, and the one behind it that of the conditions.
            let ends = xml.matches(of: /\bNotOnOrAfter="([0-9TZ:.-]+)Z"/).map { String($0.1) }
            if let issued = instant("IssueInstant"), let end = ends.last, !windows.contains(fixture.name) {
                #expect(issued < end, "\(fixture.name)")
            }
        }
    }

    @Test(
        "sends the case's own response and code where they are what is wrong",
        arguments: [
            "responseEncodedTwice": ("{percentEncodedResponse}", "{response}"),
            "responseAsXML": ("{responseXML}", "{response}"),
            "codeInSmallLetters": ("{codeInSmallLetters}", "{code}"),
        ])
    func ownInputs(_ name: String, _ words: (wrong: String, right: String)) throws {
        let recipe = try #require(FixtureCatalog.named(name).exchange)
        let corrected = recipe.steps.map { step in
            step.request.map { request in
                var request = request
                request.path = request.path.replacing(words.wrong, with: words.right)
                request.form = request.form.map { $0.mapValues { $0.replacing(words.wrong, with: words.right) } }
                return request
            }
        }
        #expect(corrected == recipe.healthy.map(\.request) && recipe.steps.map(\.request) != corrected)
    }

    @Test("has a file for a header that is there, and none for one that is missing")
    func headers() throws {
        let set = try FixtureSet(Self.cases.filter { $0.family == .frameworkStatus }, seed: 0)
        for entry in set.manifest.cases {
            let header = entry.files["header"].flatMap { set.files[$0.path] }
            #expect((header == nil) == (entry.name == "statusHeaderMissing"), "\(entry.name)")
            #expect(header != Data("\n".utf8), "\(entry.name)")
        }
    }

    @Test("breaks a ciphertext of CBC at its padding, whatever the seed")
    func padding() throws {
        let recipe = try #require(FixtureCatalog.named("corruptedByCBC").response)
        for seed in 0..<20 as Range<UInt64> {
            let response = try #require(try FixtureResponse(recipe, name: "corruptedByCBC", seed: seed))
            #expect(String(decoding: response.document, as: UTF8.self).contains("aes256-cbc"))
            #expect(try ReaderJudge.verdict(on: response.document, of: recipe) == "encryption")
        }
    }

    @Test("is counted by the documentation, family by family")
    func documentation() throws {
        let page = try String(
            contentsOf: Repository.root.appending(path: "docs/tvsim.docc/Reference/Fixtures.md"), encoding: .utf8)
        for family in FixtureCase.Family.allCases {
            let cases = Self.cases.filter { $0.family == family }
            let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| `\(family.rawValue)` |") })
            #expect(row.hasSuffix("| \(cases.count) | \(cases.count { !$0.isDefective }) |"), "\(row)")
        }
        // The page writes the number in words; whoever changes it changes the page.
        #expect(page.contains("Three hundred and forty-two named cases") && Self.cases.count == 342)
    }

    @Test(
        "tells whoever reads a response every attribute that is in it, with its values in order",
        arguments: [
            "honest": ["userID": ["subscriber"]], "commentInAttribute": ["userID": ["subscriber"]],
            "cdataInAttribute": ["userID": ["subscriber"]],
            "characterReferencesInAttribute": ["userID": ["subscriber"]],
            "nameInAttribute": ["userID": ["subscriber"], "urn:oid:1.3.6.1.4.1.5923.1.1.1.10": ["opaque"]],
            "emptyAttributeValue": ["userID": ["subscriber"], "zip": [""]],
            "duplicateAttribute": ["userID": ["subscriber"], "channelID": ["ESPN", "CNN"]],
        ])
    func attributes(_ name: String, _ attributes: [String: [String]]) throws {
        let entry = try #require(try FixtureSet([FixtureCatalog.named(name)], seed: 0).manifest.cases.first)
        #expect(entry.expected.verdict?.attributes == attributes)
    }

    @Test("tells nothing of the attributes of a response that may not be believed")
    func refusedAttributes() throws {
        let entry = try #require(try FixtureSet([FixtureCatalog.named("expired")], seed: 0).manifest.cases.first)
        #expect(entry.expected.verdict?.valid == false && entry.expected.verdict?.attributes == nil)
    }

    private func text(_ recipe: FlowRecipe, _ fixture: FixtureCase, healthy: Bool = false) -> String {
        recipe.profile(name: fixture.name, summary: fixture.summary, healthy: healthy)
    }
}
