import EntitlementAPI
import HTTPTypes
import ProgramSupport
import SimulatedWorld
import SimulationCore
import StructuredText

/// What the admin API refuses, as its JSON says it: `{"error": {"message": …, "suggestion": …}}`.
struct AdminError: Error, Hashable, Sendable {
    /// The HTTP status.
    let status: Int
    /// What is wrong, as one sentence.
    let message: String
    /// What may have been meant, or what helps.
    let suggestion: String?
    /// The methods that the path takes, where another was used.
    var allowed: [String] = []

    init(_ status: Int, _ message: String, suggestion: String? = nil) {
        self.status = status
        self.message = message
        self.suggestion = suggestion
    }

    /// Reads an error of the world beneath.
    ///
    /// 400: the text is not what it should be. 422: it is, and cannot be obeyed in this world. 503: the state cannot be
    /// read or written, trouble of our own.
    init(_ error: any Error) {
        switch error {
        case let error as AdminError:
            self = error
        case let error as SourceError:
            self.init(error.code == .unknownReference ? 422 : 400, error.placedReason, suggestion: error.suggestion)
        case let error as CommandError:
            let status = error.code == .malformed ? 400 : error.code == .inputOutput ? 503 : 422
            self.init(status, error.reason, suggestion: error.suggestion)
        default:
            self.init(503, Trouble(error)?.sentence ?? "the simulator failed")
        }
    }

    /// The answer that says so.
    var answer: HTTPAnswer {
        var error: [String: JSONValue] = ["message": .string(message)]
        if let suggestion { error["suggestion"] = .string(suggestion) }
        let text = (try? JSONText.line(JSONValue.object(["error": .object(error)]))) ?? ""
        var answer = HTTPAnswer(status: status, json: text + "\n")
        if !allowed.isEmpty { answer.head.headerFields[.allow] = allowed.joined(separator: ", ") }
        return answer
    }
}
