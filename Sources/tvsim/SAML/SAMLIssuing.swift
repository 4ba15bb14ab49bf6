package import Foundation
import ProgramSupport
import Settings
package import SimulatedWorld
import SimulationCore
package import TVSimulator
import XMLSecurity

/// Converts the options of `saml issue` to a `ResponseMaker`.
package struct SAMLIssuing: Sendable {
    /// The maker with the options so far.
    package var maker: ResponseMaker

    /// Creates a maker for a valid response.
    ///
    /// - Parameters:
    ///   - instant: The time at which the response is issued.
    ///   - seed: The seed for the identifiers.
    package init(at instant: Date, seed: UInt64) {
        maker = ResponseMaker(at: instant)
        maker.seed = seed
    }

    /// Sets a required time; does nothing if the text is `nil`.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - text: An absolute time, or an offset from the time of issue.
    /// - Throws: `CommandError` when the text is not a time, or is `never`.
    package mutating func set(
        _ keyPath: WritableKeyPath<ResponseMaker.Content, Date>, _ text: String?
    ) throws(CommandError) {
        guard let text else { return }
        guard let instant = try CommandArguments.instant(text).resolved(at: maker.content.issueInstant) else {
            throw CommandError(.invalid, "'never' is not allowed here: expected an instant")
        }
        maker.content[keyPath: keyPath] = instant
    }

    /// Sets an optional time; does nothing if the text is `nil`.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - text: An absolute time, an offset from the time of issue, or `never`, which removes the time.
    /// - Throws: `CommandError` when the text is not a time.
    package mutating func set(
        _ keyPath: WritableKeyPath<ResponseMaker.Content, Date?>, _ text: String?
    ) throws(CommandError) {
        guard let text else { return }
        maker.content[keyPath: keyPath] = try CommandArguments.instant(text)
            .resolved(at: maker.content.issueInstant)
    }

    /// Sets the end of the subject confirmation (`NotOnOrAfter`); `never` removes the attribute.
    ///
    /// - Throws: `CommandError` when the text is not a time.
    package mutating func setConfirmationEnd(_ text: String?) throws(CommandError) {
        try set(\.confirmationNotOnOrAfter, text)
        if text != nil { maker.content.confirmationHasEnd = maker.content.confirmationNotOnOrAfter != nil }
    }

    /// Rejects options without an effect, because the authentication or the confirmation is left out.
    ///
    /// - Parameters:
    ///   - ofAuthentication: The options that describe the authentication, with their values.
    ///   - ofConfirmation: The options that describe the subject confirmation, with their values.
    /// - Throws: `CommandError` for the first such option that has a value.
    package func refuseIdle(
        ofAuthentication: KeyValuePairs<String, String?>, ofConfirmation: KeyValuePairs<String, String?>
    ) throws(CommandError) {
        if maker.content.authnInstant == nil, let option = ofAuthentication.first(where: { $0.value != nil })?.key {
            throw CommandError(.invalid, "\(option) requires an authentication, but --authn-instant is never")
        }
        if maker.content.recipient == nil, let option = ofConfirmation.first(where: { $0.value != nil })?.key {
            throw CommandError(.invalid, "\(option) requires a confirmation, but --recipient is empty")
        }
    }

    /// Sets the attributes from `NAME=VALUE` pairs.
    ///
    /// Pairs with the same name become one attribute with several values. An empty list keeps the default attributes.
    ///
    /// - Throws: `CommandError` when a pair has no `=`.
    package mutating func setAttributes(_ pairs: [String]) throws(CommandError) {
        guard !pairs.isEmpty else { return }
        maker.content.attributes = []
        for pair in pairs {
            guard let equals = pair.firstIndex(of: "=") else {
                throw CommandError(.invalid, "invalid attribute '\(pair)': expected NAME=VALUE")
            }
            let (name, value) = (String(pair[..<equals]), String(pair[pair.index(after: equals)...]))
            if let position = maker.content.attributes.firstIndex(where: { $0.name == name }) {
                maker.content.attributes[position].values.append(value)
            } else {
                maker.content.attributes.append(.init(name, [value]))
            }
        }
    }

    /// Reads the keys and certificates from files.
    ///
    /// - Parameters:
    ///   - privateKey: The path of the signing key; `nil` for the simulated provider's key.
    ///   - certificate: The path of its certificate.
    ///   - encryptFor: The path of the certificate for encryption; `nil` if nothing is encrypted.
    /// - Throws: `CommandError` when a file cannot be read or is not a key or certificate, or when only one of key and
    ///   certificate is given.
    package mutating func readKeys(
        privateKey: String?, certificate: String?, encryptFor: String?
    ) throws(CommandError) {
        guard (privateKey == nil) == (certificate == nil) else {
            throw CommandError(.invalid, "--private-key and --certificate must be used together")
        }
        try NamedFile.demandOneInput([privateKey, certificate, encryptFor].compactMap(\.self))
        maker.signing.privateKey = try privateKey.map { path throws(CommandError) in try NamedFile.readText(path) }
        maker.signing.certificate = try certificate.map(Self.certificate)
        maker.signing.encryptionCertificate = try encryptFor.map(Self.certificate)
        guard let privateKey else { return }
        do {
            _ = try maker.signing.identity()
        } catch let error as XMLError {
            throw CommandError(.malformed, "\(NamedFile.shown(privateKey)): \(error.description.withoutFullStop)")
        } catch {
            throw CommandError(.malformed, "\(NamedFile.shown(privateKey)): the key cannot be used")
        }
    }

    private static func certificate(_ path: String) throws(CommandError) -> String {
        let pem = try NamedFile.readText(path)
        do throws(XMLError) {
            _ = try TrustedCertificate(pem: pem, allowingSmallKeys: true)
        } catch {
            throw CommandError(.malformed, "\(NamedFile.shown(path)): \(error.description.withoutFullStop)")
        }
        return pem
    }
}

/// The list of defects that `saml defects` prints.
package struct DefectList: Encodable, Sendable {
    private let defects = ResponseMaker.defects

    /// Creates the list of all defects.
    package init() {}

    /// The rows of a table: name, stage, violated policy, summary.
    package var rows: [[String]] {
        defects.map { [$0.name, $0.stage, $0.policy ?? "-", $0.summary] }
    }

    /// Encodes the list.
    package func encode(to encoder: any Encoder) throws {
        try defects.encode(to: encoder)
    }
}
