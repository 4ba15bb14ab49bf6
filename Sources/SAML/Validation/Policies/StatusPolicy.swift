/// Refuses a response that reports a failure: its codes and message are the reason.
///
/// SAML Core 2.0 § 3.2.2.2.
enum StatusPolicy {
    static func failure(_ status: ResponseStatus) -> ValidationFailure {
        ValidationFailure(
            .status, "The status is \(status.summary).", "SAML Core 2.0 § 3.2.2.2", expected: SAMLStatusCode.success,
            actual: status.codes.joined(separator: " "))
    }
}
