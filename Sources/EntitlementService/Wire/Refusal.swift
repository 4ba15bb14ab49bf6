import TVSimCore
import TVSimEntitlementAPI

/// An error response, with the reason for the journal.
struct Refusal: Error, Sendable {
    /// The error format on the wire.
    enum Words: Sendable {
        case enhanced(EnhancedErrorCode, details: String?)
        case registration(RegistrationError.Code, status: Int)
        case singleSignOn(SingleSignOnErrorCode)
    }

    private(set) var words: Words
    /// The reason, in one sentence.
    let reason: String
    /// The client of the request, which distinguishes the apps of a world; `nil` if it is not known.
    private(set) var client: ClientID?
    /// The values of the decision, for the journal.
    var values = DecidedValues()
    /// The rules that an MVPD's proof of a sign-in broke; empty for another refusal.
    var policies: [String] = []
    /// What a page shows instead of the reason; `nil` for the reason.
    var shown: String?
    /// The input that is refused, whose values make the reason; `nil` if the reason is of another kind.
    private(set) var input: InputFate?

    /// Runs a closure and sets the client of every refusal that it throws.
    static func naming<Result>(client: ClientID, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch var refusal as Refusal {
            refusal.client = client
            throw refusal
        }
    }

    /// Runs a closure and names the client for whose sign-in a browser sent the request in every refusal.
    static func inSignIn(of client: ClientID, _ body: () throws -> ServiceAnswer) throws -> ServiceAnswer {
        do {
            var answer = try body()
            answer.values.client = client
            return answer
        } catch var refusal as Refusal {
            refusal.values.client = client
            throw refusal
        }
    }

    /// Returns the refusal with the setting that decided.
    func because(of setting: DecidingSetting) -> Refusal {
        var refusal = self
        refusal.values.setting = setting
        return refusal
    }

    /// Creates a refusal with an enhanced error.
    init(_ code: EnhancedErrorCode, _ reason: String, details: String? = nil) {
        words = .enhanced(code, details: details)
        self.reason = reason
    }

    /// Creates a refusal with an enhanced error for an input that did not pass a check.
    init(_ code: EnhancedErrorCode, _ input: InputFate, details: String? = nil) {
        self.init(code, input.refused.sentence, details: details)
        self.input = input.refused
    }

    /// Creates a refusal of the single sign-on service for an input that did not pass a check.
    init(singleSignOn code: SingleSignOnErrorCode, _ input: InputFate) {
        self.init(singleSignOn: code, input.refused.sentence)
        self.input = input.refused
    }

    /// Creates a refusal of a registration or token request for an input that did not pass a check.
    init(registration code: RegistrationError.Code, _ input: InputFate) {
        self.init(registration: code, input.refused.sentence)
        self.input = input.refused
    }

    /// Creates a refusal of the single sign-on service.
    init(singleSignOn code: SingleSignOnErrorCode, _ reason: String) {
        words = .singleSignOn(code)
        self.reason = reason
    }

    /// Returns the refusal in the error format of an endpoint.
    func inFormat(of endpoint: Endpoint) -> Refusal {
        guard endpoint.errors == .singleSignOn, case .enhanced(let code, _) = words else { return self }
        var refusal = self
        // The catalogue has an error of its own for this request.
        let isDeviceMissing = endpoint == .serviceToken && code == .invalidHeaderDeviceIdentifier
        refusal.words = .singleSignOn(isDeviceMissing ? .deviceIdentifierMissing : SingleSignOnErrorCode(code))
        return refusal
    }

    /// Creates a refusal of a registration or token request.
    init(registration code: RegistrationError.Code, _ reason: String, status: Int = 400) {
        words = .registration(code, status: status)
        self.reason = reason
    }
}
