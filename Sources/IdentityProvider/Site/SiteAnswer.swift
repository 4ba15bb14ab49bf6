import Foundation
import HTTPTypes

/// What the site answers, and why.
struct SiteAnswer {
    var status: Int
    var html: String
    var fields = HTTPFields()
    /// What the text is.
    var contentType = "text/html;charset=UTF-8"
    /// What came of the request, in a word or two, for the journal.
    var outcome: String
    /// What decided, as one sentence, for the journal.
    var reason: String
    /// What else the journal keeps.
    var details: [String: String] = [:]

    init(status: Int = 200, html: String, outcome: String, reason: String) {
        self.status = status
        self.html = html
        self.outcome = outcome
        self.reason = reason
    }

    /// A page that says why it does not go on.
    static func failure(_ status: Int, _ reason: String) -> SiteAnswer {
        failure(status, reason, title: "The request cannot be completed")
    }

    /// A page that says why nobody can be signed in.
    static func signInFailure(_ status: Int, _ reason: String) -> SiteAnswer {
        failure(status, reason, title: "Sign-in cannot go on")
    }

    private static func failure(_ status: Int, _ reason: String, title: String) -> SiteAnswer {
        SiteAnswer(status: status, html: SitePages.failure(title, reason), outcome: "failure", reason: reason)
    }

    var rendered: (response: HTTPResponse, body: Data) {
        var fields = fields
        fields[.contentType] = contentType
        fields[.cacheControl] = "no-store"
        // A page that asks for a password must not be shown inside another's, nor fetch or run anything.
        fields[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
        return (HTTPResponse(status: .init(code: status), headerFields: fields), Data(html.utf8))
    }
}
