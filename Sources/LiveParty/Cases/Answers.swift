package import Foundation
package import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity

/// The answer of an identity provider after a sign-in, and what it must have.
package struct SignInAnswer: Sendable {
    /// The request that it answers.
    package struct Asked: Sendable, Hashable {
        package let id: String
        package let relayState: String?

        /// Creates a request.
        package init(id: String, relayState: String?) { (self.id, self.relayState) = (id, relayState) }
    }

    package let asked: Asked
    package let delivery: Delivery
    /// The response as it is written; `nil` if the form has none, or it cannot be read.
    package let written: ResponseInspection?
    /// The verdict of our own validator.
    package let verdict: ValidationVerdict
    private let now: Date

    /// Reads and validates an answer.
    ///
    /// - Parameters:
    ///   - delivery: What came to our consumer.
    ///   - asked: The request that it answers.
    ///   - party: Our party.
    ///   - provider: The identity provider, by its metadata.
    ///   - skew: The most that its clock may differ, in seconds.
    ///   - now: The instant at which it came.
    /// - Throws: `MessageError` if the metadata have no certificate.
    package init(
        _ delivery: Delivery, to asked: Asked, at party: OurServiceProvider, from provider: IdentityProviderMetadata,
        skew: TimeInterval, now: Date
    ) throws {
        (self.asked, self.delivery, self.now) = (asked, delivery, now)
        let response = Data((delivery.fields["SAMLResponse"] ?? "").utf8)
        written = try? ResponseInspection(response)
        var requirements = ResponseRequirements()
        (requirements.issuer, requirements.audience) = (provider.entityID, party.entityID)
        (requirements.recipient, requirements.inResponseTo) = (party.consumer, asked.id)
        requirements.clockSkew = skew
        // SHA-1 has a requirement of its own.
        verdict = try ResponseValidator(certificates: provider.certificates, allowsSHA1: true)
            .validate(response, expecting: requirements, at: now)
    }

    /// The assertion about the authentication.
    private var assertion: InspectedAssertion? {
        written?.assertions.first { !$0.authnStatements.isEmpty } ?? written?.assertions.first
    }

    /// The name of the user, as written; `nil` without one.
    package var nameID: String? { assertion?.nameID }

    /// Returns the identifier of the user: the NameID, or the value of an attribute.
    func userID(_ attribute: String?) -> String? {
        guard let attribute else { return nameID }
        return assertion?.attributes.first { $0.name == attribute }?.values.first
    }

    /// The instant of the authentication; `nil` if it is missing.
    var authnInstant: Date? {
        assertion?.authnStatements.compactMap(\.authnInstant).first.flatMap(SAMLInstant.parse)
    }

    /// Returns what every answer must have.
    ///
    /// - Parameters:
    ///   - settings: What was agreed.
    ///   - party: Our party.
    ///   - hasLogout: Whether the identity provider has an address for logout messages.
    ///   - credentials: What the user filled in, which the identifier must not show.
    /// - Returns: The checks.
    package func checks(
        _ settings: IdentityProviderSettings, at party: OurServiceProvider, hasLogout: Bool, credentials: [String]
    ) -> [PartyCheck] {
        let failures = verdict.failures.map { "\($0.policy.rawValue): \($0.reason)" }
        let isSame = delivery.fields["RelayState"] == asked.relayState
        var checks = [
            PartyCheck(.answerIsValid, failure: failures.isEmpty ? nil : failures.joined(separator: "; ")),
            PartyCheck(.answersRequest, failure: unanswered),
            PartyCheck(.relayStateReturns, failure: isSame ? nil : "the RelayState is another one"),
        ]
        // A refusal has nothing else to examine.
        guard assertion != nil else { return checks }
        checks += [PartyCheck(.nameIDFormat, failure: wrongFormat), opaque(settings, credentials)]
        checks.append(
            hasLogout ? sessionIndex : .init(.sessionIndex, .notShown("it has no address for logout messages")))
        checks.append(PartyCheck(.answerAlgorithms, failure: weakAlgorithm.map { "it has \($0.prefix(128))" }))
        checks.append(agreed(settings.attributes))
        checks.append(PartyCheck(.confirmationLifetime, failure: lifetime))
        checks.append(PartyCheck(.answerClock, failure: clock))
        return checks
    }

    private var unanswered: String? {
        var answered: [String?] = [written?.inResponseTo]
        // Another method than the bearer's may stand beside it.
        answered += assertion?.confirmations.filter { $0.method == SAMLNames.bearer }.map(\.inResponseTo) ?? []
        if answered.contains(nil) { return "InResponseTo is missing in the response or its confirmation" }
        return answered.allSatisfy { $0 == asked.id } ? nil : "InResponseTo is another request"
    }

    private var wrongFormat: String? {
        let format = assertion?.nameIDFormat ?? "missing"
        return [SAMLNames.persistent, SAMLNames.transient].contains(format) ? nil : "it is '\(format.prefix(128))'"
    }

    private var sessionIndex: PartyCheck {
        let indexes = assertion?.authnStatements.compactMap(\.sessionIndex) ?? []
        let isMissing = indexes.allSatisfy(\.isEmpty)
        return PartyCheck(.sessionIndex, failure: isMissing ? "no statement has a SessionIndex" : nil)
    }

    private var weakAlgorithm: String? {
        let signatures = written?.signatures ?? []
        let algorithms: [String] = signatures.compactMap(\.algorithm) + signatures.flatMap(\.digestAlgorithms)
        return algorithms.first { $0.lowercased().hasSuffix("sha1") }
    }

    private func agreed(_ names: [String]) -> PartyCheck {
        guard !names.isEmpty else {
            return PartyCheck(.agreedAttributes, .notShown("the configuration names no attributes"))
        }
        let all = written?.assertions.flatMap(\.attributes) ?? []
        let sent = Set(all.filter { !$0.values.allSatisfy(\.isEmpty) }.map(\.name))
        let missing = names.filter { !sent.contains($0) }
        return PartyCheck(
            .agreedAttributes, failure: missing.isEmpty ? nil : "missing: \(missing.joined(separator: ", "))")
    }

    private func opaque(_ settings: IdentityProviderSettings, _ credentials: [String]) -> PartyCheck {
        guard let user = userID(settings.userID), !user.isEmpty else {
            return PartyCheck(.opaqueUser, .violated("the answer names no user"))
        }
        let shown = credentials.contains { Self.shows($0, in: user) }
        let isTelephone =
            user.wholeMatch(of: /\+?[0-9][0-9 ()\/.\-]{6,}/) != nil && user.contains { "+ ()/".contains($0) }
        if shown { return PartyCheck(.opaqueUser, .violated("it contains what the user filled in")) }
        if user.contains("@") { return PartyCheck(.opaqueUser, .violated("it contains '@'")) }
        return PartyCheck(.opaqueUser, failure: isTelephone ? "it looks like a telephone number" : nil)
    }

    /// Returns whether an identifier has a text that the user filled in.
    ///
    /// A short one must be a whole word of it, because an identifier may have its letters by chance.
    private static func shows(_ filled: String, in user: String) -> Bool {
        let (text, user) = (filled.lowercased(), user.lowercased())
        let words = user.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        return text == user || text.count > 2 && words.contains(text) || text.count > 6 && user.contains(text)
    }

    private var lifetime: String? {
        let ends = assertion?.confirmations.compactMap(\.notOnOrAfter).compactMap(SAMLInstant.parse) ?? []
        guard let end = ends.max(), end.timeIntervalSince(now) > 660 else { return nil }
        return "it lasts \(Int(end.timeIntervalSince(now) / 60)) minutes"
    }

    private var clock: String? {
        guard let issued = written?.issueInstant.flatMap(SAMLInstant.parse) else {
            return "the IssueInstant is unreadable"
        }
        let difference = Int(issued.timeIntervalSince(now).rounded())
        return abs(difference) <= 10 ? nil : "its clock differs by \(difference) s from ours"
    }
}
