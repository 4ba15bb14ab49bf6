import Foundation
import TVSimFixtures
import TVSimSAML
import TVSimXMLSecurity
import TestSupport
import Testing

/// Tests the catalogue itself, without a validator.
struct CatalogueTests {
    private static let cases = FixtureCatalog.cases

    @Test("has cases with a defect and valid counterparts, in every family")
    func count() {
        #expect(Self.cases.count(where: \.isDefective) >= 80 && Self.cases.count { !$0.isDefective } >= 20)
        #expect(Set(Self.cases.map(\.family)) == Set(FixtureCase.Family.allCases))
    }

    @Test("has a unique name, a summary and a reason for each case")
    func words() {
        #expect(Set(Self.cases.map(\.name)).count == Self.cases.count)
        for fixture in Self.cases {
            #expect(fixture.name.wholeMatch(of: /[a-z][A-Za-z0-9]+/) != nil, "\(fixture.name)")
            #expect(fixture.summary.hasSuffix("."), "\(fixture.name): \(fixture.summary)")
            #expect(fixture.why.hasSuffix(".") && fixture.why.count > 20, "\(fixture.name): \(fixture.why)")
            #expect(FixtureCatalog[fixture.name]?.summary == fixture.summary)
        }
    }

    @Test("writes identifiers of vulnerabilities in the CVE format")
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

    @Test("has a case for every validation policy and every error code of the framework status")
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

    @Test("expects another outcome with the defect than without it")
    func differences() {
        for fixture in Self.cases {
            switch fixture.input {
            case .response(let recipe):
                if !fixture.isDefective { #expect(recipe.verdict == nil, "\(fixture.name)") }
            case .message(let recipe):
                #expect(recipe.isAccepted != fixture.isDefective, "\(fixture.name)")
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

    @Test("has the summary and the vulnerability of each named defect")
    func oneSource() {
        for defect in ResponseDefect.allCases where defect.stage != .sending {
            guard let fixture = FixtureCatalog[defect.rawValue] else { continue }
            #expect(fixture.summary == defect.summary && fixture.resembles == defect.resembles, "\(defect)")
        }
    }

    @Test("has no authentication after the session and no assertion after its end")
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
        "sends the case's own response and code if they are the defect",
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

    @Test("has a file for each header that is not missing")
    func headers() throws {
        let set = try FixtureSet(Self.cases.filter { $0.family == .frameworkStatus }, seed: 0)
        for entry in set.manifest.cases {
            let header = entry.files["header"].flatMap { set.files[$0.path] }
            #expect((header == nil) == (entry.name == "statusHeaderMissing"), "\(entry.name)")
            #expect(header != Data("\n".utf8), "\(entry.name)")
        }
    }

    @Test("breaks the padding of a CBC ciphertext with every seed")
    func padding() throws {
        let recipe = try #require(FixtureCatalog.named("corruptedByCBC").response)
        for seed in 0..<20 as Range<UInt64> {
            let response = try #require(try FixtureResponse(recipe, name: "corruptedByCBC", seed: seed))
            #expect(String(decoding: response.document, as: UTF8.self).contains("aes256-cbc"))
            #expect(try ReaderJudge.verdict(on: response.document, of: recipe) == "encryption")
        }
    }

    @Test("has as many cases in each family as the documentation says")
    func documentation() throws {
        let page = try String(
            contentsOf: Repository.root.appending(path: "docs/tvsim.docc/Reference/Fixtures.md"), encoding: .utf8)
        for family in FixtureCase.Family.allCases {
            let cases = Self.cases.filter { $0.family == family }
            let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| `\(family.rawValue)` |") })
            #expect(row.hasSuffix("| \(cases.count) | \(cases.count { !$0.isDefective }) |"), "\(row)")
        }
    }

    @Test(
        "expects every attribute of a valid response, with its values in order",
        arguments: [
            "honest": ["userID": ["subscriber"]], "commentInAttribute": ["userID": ["subscriber"]],
            "cdataInAttribute": ["userID": ["subscriber"]],
            "characterReferencesInAttribute": ["userID": ["subscriber"]],
            "nameInAttribute": ["userID": ["subscriber"], "urn:oid:1.3.6.1.4.1.5923.1.1.1.10": ["opaque"]],
            "emptyAttributeValue": ["userID": ["subscriber"], "zip": [""]],
            "blanksAroundAttribute": ["userID": ["\n  subscriber\t"]],
            "duplicateAttribute": ["userID": ["subscriber"], "channelID": ["ESPN", "CNN"]],
        ])
    func attributes(_ name: String, _ attributes: [String: [String]]) throws {
        let entry = try #require(try FixtureSet([FixtureCatalog.named(name)], seed: 0).manifest.cases.first)
        #expect(entry.expected.verdict?.attributes == attributes)
    }

    @Test("expects the exact name of a valid response")
    func names() throws {
        let names = try ["honest", "blanksAroundNameID", "blanksAroundIssuer"].map {
            try FixtureSet([FixtureCatalog.named($0)], seed: 0).manifest.cases.first?.expected.verdict?.nameID
        }
        #expect(names == ["subscriber", " \n subscriber\t", nil])
    }

    @Test("accepts the algorithms of every valid response, and no other one of the catalogue")
    func algorithms() throws {
        let accepted = FixtureAcceptance.strict.algorithms
        func named(_ element: String, in xml: String) -> [String] {
            let pattern = try? Regex("<[a-z]+:\(element) Algorithm=\"([^\"]+)\"")
            return pattern.map { xml.matches(of: $0).compactMap { $0.output[1].substring.map(String.init) } } ?? []
        }
        for fixture in Self.cases {
            guard let recipe = fixture.response, recipe.hasDocument,
                let response = try FixtureResponse(recipe, name: fixture.name, seed: 0)
            else { continue }
            let xml = String(decoding: response.document, as: UTF8.self)
            let known = Set(accepted.canonicalization + accepted.transforms + accepted.signature + accepted.digest)
            let used = ["CanonicalizationMethod", "Transform", "SignatureMethod", "DigestMethod"]
                .flatMap { named($0, in: xml) }
            if recipe.verdict == nil, !recipe.isOpened {
                #expect(known.isSuperset(of: used), "\(fixture.name): \(used)")
            }
            if recipe.verdict == .algorithm { #expect(!known.isSuperset(of: used), "\(fixture.name): \(used)") }
        }
        #expect(accepted.transforms == [XMLNamespace.envelopedSignature] + accepted.canonicalization)
    }

    @Test("expects no attributes of an invalid response")
    func refusedAttributes() throws {
        let entry = try #require(try FixtureSet([FixtureCatalog.named("expired")], seed: 0).manifest.cases.first)
        #expect(entry.expected.verdict?.valid == false && entry.expected.verdict?.attributes == nil)
    }

    private func text(_ recipe: FlowRecipe, _ fixture: FixtureCase, healthy: Bool = false) -> String {
        recipe.profile(name: fixture.name, summary: fixture.summary, healthy: healthy)
    }
}
