import Foundation
import TVSimEntitlementAPI
import TVSimStructuredText

/// The user that an MVPD has proven to the service, by any protocol.
struct AuthenticatedSubject: Sendable {
    /// The identifier of the proof, which is accepted once: of a SAML assertion, for example.
    var proof: String
    /// The end of the proof; until then, its second use must be noticed.
    var proofEnds: Date
    /// The MVPD's name of the user; `nil` if it gave none.
    var userID: UserID?
    /// The user's attributes with their values.
    var attributes: [String: [String]]
    /// The user's session at the MVPD; `nil` if the service cannot end it.
    var session: MVPDSession?
    /// The end of the session, which a profile from the home network must not outlive; `nil` if it is not known.
    ///
    /// Adobe Pass, Home-based authentication.
    var homeSessionEnds: Date?
    /// What is unusual about the proof, as sentences.
    var notes: [String] = []
}

/// What a protocol makes of an MVPD's answer to a sign-in.
enum SignInVerdict: Sendable {
    /// The MVPD proves a user, as the answer to this request.
    case proven(AuthenticatedSubject, answering: SessionRecord.SentRequest)
    /// The MVPD refused the sign-in, for this reason; the browser returns to the app.
    case refusedByMVPD(reason: String)
    /// The answer is invalid; the browser gets an error page, and nothing changes.
    case invalid(Refusal)
}

/// An MVPD's answer to a sign-in, in the terms of one protocol.
protocol AuthenticationResponse {
    /// The error of a return without a pending request.
    var errorCode: EnhancedErrorCode { get }
    /// The protocol's name in reasons.
    var protocolName: String { get }
    /// The reason for a code that the answer names and that is unknown.
    var unknownCode: String { get }
    /// The details of an error without a pending request.
    var nonePending: String { get }

    /// Judges the answer.
    ///
    /// - Parameters:
    ///   - sent: The pending requests of the sign-in, newest last.
    ///   - configuration: The service's configuration.
    ///   - integration: The integration with the MVPD.
    ///   - now: The time of the answer.
    ///   - isReplay: Returns whether a proof was accepted before.
    /// - Returns: The verdict.
    /// - Throws: `StateError` if the state cannot be read or written.
    func judged(
        as sent: [SessionRecord.SentRequest], _ configuration: ServiceConfiguration, _ integration: Integration,
        at now: Date, isReplay: @escaping @Sendable (_ proof: String) -> Bool
    ) throws -> SignInVerdict
}
