import XMLSecurity

/// A signed claim that cannot be read, on its way to the verdict.
struct ClaimFailure: Error {
    let failure: ValidationFailure

    init(_ policy: ValidationFailure.Policy, _ reason: String, _ section: String) {
        failure = ValidationFailure(policy, reason, section)
    }

    static func encrypted(_ what: String) -> ClaimFailure {
        ClaimFailure(.encryption, "\(what) is encrypted, and no key is given.", "SAML Core 2.0 § 6")
    }
}

extension XMLElement {
    /// Reads the text, all of it; that there is something other than text breaks this policy.
    func text(or policy: ValidationFailure.Policy, _ section: String) throws(ClaimFailure) -> String {
        do {
            return try text()
        } catch {
            throw ClaimFailure(policy, error.description, section)
        }
    }
}
