import Foundation
import TVSimCryptography
import TVSimIdentityProvider
import TVSimSAML
import TVSimXMLSecurity

/// A set of fixtures as it was generated, with which its files are compared.
///
/// A set for a key of one's own cannot be generated anew, so its files are compared with the digests of its manifest.
struct OriginalFixtures {
    /// The manifest.
    let manifest: FixtureManifest
    private let given: FixtureManifest
    private let files: [String: Data]?

    /// Generates the set for the parties of the current task if their keys are known.
    ///
    /// - Throws: ``XMLError`` if a key in the source is malformed, or a defect cannot be applied.
    init(_ cases: [FixtureCase], _ given: FixtureManifest) throws {
        self.given = given
        let parties = FixtureParties.current
        if parties.trustedCertificate == nil {
            let set = try FixtureSet(cases, seed: given.seed, for: parties)
            (manifest, files) = (set.manifest, set.files)
        } else {
            (manifest, files) = (given, nil)
        }
    }

    /// Returns whether a file is as it was generated.
    func isUnchanged(_ file: FixtureManifest.File, in path: String) -> Bool {
        guard let found = FixtureFolder.read(file.path, in: path) else { return false }
        return files.map { $0[file.path] == found } ?? (FixtureSet.file(file.path, found) == file)
    }

    /// Returns the differences of a case's manifest entry and files from the generated ones.
    func changes(of fixture: FixtureCase, _ entry: FixtureManifest.Entry, in path: String) -> [String] {
        let generated = manifest.cases.first { $0.name == entry.name } ?? entry
        let expected = files == nil ? FixtureSet.entry(of: fixture, files: entry.files) : generated
        var changes: [String] = []
        if expected != entry || given.accepts != FixtureAcceptance.strict {
            changes.append("the manifest's entry differs from the catalogue")
        }
        for (_, file) in expected.files.sorted(by: { $0.key < $1.key }) where !isUnchanged(file, in: path) {
            changes.append("\(file.path) is missing or was modified")
        }
        return changes
    }
}

extension FixtureParties {
    /// Reads the parties of a set from its manifest, and its certificate.
    ///
    /// A set with requests or profiles is for the parties of the catalogue.
    init(of manifest: FixtureManifest, in path: String) {
        self.init()
        guard !manifest.cases.contains(where: { $0.files["requests"] != nil || $0.files["profile"] != nil }) else {
            return
        }
        for entry in manifest.cases.reversed() {
            if let date = SAMLInstant.parse(entry.instant) { instant = date }
            if let receiver = entry.receiver {
                if receiver.message == .logoutResponse { issuer = receiver.issuer } else { audience = receiver.issuer }
                request = receiver.inResponseTo ?? request
            }
        }
        if let reader = manifest.cases.compactMap(\.reader).first {
            (issuer, audience, recipient) = (reader.issuer, reader.audience, reader.recipient)
            request = reader.inResponseTo
            userAttribute = reader.requiredAttributes.first ?? userAttribute
        }
        guard let file = FixtureFolder.read("provider.pem", in: path) else { return }
        let certificate = String(decoding: file, as: UTF8.self)
        if certificate != FixtureKeys.providerCertificate, (try? TrustedCertificate(pem: certificate)) != nil {
            trustedCertificate = certificate
        }
    }
}
