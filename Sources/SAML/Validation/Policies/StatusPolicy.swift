/// Refuses a response that reports a failure: its codes and message are the reason.
///
/// SAML Core 2.0 § 3.2.2.2.
enum StatusPolicy {
    static func failure(_ shape: ResponseShape) -> ValidationFailure {
        let codes = shape.statusCodes.map { $0.split(separator: ":").last.map(String.init) ?? $0 }
        let message = shape.statusMessage.map { ": \($0)" } ?? ""
        let chain = codes.isEmpty ? "no code" : codes.joined(separator: ", ")
        return ValidationFailure(.status, "The status is \(chain)\(message).", "SAML Core 2.0 § 3.2.2.2")
    }
}
