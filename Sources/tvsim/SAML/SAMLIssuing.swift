package import Foundation
import ProgramSupport
import Settings
package import SimulatedWorld
import SimulationCore
package import TVSimulator
import XMLSecurity

/// A response as `saml issue` writes it: the words of the command line, made into a ``ResponseMaker``.
package struct SAMLIssuing: Sendable {
    /// The maker.
    package var maker: ResponseMaker

    /// Begins an honest response.
    ///
    /// - Parameters:
    ///   - instant: When it is issued.
    ///   - seed: From which the identifiers are drawn.
    package init(at instant: Date, seed: UInt64) {
        maker = ResponseMaker(at: instant)
        maker.seed = seed
    }

    /// Sets an instant where one is given: absolute, or an offset from when the response is issued; `never` is none.
    ///
    /// - Throws: ``CommandError`` where the text is no instant, or none where there must be one.
    package mutating func set(
        _ keyPath: WritableKeyPath<ResponseMaker.Content, Date>, _ text: String?
    ) throws(CommandError) {
        guard let text else { return }
        guard let instant = try CommandArguments.instant(text).resolved(at: maker.content.issueInstant) else {
            throw CommandError(.invalid, "'never' is no instant here")
        }
        maker.content[keyPath: keyPath] = instant
    }

    /// Sets an instant that may be absent.
    ///
    /// - Throws: ``CommandError`` where the text is no instant.
    package mutating func set(
        _ keyPath: WritableKeyPath<ResponseMaker.Content, Date?>, _ text: String?
    ) throws(CommandError) {
        guard let text else { return }
        maker.content[keyPath: keyPath] = try CommandArguments.instant(text)
            .resolved(at: maker.content.issueInstant)
    }

    /// Sets until when the bearer may deliver it; `never`: the confirmation does not say.
    ///
    /// - Throws: ``CommandError`` where the text is no instant.
    package mutating func setConfirmationEnd(_ text: String?) throws(CommandError) {
        try set(\.confirmationNotOnOrAfter, text)
        if text != nil { maker.content.confirmationHasEnd = maker.content.confirmationNotOnOrAfter != nil }
    }

    /// Refuses options that would say nothing: of an authentication or of a confirmation that is left out.
    ///
    /// - Throws: ``CommandError`` for the first option that is given.
    package func refuseIdle(
        ofAuthentication: KeyValuePairs<String, String?>, ofConfirmation: KeyValuePairs<String, String?>
    ) throws(CommandError) {
        if maker.content.authnInstant == nil, let option = ofAuthentication.first(where: { $0.value != nil })?.key {
            throw CommandError(.invalid, "\(option) tells of an authentication, and --authn-instant is never")
        }
        if maker.content.recipient == nil, let option = ofConfirmation.first(where: { $0.value != nil })?.key {
            throw CommandError(.invalid, "\(option) tells of a confirmation, and --recipient is empty")
        }
    }

    /// Sets the attributes, each as `NAME=VALUE`; values of one name stand together.
    ///
    /// Without any, the default stays.
    ///
    /// - Throws: ``CommandError`` where one has no `=`.
    package mutating func setAttributes(_ pairs: [String]) throws(CommandError) {
        guard !pairs.isEmpty else { return }
        maker.content.attributes = []
        for pair in pairs {
            guard let equals = pair.firstIndex(of: "=") else {
                throw CommandError(.invalid, "'\(pair)' is no attribute: write NAME=VALUE")
            }
            let (name, value) = (String(pair[..<equals]), String(pair[pair.index(after: equals)...]))
            if let position = maker.content.attributes.firstIndex(where: { $0.name == name }) {
                maker.content.attributes[position].values.append(value)
            } else {
                maker.content.attributes.append(.init(name, [value]))
            }
        }
    }

    /// Reads the keys from files.
    ///
    /// - Throws: ``CommandError`` where a file cannot be read, a text is no key or certificate, or a key has no
    ///   certificate.
    package mutating func readKeys(
        privateKey: String?, certificate: String?, encryptFor: String?
    ) throws(CommandError) {
        guard (privateKey == nil) == (certificate == nil) else {
            throw CommandError(.invalid, "--private-key and --certificate belong together")
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

/// What `saml defects` prints.
package struct DefectList: Encodable, Sendable {
    private let defects = ResponseMaker.defects

    /// Lists every defect.
    package init() {}

    /// The rows of a table: name, stage, violated policy, summary.
    package var rows: [[String]] {
        defects.map { [$0.name, $0.stage, $0.policy ?? "-", $0.summary] }
    }

    /// Writes the list.
    package func encode(to encoder: any Encoder) throws {
        try defects.encode(to: encoder)
    }
}
