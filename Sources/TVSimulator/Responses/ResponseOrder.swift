package import Foundation
import Identifiers
package import Settings
package import SimulatedWorld
import StructuredText
import XMLSecurity

/// The options of `saml issue` and of `POST saml/issue`: which response to create.
///
/// An option that is `nil` or empty has its default. The command line and the admin API both fill this type, and
/// ``maker(in:)`` reads it.
package struct ResponseOrder: Sendable {
    /// How the options are spelled in messages.
    package var spelling = OptionSpelling.json
    /// The provider that issues the response; `nil` for a provider that belongs to no world.
    package var provider: String?
    /// The provider's subscriber; `nil` for its first one.
    package var subscriber: String?
    package var issuer: String?
    package var audiences: [String] = []
    package var furtherAudiences: [String] = []
    /// The recipient; empty for a response without a subject confirmation.
    package var recipient: String?
    package var destination: String?
    package var inResponseTo: String?
    package var unsolicited = false
    package var nameID: String?
    package var nameIDFormat: String?
    package var attributes: [ResponseMaker.Content.Attribute] = []
    /// The name format of attributes; empty for none.
    package var attributeNameFormat: String?
    package var statuses: [String] = []
    package var statusMessage: String?
    package var responseID: String?
    package var assertionID: String?
    package var authnContext: String?
    package var sessionIndex: String?
    package var oneTimeUse = false
    package var proxyCount: Int?
    /// The time of issue; `nil` for the clock of the provider's device, or for the real time without a provider.
    package var at: Date?
    package var notBefore: Instant?
    package var notOnOrAfter: Instant?
    package var confirmationNotOnOrAfter: Instant?
    package var authnInstant: Instant?
    package var sessionNotOnOrAfter: Instant?
    package var signed = ResponseMaker.Signing.Signed.assertion
    package var privateKey: NamedPEM?
    package var certificate: NamedPEM?
    package var omitCertificate = false
    package var algorithm = "rsa-sha256"
    package var digest = "sha256"
    package var encryptFor: NamedPEM?
    package var encryption: String?
    package var keyTransport: String?
    package var defects: [String] = []
    package var seed: UInt64 = 0

    /// Creates an order for a valid response.
    package init() {}

    /// Returns the maker of the ordered response.
    ///
    /// - Parameter device: Opens the device whose world has the provider; it is called only if the order names one.
    /// - Returns: The maker.
    /// - Throws: `CommandError` for an unknown provider or subscriber, a malformed key, an invalid value, or options
    ///   that exclude each other.
    package func maker(in device: () throws -> SelectedDevice) throws -> ResponseMaker {
        try refuseContradictions()
        var maker: ResponseMaker
        if let provider {
            maker = try ResponseMaker(of: provider, as: subscriber, at: at, in: try device())
        } else {
            maker = ResponseMaker(at: try at ?? CommandArguments.momentOrNow(nil))
        }
        maker.seed = seed
        maker.defects = defects
        apply(to: &maker.content)
        try applyTimes(to: &maker.content)
        try applyKeys(to: &maker.signing)
        try refuseIdleOptions(of: maker.content)
        return maker
    }

    private func refuseContradictions() throws(CommandError) {
        guard subscriber == nil || provider != nil else {
            throw CommandError(.invalid, "\(spelling("as")) requires \(spelling("provider"))")
        }
        guard !unsolicited || inResponseTo == nil else {
            throw CommandError(
                .invalid, "\(spelling("unsolicited")) and \(spelling("inResponseTo")) cannot be used together")
        }
        guard proxyCount.map({ $0 >= 0 }) ?? true else {
            throw CommandError(.invalid, "\(spelling("proxyCount")) must not be negative")
        }
        guard (privateKey == nil) == (certificate == nil) else {
            throw CommandError(
                .invalid, "\(spelling("privateKey")) and \(spelling("certificate")) must be used together")
        }
        guard encryptFor != nil || (encryption == nil && keyTransport == nil) else {
            throw CommandError(
                .invalid,
                "\(spelling(encryption == nil ? "keyTransport" : "encryption")) requires \(spelling("encryptFor"))")
        }
    }

    private func apply(to content: inout ResponseMaker.Content) {
        content.issuer = issuer ?? content.issuer
        if !audiences.isEmpty { content.audiences = audiences }
        content.furtherAudiences = furtherAudiences
        if let recipient { content.recipient = recipient.isEmpty ? nil : recipient }
        content.destination = destination
        content.inResponseTo = unsolicited ? nil : inResponseTo ?? content.inResponseTo
        content.nameID = nameID ?? content.nameID
        content.nameIDFormat = nameIDFormat ?? content.nameIDFormat
        if !attributes.isEmpty { content.attributes = attributes }
        if let attributeNameFormat {
            content.attributeNameFormat = attributeNameFormat.isEmpty ? nil : attributeNameFormat
        }
        if !statuses.isEmpty { content.statusCodes = statuses }
        content.statusMessage = statusMessage
        content.responseID = responseID
        content.assertionID = assertionID
        content.authnContext = authnContext ?? content.authnContext
        content.sessionIndex = sessionIndex
        content.isOneTimeUse = oneTimeUse
        content.proxyCount = proxyCount
    }

    private func applyTimes(to content: inout ResponseMaker.Content) throws(CommandError) {
        let now = content.issueInstant
        func required(_ instant: Instant, _ key: String) throws(CommandError) -> Date {
            if let date = instant.resolved(at: now) { return date }
            throw CommandError(.invalid, "'never' is not allowed in \(spelling(key)): expected an instant")
        }
        if let notBefore { content.notBefore = try required(notBefore, "notBefore") }
        if let notOnOrAfter { content.notOnOrAfter = try required(notOnOrAfter, "notOnOrAfter") }
        if let end = confirmationNotOnOrAfter {
            content.confirmationNotOnOrAfter = end.resolved(at: now)
            content.confirmationHasEnd = end != .never
        }
        if let authnInstant { content.authnInstant = authnInstant.resolved(at: now) }
        if let sessionNotOnOrAfter { content.sessionNotOnOrAfter = sessionNotOnOrAfter.resolved(at: now) }
    }

    private func applyKeys(to signing: inout ResponseMaker.Signing) throws(CommandError) {
        signing.signed = signed
        signing.showsCertificate = !omitCertificate
        signing.algorithm = algorithm
        signing.digest = digest
        signing.encryption = encryption ?? signing.encryption
        signing.keyTransport = keyTransport ?? signing.keyTransport
        func isCertificate(_ pem: String) throws(XMLError) {
            _ = try TrustedCertificate(pem: pem, allowingSmallKeys: true)
        }
        signing.certificate = try certificate?.checked(isCertificate)
        signing.encryptionCertificate = try encryptFor?.checked(isCertificate)
        signing.privateKey = privateKey?.text
        if let privateKey {
            let identity = signing
            do {
                _ = try identity.identity()
            } catch let error as XMLError {
                throw privateKey.malformed(error.description)
            } catch {
                throw privateKey.malformed("the key cannot be used")
            }
        }
    }

    /// Rejects options without an effect, because the authentication or the confirmation is left out.
    private func refuseIdleOptions(of content: ResponseMaker.Content) throws(CommandError) {
        let ofAuthentication = [
            ("authnContext", authnContext != nil), ("sessionIndex", sessionIndex != nil),
            ("sessionNotOnOrAfter", sessionNotOnOrAfter != nil),
        ]
        if content.authnInstant == nil, let option = ofAuthentication.first(where: \.1) {
            throw CommandError(
                .invalid,
                "\(spelling(option.0)) requires an authentication, but \(spelling("authnInstant")) is never")
        }
        if content.recipient == nil, confirmationNotOnOrAfter != nil {
            throw CommandError(
                .invalid,
                "\(spelling("confirmationNotOnOrAfter")) requires a confirmation, but \(spelling("recipient")) is empty"
            )
        }
    }
}
