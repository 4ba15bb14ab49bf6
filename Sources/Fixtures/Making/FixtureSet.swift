package import Foundation
import TVSimCore
import TVSimCryptography
import TVSimSAML
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import TVSimXMLSecurity

/// A set of fixtures as files: the manifest, the certificates, and a folder for each case.
package struct FixtureSet: Sendable {
    /// The path of the manifest.
    package static let manifestPath = "manifest.json"

    /// The manifest.
    package let manifest: FixtureManifest
    /// The content of every file, by its path relative to the set's folder.
    package let files: [String: Data]

    /// Creates the files of cases.
    ///
    /// - Parameters:
    ///   - cases: The cases.
    ///   - seed: The seed of the identifiers; the same seed gives the same bytes.
    ///   - parties: The parties. For others than those of the catalogue, the set has no requests and no profiles, which
    ///     are for the simulated service and device.
    ///   - progress: Is told the number of the case that is made, and its name.
    /// - Throws: ``XMLError`` if a key in the source is malformed, or a defect cannot be applied.
    package init(
        _ cases: [FixtureCase], seed: UInt64, for parties: FixtureParties = FixtureParties(),
        telling progress: (Int, String) -> Void = { _, _ in }
    ) throws {
        self = try FixtureParties.$current.withValue(parties) {
            try FixtureSet(made: cases, seed: seed, telling: progress)
        }
    }

    private init(made cases: [FixtureCase], seed: UInt64, telling progress: (Int, String) -> Void) throws {
        var files = [
            "provider.pem": Data(FixtureKeys.providerCertificate.utf8),
            "reader.key": Data((FixtureKeys.readerKey + "\n").utf8),
        ]
        var entries: [FixtureManifest.Entry] = []
        for (number, fixture) in cases.enumerated() {
            progress(number + 1, fixture.name)
            let own = try Self.files(of: fixture, seed: seed)
            var named: [String: FixtureManifest.File] = [
                "certificate": Self.file("provider.pem", files["provider.pem"])
            ]
            if let recipe = fixture.response, recipe.certificate != nil {
                let (path, pem) = ("\(fixture.name)/certificate.pem", Data(FixtureKeys.certificate(of: recipe).utf8))
                files[path] = pem
                named["certificate"] = Self.file(path, pem)
            }
            if fixture.response?.isOpened ?? false {
                named["decryptionKey"] = Self.file("reader.key", files["reader.key"])
            }
            if let recipe = fixture.message {
                let (path, pem) = ("\(fixture.name)/certificate.pem", Data(recipe.kind.certificate.utf8))
                files[path] = pem
                named["certificate"] = Self.file(path, pem)
            }
            for (kind, name, data) in own {
                files["\(fixture.name)/\(name)"] = data
                named[kind] = Self.file("\(fixture.name)/\(name)", data)
            }
            entries.append(Self.entry(of: fixture, files: named))
        }
        manifest = FixtureManifest(
            generator: "tvsim \(SimulatorVersion.current)", seed: seed, cases: entries)
        files[Self.manifestPath] = Data((try JSONText.pretty(manifest) + "\n").utf8)
        self.files = files
    }

    /// Returns the manifest's description of a file.
    static func file(_ path: String, _ data: Data?) -> FixtureManifest.File {
        FixtureManifest.File(path: path, sha256: hexadecimal(Hash.sha256.digest(of: data ?? Data())))
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    /// Returns the files of a case with their kinds, names and content.
    private static func files(
        of fixture: FixtureCase, seed: UInt64
    ) throws -> [(kind: String, name: String, data: Data)] {
        var files: [(kind: String, name: String, data: Data)] = []
        var text = ""
        switch fixture.input {
        case .response(let recipe):
            if let response = try FixtureResponse(recipe, name: fixture.name, seed: seed) {
                files += Self.response(response)
                text = String(decoding: response.document, as: UTF8.self)
                if !recipe.hasDocument { files.removeAll { $0.kind == "xml" } }
            }
        case .message(let recipe):
            let message = try FixtureMessage(recipe, name: fixture.name, seed: seed)
            files += [
                ("message", "message.xml", Data(message.xml.utf8)),
                ("query", "query.txt", Data((message.query + "\n").utf8)),
            ]
        case .exchange(let recipe):
            if let header = recipe.header { files.append(("header", "header.txt", Data((header + "\n").utf8))) }
            if let response = try FixtureResponse(ResponseRecipe(), name: fixture.name, seed: seed) {
                files += Self.response(response)
            }
        case .flow: break
        }
        guard FixtureParties.current.areOfCatalogue else { return files }
        if let exchange = fixture.exchange {
            files.append(("requests", "requests.json", Data((try JSONText.pretty(ExchangeText(exchange)) + "\n").utf8)))
        }
        if let flow = fixture.flow {
            let profile = flow.profile(name: fixture.name, summary: fixture.summary, response: text)
            files.append(("profile", "profile.yaml", Data(profile.utf8)))
        }
        return files
    }

    private static func response(_ response: FixtureResponse) -> [(kind: String, name: String, data: Data)] {
        [
            ("xml", "response.xml", response.document), ("base64", "response.b64", Data((response.base64 + "\n").utf8)),
        ]
    }

    /// Returns the manifest's entry of a case for the parties of the current task.
    static func entry(
        of fixture: FixtureCase, files: [String: FixtureManifest.File]
    ) -> FixtureManifest.Entry {
        var expected = FixtureManifest.Expected()
        if FixtureParties.current.areOfCatalogue {
            expected.callbacks = fixture.flow?.callbacks
            expected.service = fixture.service
        }
        if let response = fixture.response {
            expected.verdict = FixtureManifest.Verdict(
                valid: response.verdict == nil, policy: response.verdict?.rawValue,
                nameID: response.verdict == nil ? response.nameID : nil,
                attributes: response.verdict == nil ? response.attributes : nil)
            expected.signature = response.signature.rawValue
        }
        let exceptions = (fixture.response?.exceptions ?? fixture.message?.exceptions ?? []).map {
            FixtureManifest.Exception(judge: $0.judge, accepts: $0.accepts, why: $0.why)
        }
        expected.exceptions = exceptions.isEmpty ? nil : exceptions
        if let message = fixture.message {
            expected.message = FixtureManifest.MessageVerdict(accepted: message.isAccepted)
            expected.signature = message.signature.rawValue
        }
        return FixtureManifest.Entry(
            name: fixture.name, family: fixture.family, summary: fixture.summary, why: fixture.why,
            resembles: fixture.resembles, strength: .init(fixture.requirement), defective: fixture.isDefective,
            instant: SAMLInstant.format(FixtureParties.current.instant),
            files: files, reader: fixture.response.map(FixtureManifest.Reader.init),
            receiver: fixture.message.map(FixtureManifest.Receiver.init), expected: expected)
    }
}

extension FixtureManifest.Receiver {
    init(_ recipe: MessageRecipe) {
        let isResponse = recipe.kind == .logoutResponse
        self.init(
            message: recipe.kind, issuer: recipe.kind.issuer, destination: recipe.kind.destination,
            inResponseTo: isResponse ? FixtureParties.current.request : nil)
    }
}

extension FixtureManifest.Reader {
    init(_ recipe: ResponseRecipe) {
        var deliveries = 1
        if case .secondDelivery = recipe.defect { deliveries = 2 }
        let parties = FixtureParties.current
        self.init(
            profile: ResponseRequirements.Profile.webSSO.rawValue, issuer: parties.issuer,
            audience: parties.audience, recipient: parties.recipient, inResponseTo: parties.request,
            requiredAttributes: [parties.userAttribute], clockSkew: Int(recipe.clockSkew), deliveries: deliveries)
    }
}
