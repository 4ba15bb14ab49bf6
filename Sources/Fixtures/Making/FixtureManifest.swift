/// The content of `manifest.json`: each case with its files and the expected outcome.
///
/// Its schema is `docs/fixtures.schema.json`.
package struct FixtureManifest: Codable, Sendable, Hashable {
    /// The version of the manifest format that this program writes.
    package static let currentSchema = 1

    /// The version of the manifest format.
    package var schema = currentSchema
    /// The program that wrote the manifest, with its version.
    package var generator: String
    /// The seed of the identifiers.
    package var seed: UInt64
    /// The limits and algorithms that a reader accepts in every case.
    package var accepts = FixtureAcceptance.strict
    /// The cases, in the catalogue's order.
    package var cases: [Entry]

    /// The part of a manifest that every version of the format has.
    struct Form: Decodable {
        let schema: Int
    }

    /// One case.
    package struct Entry: Codable, Sendable, Hashable {
        /// The name.
        package var name: String
        /// The subject.
        package var family: FixtureCase.Family
        /// What the case is.
        package var summary: String
        /// Why it matters.
        package var why: String
        /// The published vulnerability that the case resembles; absent if none is known.
        package var resembles: String?
        /// Whether a published document requires the expected outcome.
        package var strength: RuleStrength
        /// Whether the input has a defect.
        package var defective: Bool
        /// The instant at which the case is evaluated.
        package var instant: String
        /// The files, by their kinds.
        package var files: [String: File]
        /// The reader's expectations of the response; absent if the case has no response.
        package var reader: Reader?
        /// The receiver's expectations of the message in a query; absent if the case has none.
        package var receiver: Receiver?
        /// The expected outcome.
        package var expected: Expected
    }

    /// The rule that a case tests, and who requires it.
    package struct RuleStrength: Codable, Sendable, Hashable {
        /// Whether a document requires the expected outcome, or this project chose it.
        package enum Level: String, Codable, Sendable {
            case required, choice
        }

        /// Whether a document requires the expected outcome, or this project chose it.
        package var level: Level
        /// The rule, as one sentence.
        package var rule: String
        /// The document with the section that requires the outcome; absent for a choice.
        package var section: String?
        /// The row of Differences that explains the choice; absent if a document requires the outcome.
        package var row: String?

        /// Creates the description of a rule.
        init(_ requirement: Requirement) {
            rule = requirement.sentence
            switch requirement.strength {
            case .required(let section): (level, self.section) = (.required, section)
            case .choice(let row): (level, self.row) = (.choice, row)
            }
        }
    }

    /// One file.
    package struct File: Codable, Sendable, Hashable {
        /// The path relative to the manifest's folder.
        package var path: String
        /// The SHA-256 of the file's content, in hexadecimal.
        package var sha256: String
    }

    /// The reader's expectations of a response.
    package struct Reader: Codable, Sendable, Hashable {
        /// The kind of response: `web-sso`.
        package var profile: String
        /// The entity ID of the expected issuer.
        package var issuer: String
        /// The entity ID of the expected audience.
        package var audience: String
        /// The expected recipient.
        package var recipient: String
        /// The ID of the request that the response must answer.
        package var inResponseTo: String
        /// The required attributes.
        package var requiredAttributes: [String]
        /// The accepted difference of the issuer's clock, in seconds.
        package var clockSkew: Int
        /// The number of deliveries; the verdict is that of the last one.
        package var deliveries: Int
    }

    /// The receiver's expectations of the message in a query.
    package struct Receiver: Codable, Sendable, Hashable {
        /// The kind of message.
        package var message: MessageRecipe.Kind
        /// The entity ID of the expected issuer.
        package var issuer: String
        /// The expected destination.
        package var destination: String
        /// The ID of the request that a response must answer; absent for a request.
        package var inResponseTo: String?
    }

    /// The expected outcome of a case.
    package struct Expected: Codable, Sendable, Hashable {
        /// The verdict on the response.
        package var verdict: Verdict?
        /// The verdict on the message in a query.
        package var message: MessageVerdict?
        /// The expected verdict of a tool that checks only the signature.
        package var signature: String?
        /// The tools whose verdicts differ, and the reasons.
        package var exceptions: [Exception]?
        /// The callbacks of each call of the app.
        package var callbacks: [Callbacks]?
        /// The service's last answer.
        package var service: ServiceVerdict?
    }

    /// A verdict on a response.
    package struct Verdict: Codable, Sendable, Hashable {
        /// Whether the response is valid.
        package var valid: Bool
        /// The only policy that fails; absent if the response is valid.
        package var policy: String?
        /// The name identifier of the subject; absent if the response is invalid.
        package var nameID: String?
        /// The attributes of the response by name, each with its values in order; absent if the response is invalid.
        package var attributes: [String: [String]]?
    }

    /// A verdict on the message in a query.
    package struct MessageVerdict: Codable, Sendable, Hashable {
        /// Whether the receiver accepts the message.
        package var accepted: Bool
    }

    /// A tool whose verdict differs from the expected one.
    package struct Exception: Codable, Sendable, Hashable {
        /// The name of the tool.
        package var judge: String
        /// Whether the tool accepts the signature.
        package var accepts: Bool
        /// The reason.
        package var why: String
    }

    /// A call of the app, and its callbacks.
    package struct Callbacks: Codable, Sendable, Hashable {
        /// The call.
        package var call: String
        /// The callbacks, in their text form.
        package var callbacks: [String]
    }
}
