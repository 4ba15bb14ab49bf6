/// A way in which a provider's answer is wrong: one name for each, shared by profiles, faults and fixtures.
///
/// A defect changes one thing. It is applied at a stage: before signing, to the signature, or after signing.
package enum ResponseDefect: String, Codable, Sendable, Hashable, CaseIterable {
    /// Nothing is wrong.
    case none
    /// Before signing: the conditions ended five minutes ago.
    case expired
    /// Before signing: the conditions begin in five minutes.
    case notYetValid
    /// Before signing: the audience is somebody else.
    case wrongAudience
    /// Before signing: the recipient is somebody else's address.
    case wrongRecipient
    /// Before signing: the answer is to another request.
    case wrongInResponseTo
    /// Before signing: response and assertion name another issuer.
    case wrongIssuer
    /// To the signature: there is none.
    case unsigned
    /// After signing: the name identifier was changed.
    case tampered
    /// To the signature: another key made it; the honest certificate stands in `KeyInfo`.
    case wrongKey
    /// Before signing: the status is a refusal, and there is no assertion.
    case statusNotSuccess
    /// Before signing: an attribute that was asked for is left out.
    case missingAttribute
    /// There is no document at all.
    case noResponse

    /// When, in the making of a response, a defect is applied.
    package enum Stage: String, Sendable, Codable {
        case beforeSigning, signature, afterSigning, sending
    }

    /// When the defect is applied; `nil` where there is none.
    package var stage: Stage? {
        switch self {
        case .none: nil
        case .expired, .notYetValid, .wrongAudience, .wrongRecipient, .wrongInResponseTo, .wrongIssuer,
            .statusNotSuccess, .missingAttribute:
            .beforeSigning
        case .unsigned, .wrongKey: .signature
        case .tampered: .afterSigning
        case .noResponse: .sending
        }
    }

    /// The one policy that the response violates; `nil` where none is, or where there is no response to judge.
    ///
    /// Another key's signature and a changed content fail alike: who holds only the pinned key cannot tell them apart.
    /// An attribute is missed only where it is required.
    package var violatedPolicy: ValidationFailure.Policy? {
        switch self {
        case .none, .noResponse: nil
        case .expired, .notYetValid: .conditions
        case .wrongAudience: .audience
        case .wrongRecipient: .recipient
        case .wrongInResponseTo: .inResponseTo
        case .wrongIssuer: .issuer
        case .unsigned: .unsigned
        case .tampered, .wrongKey: .signature
        case .statusNotSuccess: .status
        case .missingAttribute: .attributes
        }
    }
}
