import Foundation
import SimulatedWorld
import XMLSecurity

/// What came of a set of fixtures: each case, what must come of it, and what did, judge by judge.
package struct FixtureVerification: Sendable, Encodable {
    /// One case.
    package struct Row: Sendable, Encodable {
        /// The case.
        package let name: String
        /// What must come of it: a policy, `valid`, or what the service answers.
        package let expected: String
        /// What the validator says; `nil`: there is no response to judge.
        package var reader: String?
        /// What the service answers; `nil`: it is not asked.
        package var service: String?
        /// Whether the app is told what it must be; `nil`: no app is in the case.
        package var app: String?
        /// What judges of signatures say, by their names: whether they accept.
        package var judges: [String: String] = [:]
        /// What differs; empty: everybody agrees.
        package var differences: [String] = []
        /// Whether everybody agrees.
        package var agrees: Bool { differences.isEmpty }

        private enum CodingKeys: String, CodingKey {
            case name, expected, reader, service, app, judges, differences, agrees
        }

        /// Writes the row, and whether everybody agrees.
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
    /// The judges that are not on this machine.
    package private(set) var missing: [String] = []
    /// Whether everybody agrees on every case.
    package var agrees: Bool { rows.allSatisfy(\.agrees) }

    private enum CodingKeys: String, CodingKey {
        case agrees, missing, cases
    }

    /// Writes the cases, and whether everybody agrees.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(agrees, forKey: .agrees)
        try container.encode(missing, forKey: .missing)
        try container.encode(rows, forKey: .cases)
    }

    /// Verifies the set in a folder.
    ///
    /// - Parameters:
    ///   - given: The folder.
    ///   - python: The interpreter that may have signxml.
    /// - Throws: ``CommandError`` when the folder holds no set, or a judge is there and cannot be asked. That somebody
    ///   disagrees is not an error.
    package init(folder given: String, python: String) async throws {
        // Absolute: no judge is to take a name for an option.
        let path = URL(fileURLWithPath: given).path
        let manifest = try FixtureFolder.manifest(in: given)
        var cases: [FixtureCase] = []
        for entry in manifest.cases {
            guard let fixture = FixtureCatalog[entry.name] else {
                throw CommandError(
                    .malformed, "\(given)/\(FixtureSet.manifestPath): there is no fixture '\(entry.name)'")
            }
            cases.append(fixture)
        }
        let original = try FixtureSet(cases, seed: manifest.seed)
        let judged = try Self.judge(Self.responses(in: path, as: original), python: python)
        missing = SignatureJudge.allCases.filter { judged[$0] == nil }.map(\.rawValue)
        for (fixture, entry) in zip(cases, manifest.cases) {
            var row = Row(name: fixture.name, expected: fixture.expectation)
            row.differences = Self.changes(entry, of: manifest, original, in: path)
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

    /// The responses that are as they were generated.
    ///
    /// A strange one is none for programs that are not ours: it could make them fetch what it names.
    private static func responses(in path: String, as original: FixtureSet) -> [SignatureJudge.Question] {
        original.manifest.cases.filter { $0.expected.signature != nil }.compactMap { entry in
            guard let response = entry.files["xml"]?.path, let certificate = entry.files["certificate"]?.path,
                [response, certificate].allSatisfy({ FixtureFolder.read($0, in: path) == original.files[$0] })
            else { return nil }
            return SignatureJudge.Question(path: "\(path)/\(response)", certificate: "\(path)/\(certificate)")
        }
    }

    private static func judge(
        _ questions: [SignatureJudge.Question], python: String
    ) throws(CommandError) -> [SignatureJudge: [String: Bool]] {
        var found: [SignatureJudge: [String: Bool]] = [:]
        for judge in SignatureJudge.allCases where try judge.isThere(python: python) {
            found[judge] = try judge.judge(questions, python: python)
        }
        return found
    }

    /// What of a case is not as it was generated.
    private static func changes(
        _ entry: FixtureManifest.Entry, of manifest: FixtureManifest, _ original: FixtureSet, in path: String
    ) -> [String] {
        guard let expected = original.manifest.cases.first(where: { $0.name == entry.name }) else { return [] }
        var changes: [String] = []
        if expected != entry || manifest.accepts != original.manifest.accepts {
            changes.append("the manifest says otherwise than the catalogue")
        }
        for (_, file) in expected.files.sorted(by: { $0.key < $1.key })
        where FixtureFolder.read(file.path, in: path) != original.files[file.path] {
            changes.append("\(file.path) is not as it was generated")
        }
        return changes
    }

    /// Asks our own judges.
    private static func judge(_ fixture: FixtureCase, in path: String, _ row: inout Row) async throws {
        let encoded = FixtureFolder.read("\(fixture.name)/response.b64", in: path) ?? Data()
        let base64 = String(decoding: encoded, as: UTF8.self).trimmingCharacters(in: .newlines)
        var text = ""
        if let recipe = fixture.response {
            let verdict = try ReaderJudge.verdict(on: encoded, of: recipe)
            row.reader = verdict
            var verdicts = [(verdict, "the Base64")]
            if recipe.hasDocument {
                let document = FixtureFolder.read("\(fixture.name)/response.xml", in: path) ?? Data()
                verdicts.append((try ReaderJudge.verdict(on: document, of: recipe), "the XML"))
                text = String(decoding: document, as: UTF8.self)
            }
            for (word, form) in verdicts where word != fixture.expectation {
                row.differences.append("the validator says \(word) of \(form), not \(fixture.expectation)")
            }
        }
        if let exchange = fixture.exchange {
            let finding = try await ServiceJudge.judge(exchange, response: base64)
            row.service = finding.last?.description
            row.differences += finding.differences
        }
        // A provider that is given the file, where there is one: what it would issue by itself is not what is verified.
        let given = fixture.response.flatMap { $0.hasDocument ? $0.app?.flow(answering: nil) : nil }
        if let flow = given ?? fixture.flow {
            let profile = flow.profile(name: fixture.name, summary: fixture.summary, response: text)
            let differences = try await AppJudge.differences(in: profile)
            row.app = differences.isEmpty ? "as expected" : "differs"
            row.differences += differences
        }
    }
}
