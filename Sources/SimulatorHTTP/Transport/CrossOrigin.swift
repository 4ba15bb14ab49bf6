import Foundation
import HTTPTypes

/// What a browser is told when a page of another origin calls the service (Fetch § 3.2): the service is for apps of any
/// origin, those in browsers too.
///
/// The admin API and the pages that people open are for no other origin's scripts. See DIFFERENCES, H-24.
struct CrossOrigin {
    /// The origin of the page.
    private let origin: String
    /// The headers that the page wants to send, where the browser asks beforehand; `nil`: it does not ask.
    private let preflight: String?

    /// Where the service's API stands.
    private static let interfaces = ["/api/v2/", "/o/client/"]
    /// What stands there and is a page for people.
    private static let page = "/api/v2/authenticate/"

    /// Reads who asks; `nil` where no page does, or for nothing of the service's API.
    init?(_ request: HTTPRequest) {
        let path = WorldAddress.parts(of: request.path ?? "/").inner
        guard let origin = request.headerFields[.origin], Self.interfaces.contains(where: path.hasPrefix),
            !path.hasPrefix(Self.page)
        else { return nil }
        self.origin = origin
        let asks = request.method == .options && request.headerFields[.accessControlRequestMethod] != nil
        preflight = asks ? request.headerFields[.accessControlRequestHeaders] ?? "" : nil
    }

    /// The answer to a browser that asks before it sends the page's request; `nil`: it does not ask.
    var answerBeforehand: HTTPAnswer? {
        guard let preflight else { return nil }
        var answer = HTTPAnswer.done
        answer.head.headerFields[.accessControlAllowMethods] = "POST,GET,OPTIONS,DELETE"
        if !preflight.isEmpty { answer.head.headerFields[.accessControlAllowHeaders] = preflight }
        return permitting(answer)
    }

    /// An answer that the page may read.
    func permitting(_ answer: HTTPAnswer) -> HTTPAnswer {
        var answer = answer
        answer.head.headerFields[.accessControlAllowOrigin] = origin
        answer.head.headerFields[.accessControlAllowCredentials] = "true"
        answer.head.headerFields[.vary] = "Origin"
        return answer
    }
}
