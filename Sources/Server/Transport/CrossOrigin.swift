import Foundation
import HTTPTypes

/// Lets pages of any origin call the service's API, as browser apps do (Fetch Standard, "CORS protocol").
///
/// Scripts of other origins cannot use the admin API or the pages for users (Differences, H-24).
struct CrossOrigin {
    /// The origin of the page.
    private let origin: String
    /// The headers that a preflight request asks for; `nil` if this is not a preflight request.
    private let preflight: String?

    /// The paths of the service's API.
    private static let interfaces = ["/api/", "/o/client/"]
    /// The path among them that is a page for users.
    private static let page = "/api/v2/authenticate/"

    /// Reads a request; returns `nil` if it has no `Origin` or is not for the service's API.
    init?(_ request: HTTPRequest) {
        guard let origin = request.headerFields[.origin],
            Self.isInterface(WorldAddress.parts(of: request.path ?? "/").inner)
        else { return nil }
        self.origin = origin
        let asks = request.method == .options && request.headerFields[.accessControlRequestMethod] != nil
        preflight = asks ? request.headerFields[.accessControlRequestHeaders] ?? "" : nil
    }

    /// Returns whether a target inside a world belongs to the service's API and is not a page for users.
    static func isInterface(_ target: String) -> Bool {
        interfaces.contains(where: target.hasPrefix) && !target.hasPrefix(page)
    }

    /// The response to a preflight request; `nil` if this is not a preflight request.
    var answerBeforehand: HTTPAnswer? {
        guard let preflight else { return nil }
        var answer = HTTPAnswer.done
        answer.head.headerFields[.accessControlAllowMethods] = "POST,GET,OPTIONS,DELETE"
        if !preflight.isEmpty { answer.head.headerFields[.accessControlAllowHeaders] = preflight }
        return permitting(answer)
    }

    /// Returns the response with the headers that let the page read it.
    func permitting(_ answer: HTTPAnswer) -> HTTPAnswer {
        var answer = answer
        answer.head.headerFields[.accessControlAllowOrigin] = origin
        answer.head.headerFields[.accessControlAllowCredentials] = "true"
        answer.head.headerFields[.vary] = "Origin"
        return answer
    }
}
