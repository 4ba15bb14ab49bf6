import EntitlementAPI
import Foundation
import HTTPTypes
import SimulationCore

/// What an endpoint answers, and why.
struct ServiceAnswer: Sendable {
    /// The HTTP status.
    var status: Int
    /// What is sent.
    var body: Data
    /// Header fields beside the usual ones.
    var fields = HTTPFields()
    /// What came of the request, in a word or two, for the journal.
    var outcome: String
    /// What decided, as one sentence, for the journal.
    var reason: String
    /// The values that mattered, for the journal.
    var details: [String: String] = [:]
    /// The fault that denied inside the answer, for the journal; `nil` if none did.
    var fault: FaultStrike?

    /// Creates an answer with an empty body.
    init(status: Int, outcome: String, reason: String) {
        self.status = status
        body = Data()
        self.outcome = outcome
        self.reason = reason
    }

    /// What the journal says where no answer is given.
    static func none(because reason: String) -> ServiceAnswer {
        ServiceAnswer(status: 0, outcome: "no answer", reason: reason)
    }

    /// Creates an answer with a value of the wire.
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

    /// Creates the answer of a refusal.
    init(_ refusal: Refusal, trace: String) throws {
        switch refusal.words {
        case .registration(let code, let status):
            try self.init(
                RegistrationError(code), status: status, outcome: code.rawValue, reason: refusal.reason)
        case .enhanced(let code, let details):
            let error = EnhancedError(code, details: details, trace: trace)
            try self.init(error, status: code.status, outcome: code.name, reason: refusal.reason)
            // RFC 9110 § 11.6.1: a 401 says how to authenticate.
            if code.status == 401 { fields[.wwwAuthenticate] = "Bearer" }
        }
        details["client"] = refusal.client?.rawValue
    }
}
