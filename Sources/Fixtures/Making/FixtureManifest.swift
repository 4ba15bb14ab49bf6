/// What a set of fixtures is: each case with its files and what must come of it; `manifest.json`.
///
/// `docs/fixtures.schema.json` is its schema.
package struct FixtureManifest: Codable, Sendable, Hashable {
    /// The version of the form.
    package static let currentSchema = 1

    /// The version of the form.
    package var schema = currentSchema
    /// Which program wrote it.
    package var generator: String
    /// From which identifiers were drawn.
    package var seed: UInt64
    /// What every reader accepts at most.
    package var accepts = Acceptance.strict
    /// The cases, in the catalogue's order.
    package var cases: [Entry]

    /// What every form of manifests says of itself.
    struct Form: Decodable {
        let schema: Int
    }

    /// One case.
    package struct Entry: Codable, Sendable, Hashable {
        /// Its name.
        package var name: String
        /// What it is about.
        package var family: FixtureCase.Family
        /// What it is.
        package var summary: String
        /// Why it matters.
        package var why: String
        /// The published vulnerability that it resembles; absent: none.
        package var resembles: String?
        /// Whether something is wrong.
        package var defective: Bool
        /// The instant at which it is judged.
        package var instant: String
        /// Its files, by what they are.
        package var files: [String: File]
        /// What a reader of the response must expect of it; absent: it is none.
        package var reader: Reader?
        /// What must come of it.
        package var expected: Expected
    }

    /// One file.
    package struct File: Codable, Sendable, Hashable {
        /// The path below the manifest's folder.
        package var path: String
        /// The SHA-256 of its octets.
        package var sha256: String
    }

    /// Who judges a response.
    package struct Reader: Codable, Sendable, Hashable {
        /// The kind of response: `web-sso`.
        package var profile: String
        /// The entity that must have issued it.
        package var issuer: String
        /// For whom it must be.
        package var audience: String
        /// The address to which it must be delivered.
        package var recipient: String
        /// The request that it must answer.
        package var inResponseTo: String
        /// The attributes that it must have.
        package var requiredAttributes: [String]
        /// By how many seconds the issuer's clock may differ.
        package var clockSkew: Int
        /// How often it is delivered; the last delivery is judged.
        package var deliveries: Int
    }

    /// What must come of a case.
    package struct Expected: Codable, Sendable, Hashable {
        /// The verdict on the response.
        package var verdict: Verdict?
        /// What a judge of signatures alone finds.
        package var signature: String?
        /// Judges who see it otherwise, and why.
        package var exceptions: [Exception]?
        /// What the app is told, call by call.
        package var callbacks: [Callbacks]?
        /// What the service answers, last of all.
        package var service: ServiceVerdict?
    }

    /// A verdict.
    package struct Verdict: Codable, Sendable, Hashable {
        /// Whether the response may be believed.
        package var valid: Bool
        /// The one policy that fails; absent: none.
        package var policy: String?
        /// Whom it is about; absent: it is not believed.
        package var nameID: String?
        /// What it says of them: every attribute that a right reader reads, by name, with its values in order; absent: it is
        /// not believed.
        package var attributes: [String: [String]]?
    }

    /// A judge who sees it otherwise.
    package struct Exception: Codable, Sendable, Hashable {
        /// The judge.
        package var judge: String
        /// Whether it accepts.
        package var accepts: Bool
        /// Why.
        package var why: String
    }

    /// A call of the app, and what it causes.
    package struct Callbacks: Codable, Sendable, Hashable {
        /// The call.
        package var call: String
        /// The callbacks, in their text form.
        package var callbacks: [String]
    }
}
