import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText

/// A response of an endpoint, with its reason.
struct ServiceAnswer: Sendable {
    /// The HTTP status.
    var status: Int
    /// The response body.
    var body: Data
    /// Header fields in addition to those of every response.
    var fields = HTTPFields()
    /// The result in one or two words, for the journal.
    var outcome: String
    /// The reason in one sentence, for the journal.
    var reason: String
    /// The relevant values, for the journal.
    var details: [String: String] = [:]
    /// The error codes in the response, for the journal.
    var codes: [String] = []
    /// The values of the decision, for the journal.
    var values = DecidedValues()
    /// The rules that an MVPD's proof of a sign-in broke, for the journal.
    var policies: [String] = []
    /// The input for which the request is refused, for the journal; `nil` without one.
    var refusedInput: InputFate?
    /// The client of the request, for the journal; `nil` if it is not known.
    var client: ClientID?
    /// What came of the request, for the journal, if status and codes do not tell.
    private var decided: JournalVerdict?
    /// The fault that denied inside the response, for the journal; `nil` if none did.
    var fault: InjectedFault?
    /// What that fault changes in the response.
    var shape: FaultShape?

    /// Creates a response with an empty body.
    init(status: Int, outcome: String, reason: String) {
        self.status = status
        body = Data()
        self.outcome = outcome
        self.reason = reason
    }

    /// What came of the request: by default, an error is a refusal or a failure.
    var verdict: JournalVerdict {
        get { decided ?? (status == 0 || status >= 500 ? .failed : status >= 400 || !codes.isEmpty ? .refused : .ok) }
        set { decided = newValue }
    }

    /// Returns the journal's entry of a request without a response.
    static func none(because reason: String) -> ServiceAnswer {
        ServiceAnswer(status: 0, outcome: "no answer", reason: reason)
    }

    /// Creates a response with a JSON value.
    init(
        _ value: some Encodable, status: Int = 200, outcome: String, reason: String, details: [String: String] = [:]
    ) throws {
        self.init(
            json: try WireCoding.encode(value), status: status, outcome: outcome, reason: reason, details: details)
    }

    private init(json: Data, status: Int, outcome: String, reason: String, details: [String: String]) {
        self.status = status
        body = json
        self.outcome = outcome
        self.reason = reason
        self.details = details
    }

    /// Creates the response of a refusal.
    init(_ refusal: Refusal, trace: String) throws {
        switch refusal.words {
        case .registration(let code, let status):
            try self.init(
                RegistrationError(code), status: status, outcome: code.rawValue, reason: refusal.reason)
        case .enhanced(let code, let details):
            let error = EnhancedError(code, details: details, trace: trace)
            try self.init(
                error, status: code.status, outcome: code.name, reason: refusal.reason, details: ["trace": trace])
            codes = [code.name]
            values.said = details.map { [.init(by: .service, text: JournalText($0), resource: nil)] } ?? []
            // A 401 response names the authentication scheme (RFC 9110, 11.6.1).
            if status == 401 { fields[.wwwAuthenticate] = "Bearer" }
        case .singleSignOn(let code):
            let error = SingleSignOnError(code, trace: trace)
            try self.init(
                error, status: code.status, outcome: code.name, reason: refusal.reason, details: ["trace": trace])
            if status == 401 { fields[.wwwAuthenticate] = "Bearer" }
        }
        take(refusal)
        client = refusal.client
    }

    /// Takes what the journal has of a refusal beside its texts.
    mutating func take(_ refusal: Refusal) {
        let said = values.said
        values = refusal.values
        values.said += said
        (policies, refusedInput) = (refusal.policies, refusal.input)
    }
}
