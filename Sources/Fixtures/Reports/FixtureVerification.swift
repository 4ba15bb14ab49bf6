import Foundation
import TVSimStructuredText
import TVSimWorld
import TVSimXMLSecurity

/// The result of a verification: the expected and the actual outcome of each case, for each validator.
package struct FixtureVerification: Sendable, Encodable {
    /// One case.
    package struct Row: Sendable, Encodable {
        /// The case.
        package let name: String
        /// The expected outcome: a policy, `valid`, or the service's answer.
        package let expected: String
        /// The validator's verdict, or that of a message's receiver; `nil` if the case has neither.
        package var reader: String?
        /// The service's answer; `nil` if the case sends no request.
        package var service: String?
        /// Whether the app gets the expected callbacks; `nil` if the case has no app.
        package var app: String?
        /// The verdicts of the signature tools, by their names.
        package var judges: [String: String] = [:]
        /// The differences from the expected outcome.
        package var differences: [String] = []
        /// Whether all outcomes are as expected.
        package var agrees: Bool { differences.isEmpty }

        private enum CodingKeys: String, CodingKey {
            case name, expected, reader, service, app, judges, differences, agrees
        }

        /// Encodes the row with ``agrees``.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(expected, forKey: .expected)
            try container.encodeIfPresent(reader, forKey: .reader)
            try container.encodeIfPresent(service, forKey: .service)
            try container.encodeIfPresent(app, forKey: .app)
            try container.encode(judges, forKey: .judges)
            try container.encode(differences, forKey: .differences)
            try container.encode(agrees, forKey: .agrees)
        }
    }

    /// The cases.
    package private(set) var rows: [Row] = []
    /// The tools that are not installed on this machine.
    package private(set) var missing: [String] = []
    /// Whether all outcomes of all cases are as expected.
    package var agrees: Bool { rows.allSatisfy(\.agrees) }

    private enum CodingKeys: String, CodingKey {
        case agrees, missing, cases
    }

    /// Encodes the cases with ``agrees``.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(agrees, forKey: .agrees)
        try container.encode(missing, forKey: .missing)
        try container.encode(rows, forKey: .cases)
    }

    /// Verifies the fixtures in a folder.
    ///
    /// - Parameters:
    ///   - given: The path of the folder.
    ///   - python: The Python interpreter for signxml.
    ///   - progress: Is told the number of the case that is verified, the number of all cases, and its name.
    /// - Throws: ``CommandError`` if the folder contains no set of fixtures, or an installed tool fails. A difference
    ///   is not an error.
    package init(
        folder given: String, python: String, telling progress: (Int, Int, String) -> Void = { _, _, _ in }
    ) async throws {
        // An absolute path cannot be mistaken for an option of a tool.
        let path = URL(fileURLWithPath: given).path
        let manifest = try FixtureFolder.manifest(in: given)
        var cases: [FixtureCase] = []
        for entry in manifest.cases {
            guard let fixture = FixtureCatalog[entry.name] else {
                throw CommandError(
                    .malformed, "\(given)/\(FixtureSet.manifestPath): unknown fixture '\(entry.name)'")
            }
            cases.append(fixture)
        }
        let parties = FixtureParties(of: manifest, in: path)
        self = try await FixtureParties.$current.withValue(parties) {
            try await FixtureVerification(of: cases, manifest, in: path, python: python, telling: progress)
        }
    }

    /// Verifies fixtures for the parties of the current task.
    private init(
        of cases: [FixtureCase], _ manifest: FixtureManifest, in path: String, python: String,
        telling progress: (Int, Int, String) -> Void
    ) async throws {
        let original = try OriginalFixtures(cases, manifest)
        let judged = try Self.judge(Self.responses(in: path, as: original), python: python)
        missing = SignatureJudge.allCases.filter { judged[$0] == nil }.map(\.rawValue)
        for (fixture, entry) in zip(cases, manifest.cases) {
            progress(rows.count + 1, cases.count, fixture.name)
            var row = Row(name: fixture.name, expected: fixture.expectation)
            row.differences = original.changes(of: fixture, entry, in: path)
            try await Self.judge(fixture, in: path, &row)
            for judge in SignatureJudge.allCases {
                guard let recipe = fixture.response,
                    let accepts = judged[judge]?["\(path)/\(fixture.name)/response.xml"]
                else { continue }
                row.judges[judge.rawValue] = accepts ? "accepts" : "refuses"
                if accepts != recipe.accepts(judge.rawValue) {
                    row.differences.append(
                        "\(judge.rawValue) \(accepts ? "accepts" : "refuses") the signature, which is \(recipe.signature.rawValue)"
                    )
                }
            }
            rows.append(row)
        }
    }

    /// Returns the responses that are unchanged since their generation.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - original: The set as it was generated.
    /// - Returns: The responses with their certificates. Modified files are not passed to external tools, which could
    ///   follow references in them.
    private static func responses(in path: String, as original: OriginalFixtures) -> [SignatureJudge.Question] {
        original.manifest.cases.filter { $0.expected.verdict != nil }.compactMap { entry in
            guard let response = entry.files["xml"], let certificate = entry.files["certificate"],
                [response, certificate].allSatisfy({ original.isUnchanged($0, in: path) })
            else { return nil }
            return SignatureJudge.Question(
                path: "\(path)/\(response.path)", certificate: "\(path)/\(certificate.path)")
        }
    }

    private static func judge(
        _ questions: [SignatureJudge.Question], python: String
    ) throws(CommandError) -> [SignatureJudge: [String: Bool]] {
        var found: [SignatureJudge: [String: Bool]] = [:]
        for judge in SignatureJudge.allCases where try judge.isInstalled(python: python) {
            found[judge] = try judge.judge(questions, python: python)
        }
        return found
    }

    /// Returns the certificate of a case if only its file has it; `nil` if it can be made anew.
    private static func trusted(in path: String, _ fixture: FixtureCase, _ recipe: ResponseRecipe) -> String? {
        guard FixtureParties.current.trustedCertificate != nil, recipe.certificate != nil else { return nil }
        return FixtureFolder.read("\(fixture.name)/certificate.pem", in: path).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Validates a case with this package's validator, service and app.
    private static func judge(_ fixture: FixtureCase, in path: String, _ row: inout Row) async throws {
        let encoded = FixtureFolder.read("\(fixture.name)/response.b64", in: path) ?? Data()
        let base64 = String(decoding: encoded, as: UTF8.self).trimmingCharacters(in: .newlines)
        var text = ""
        if let recipe = fixture.response {
            let certificate = trusted(in: path, fixture, recipe)
            let verdict = try ReaderJudge.verdict(on: encoded, of: recipe, trusting: certificate)
            row.reader = verdict
            var verdicts = [(verdict, "the Base64")]
            if recipe.hasDocument {
                let document = FixtureFolder.read("\(fixture.name)/response.xml", in: path) ?? Data()
                verdicts.append(
                    (try ReaderJudge.verdict(on: document, of: recipe, trusting: certificate), "the XML"))
                text = String(decoding: document, as: UTF8.self)
            }
            for (word, form) in verdicts where word != fixture.expectation {
                row.differences.append("the validator reports \(word) for \(form) instead of \(fixture.expectation)")
            }
        }
        if let recipe = fixture.message {
            let query = FixtureFolder.read("\(fixture.name)/query.txt", in: path) ?? Data()
            let text = String(decoding: query, as: UTF8.self).trimmingCharacters(in: .newlines)
            let verdict =
                FixtureParties.current.areOfCatalogue
                ? try await MessageJudge.verdict(on: text, of: recipe)
                : try MessageJudge.verdictByRules(on: text, of: recipe)
            let word = verdict == "valid" ? verdict : "refused"
            row.reader = word
            if word != fixture.expectation {
                row.differences.append("the receiver reports \(verdict) instead of \(fixture.expectation)")
            }
        }
        guard FixtureParties.current.areOfCatalogue else { return }
        if let exchange = fixture.exchange {
            let finding = try await ServiceJudge.judge(exchange, response: base64)
            row.service = finding.last?.description
            row.differences += finding.differences
        }
        // The provider returns the response of the file, because that file is verified, not a newly created response.
        let given = fixture.response.flatMap { $0.hasDocument ? $0.app?.flow(answering: nil) : nil }
        if let flow = given ?? fixture.flow {
            let profile = flow.profile(name: fixture.name, summary: fixture.summary, response: text)
            let differences = try await AppJudge.differences(in: profile)
            row.app = differences.isEmpty ? "as expected" : "differs"
            row.differences += differences
        }
    }
}
