package import Foundation
import TVSimSAML
import TVSimXMLSecurity

/// A response or a message of the catalogue that can be made for any parties.
package struct LiveFixture: Sendable {
    /// The responses, in the catalogue's order.
    package static let responses = FixtureCatalog.cases.filter { $0.response != nil }.map(LiveFixture.init)
    /// The messages in a query, in the catalogue's order.
    package static let messages = FixtureCatalog.cases.filter { $0.message != nil }.map(LiveFixture.init)

    /// Returns a response or a message by its name; `nil` if the name is unknown or that of another case.
    package static subscript(name: String) -> LiveFixture? {
        FixtureCatalog[name].flatMap { $0.response == nil && $0.message == nil ? nil : LiveFixture(fixture: $0) }
    }

    /// The case.
    package let fixture: FixtureCase

    /// The verdict that the catalogue expects.
    package enum Expected: Sendable, Hashable {
        case accepted
        /// The receiver refuses it by this policy, or as `refused` if it is a message in a query.
        case refused(policy: String)
    }

    /// A made response or message.
    package struct Made: Sendable, Hashable {
        /// The document as octets.
        package let xml: Data
        /// The value of the form field `SAMLResponse`, which some cases break on purpose; empty for a message.
        package let samlResponse: String
        /// The query of a message, without the question mark; empty for a response.
        package let query: String
        /// The names that the answer may show: that of the subject, then those of forgeries.
        package let names: [String]
    }

    /// The verdict that the catalogue expects.
    package var expected: Expected {
        let word = fixture.expectation
        return word == "valid" ? .accepted : .refused(policy: word)
    }

    /// How often the same response is delivered; the verdict is that of the last delivery.
    package var deliveries: Int {
        if case .secondDelivery? = fixture.response?.defect { 2 } else { 1 }
    }

    /// The kind of message; `nil` for a response.
    package var kind: MessageRecipe.Kind? { fixture.message?.kind }

    // MARK: - Making

    /// Makes the response or the message.
    ///
    /// - Parameters:
    ///   - parties: The parties. Their instant is that of issue.
    ///   - seed: The seed of the identifiers; `nil` for new ones each time.
    /// - Returns: What is sent.
    /// - Throws: ``XMLError`` if a key is unusable or a defect cannot be applied, ``MessageError`` if a message cannot
    ///   be compressed.
    package func make(for parties: FixtureParties, seed: UInt64? = nil) throws -> Made {
        let seed = seed ?? UInt64.random(in: 0...UInt64.max)
        return try Self.forming(parties, seed: seed) {
            if let recipe = fixture.message {
                let message = try FixtureMessage(recipe, name: fixture.name, seed: seed)
                return Made(xml: Data(message.xml.utf8), samlResponse: "", query: message.query, names: [])
            }
            let recipe = fixture.response ?? ResponseRecipe()
            guard let response = try FixtureResponse(recipe, name: fixture.name, seed: seed) else {
                throw XMLError(.structure, "The case '\(fixture.name)' has no response.")
            }
            let words = DefectWords.current
            return Made(
                xml: response.document, samlResponse: response.base64, query: "",
                names: [recipe.nameID, words.forgedName, parties.nameID + words.changedEnd])
        }
    }

    /// Runs an action with the words and identifiers of parties that are not those of the catalogue.
    static func forming<R>(_ parties: FixtureParties, seed: UInt64, _ action: () throws -> R) rethrows -> R {
        var words = DefectWords()
        words.forgedName = parties.forgedName
        words.file = parties.absentFile
        if parties.forgedName != DefectWords().forgedName { words.changedEnd = "-" + parties.forgedName }
        words.identifierEnd = "-" + String(seed, radix: 16)
        return try FixtureParties.$current.withValue(parties) {
            try DefectWords.$current.withValue(words, operation: action)
        }
    }

    // MARK: - Judging

    /// Returns the verdict of this package's validator, with what the parties require.
    ///
    /// An assertion that is encrypted for a party cannot be read here. Its twin for the reader of the simulation is
    /// judged instead.
    ///
    /// - Returns: `valid`, or the failing policies; of a message in a query, `valid` or the reason for its refusal.
    /// - Throws: ``XMLError`` if a key is unusable.
    package func verdict(on made: Made, for parties: FixtureParties) throws -> String {
        guard let recipe = fixture.response else {
            guard let message = fixture.message else { return "" }
            return try FixtureParties.$current.withValue(parties) {
                try MessageJudge.verdictByRules(on: made.query, of: message)
            }
        }
        var (parties, made) = (parties, made)
        if recipe.isOpened, parties.keys?.reader != nil, parties.keys?.readerKey == nil {
            parties.keys?.reader = nil
            made = try make(for: parties)
        }
        return try FixtureParties.$current.withValue(parties) {
            try ReaderJudge.verdict(on: Data(made.samlResponse.utf8), of: recipe)
        }
    }

    /// Returns whether the verdict of this package's validator is that of the catalogue.
    ///
    /// - Throws: ``XMLError`` if a key is unusable.
    package func isAsExpected(_ made: Made, for parties: FixtureParties) throws -> Bool {
        let verdict = try verdict(on: made, for: parties)
        return (fixture.message != nil && verdict != "valid" ? "refused" : verdict) == fixture.expectation
    }

    /// Returns whether a party that wants the response signed refuses the case for that signature, and for nothing else.
    ///
    /// The case changes the response after it was signed, or signs the assertion alone.
    ///
    /// - Parameter parties: The parties. Nothing is masked unless they want the response signed.
    /// - Returns: Whether the case must not be sent to these parties.
    /// - Throws: As ``make(for:seed:)`` does.
    package func isMasked(for parties: FixtureParties) throws -> Bool {
        guard let recipe = fixture.response, parties.signed == .response || parties.signed == .both else {
            return false
        }
        // A signed response needs a Destination (SAML Bindings 2.0, 3.5.5.2).
        if fixture.requirement.id == "destinationOptional" { return true }
        switch recipe.defect {
        case .named(let defect) where defect.stage == .signature && defect.rawValue != "referenceToDocument":
            return false
        case .named(.none), .none, .content, .draft, .encryption, .secondDelivery, .withoutKey, .impostor: return false
        case .named(let defect) where defect.stage == .beforeSigning:
            return try !hasSignedResponse(for: parties)
        case .octets, .base64: return false
        case .named, .text: return try !hasSignedResponse(for: parties)
        }
    }

    /// Returns whether the response has a signature of its own that is valid, or cannot be read at all.
    private func hasSignedResponse(for parties: FixtureParties) throws -> Bool {
        let made = try make(for: parties, seed: 0)
        guard let root = try? XMLTree(made.xml).root() else { return true }
        let certificate = try FixtureParties.$current.withValue(parties) {
            try TrustedCertificate(pem: FixtureKeys.providerCertificate)
        }
        let verifier = SignatureVerifier(certificates: [certificate])
        return verifier.isSigned(root)
    }
}
