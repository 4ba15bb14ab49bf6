import EntitlementAPI

/// A request that is answered with an error, in the words of the wire, with the reason for the journal.
struct Refusal: Error, Sendable {
    /// The words of the wire.
    enum Words: Sendable {
        case enhanced(EnhancedErrorCode, details: String?)
        case registration(RegistrationError.Code, status: Int)
    }

    let words: Words
    /// One sentence that says what decided.
    let reason: String
    /// The client whose request it is, by which several apps in one world are told apart; `nil`: nobody has said who asks.
    private(set) var client: ClientID?

    /// Says of all refusals of a body whose request they refuse.
    static func naming<Result>(client: ClientID, _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch var refusal as Refusal {
            refusal.client = client
            throw refusal
        }
    }

    /// Refuses with an enhanced error.
    init(_ code: EnhancedErrorCode, _ reason: String, details: String? = nil) {
        words = .enhanced(code, details: details)
        self.reason = reason
    }

    /// Refuses a registration or a token.
    init(registration code: RegistrationError.Code, _ reason: String, status: Int = 400) {
        words = .registration(code, status: status)
        self.reason = reason
    }
}
