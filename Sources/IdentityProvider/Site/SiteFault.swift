import Foundation
import HTTPTypes
import TVSimCore
import TVSimStructuredText

/// The answer of a page whose operation has a fault.
struct SiteFault {
    /// The fault.
    let due: MatchedFault
    let provider: Provider

    /// The answer instead of the page; `nil` if the fault only changes the page.
    ///
    func answer() -> SiteAnswer? {
        let reason = "a fault was set for this operation"
        var answer: SiteAnswer
        if let error = due.error {
            switch PageFault(rawValue: error) {
            case .timeout: answer = failure(504, "The provider does not answer in time.")
            case .unreachable: answer = failure(503, "The provider cannot be reached.")
            case .hang: answer = .silent(.hang, reason)
            case .connectionClosed: answer = .silent(.connectionClosed, reason)
            case .maintenance:
                answer = SiteAnswer(
                    html: SitePages.maintenance(provider: provider, isLogout: isLogout), outcome: "maintenance",
                    reason: reason)
            case nil:
                answer = failure(
                    Int(error).flatMap { (400...599).contains($0) ? $0 : nil } ?? 500, "The page cannot be shown.")
            }
        } else if due.shape.isByProxy {
            answer = SiteAnswer(
                status: due.shape.status ?? 200, html: due.shape.body ?? "<!DOCTYPE html>\n<title>Error</title>\n",
                outcome: "proxy", reason: reason)
            answer.contentType = due.shape.contentType ?? answer.contentType
        } else {
            return nil
        }
        return changed(answer)
    }

    private var isLogout: Bool { due.strike.operation == .providerLogout }

    private func failure(_ status: Int, _ reason: String) -> SiteAnswer {
        isLogout ? .failure(status, reason) : .signInFailure(status, reason)
    }

    /// Returns an answer with the header fields and the JSON members of the fault, and with the fault for the journal.
    func changed(_ answer: SiteAnswer) -> SiteAnswer {
        var answer = answer
        if let adds = due.shape.adds, answer.isJSON, answer.status < 300,
            case .object(var members)? = try? JSONDecoder().decode(JSONValue.self, from: Data(answer.html.utf8))
        {
            for (name, value) in adds { members[name] = value }
            answer.html = SiteAnswer.json(members, outcome: "", reason: "").html
        }
        for (name, value) in due.shape.headers ?? [:] {
            if let name = HTTPField.Name(name) { answer.fields[name] = value }
        }
        answer.fault = due
        return answer
    }
}
