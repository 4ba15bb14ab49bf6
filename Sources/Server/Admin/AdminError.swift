import HTTPTypes
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText

/// An error of the admin API, with the JSON body `{"error": {"message": …, "suggestion": …}}`.
struct AdminError: Error, Hashable, Sendable {
    /// The HTTP status.
    let status: Int
    /// What is wrong, as one sentence.
    let message: String
    /// A similar valid name, or a remedy; `nil` if neither is known.
    let suggestion: String?
    /// The methods that the path supports; empty unless the status is 405.
    var allowed: [String] = []
    /// After how many seconds the same request may succeed; `nil` if that is not known.
    var retryAfter: Int?

    init(_ status: Int, _ message: String, suggestion: String? = nil) {
        self.status = status
        self.message = message
        self.suggestion = suggestion
    }

    /// Converts an error of the world.
    ///
    /// - Status 400: the input is malformed.
    /// - Status 422: the input is well-formed, but the world cannot apply it.
    /// - Status 503: the state cannot be read or written, or the simulator failed.
    init(_ error: any Error) {
        switch error {
        case let error as AdminError:
            self = error
        case let error as SourceError:
            let isUnderstood = error.code == .unknownReference || error.code == .contradiction
            self.init(isUnderstood ? 422 : 400, error.placedReason, suggestion: error.suggestion)
        case let error as AppTermination:
            self.init(422, error.description)
        case let error as CommandError:
            let status = error.code == .malformed ? 400 : error.code == .inputOutput ? 503 : 422
            self.init(status, error.reason, suggestion: error.suggestion)
        default:
            self.init(503, ProgramError(error)?.sentence ?? "the simulator failed")
            if (error as? StateError)?.code == .unavailable { retryAfter = 1 }
        }
    }

    /// The HTTP response for this error.
    var answer: HTTPAnswer {
        var error: Members = ["message": .string(message)]
        if let suggestion { error["suggestion"] = .string(suggestion) }
        let text = (try? JSONText.line(JSONValue.object(["error": .object(error)]))) ?? ""
        var answer = HTTPAnswer(status: status, json: text + "\n")
        if !allowed.isEmpty { answer.head.headerFields[.allow] = allowed.joined(separator: ", ") }
        answer.head.headerFields[.retryAfter] = retryAfter.map(String.init)
        // A response 401 names how to authenticate (RFC 9110, 15.5.2). Browsers show no prompt for an unknown scheme.
        if status == 401 { answer.head.headerFields[.wwwAuthenticate] = AdminSecret.header }
        return answer
    }
}
