import Foundation
import HTTPTypes
import TVSimCore
import TVSimXMLSecurity

/// A response of the site, with its outcome and reason for the journal.
struct SiteAnswer {
    var status: Int
    var html: String
    var fields = HTTPFields()
    /// The media type of the content.
    var contentType = "text/html;charset=UTF-8"
    /// The outcome for the journal, as one or two words.
    var outcome: String
    /// The reason for the journal, as one sentence.
    var reason: String
    /// The only script that the page may run; `nil` if it has none.
    var script: String?
    /// Whether the script sends requests to the site.
    var isFetching = false
    /// How a browser continues, for the script of a page; `nil` if the page does not lead on.
    var continuation: Continuation?
    /// The parties for which the service provider asks, for the journal; empty if it asks for itself.
    var requesters: [String] = []
    /// The defect of the SAML response that the page carries, for the journal; `nil` if it has none.
    var defect: SentDefect?
    /// The fault of the page; `nil` if it has none.
    var fault: MatchedFault?
    /// Why the browser gets no answer; `nil` if it gets this one.
    var silence: PageSilence?
    /// What came of the request, for the journal; an error page is a refusal.
    var verdict: JournalVerdict

    init(status: Int = 200, html: String, outcome: String, reason: String) {
        self.status = status
        self.html = html
        self.outcome = outcome
        self.reason = reason
        verdict = status >= 500 ? .failed : status >= 400 ? .refused : .ok
    }

    /// How a browser continues after an answer.
    enum Continuation {
        /// With a step of the sign-in. The alert says why it is the same one again.
        case step(Int, SignInPageSettings.Step, accounts: [String], alert: String?)
        /// By posting a SAML response to the service provider.
        case post(target: String, response: String, relayState: String?)
        /// With another page.
        case follow(String)
        /// Not at all, as the page says.
        case stay(String)
    }

    /// Returns what the journal says of a request that gets no answer.
    static func silent(_ silence: PageSilence, _ reason: String) -> SiteAnswer {
        var answer = SiteAnswer(
            status: 0, html: "", outcome: silence == .hang ? "no answer" : "connection closed", reason: reason)
        answer.silence = silence
        answer.verdict = .failed
        return answer
    }

    /// Returns an error page.
    static func failure(_ status: Int, _ reason: String) -> SiteAnswer {
        failure(status, reason, title: "The request cannot be completed")
    }

    /// Returns an error page of a sign-in.
    static func signInFailure(_ status: Int, _ reason: String) -> SiteAnswer {
        failure(status, reason, title: "Sign-in cannot continue")
    }

    /// Returns the page of a provider that keeps the user instead of sending its response.
    static func blocked(_ provider: Provider, else reason: String) -> SiteAnswer {
        var answer = SiteAnswer(
            html: SitePages.blocked(provider: provider), outcome: "blocked",
            reason: "the provider is configured to send no response (responsePage: blocked); else: \(reason)")
        answer.continuation = .stay(SitePages.staying)
        return answer
    }

    private static func failure(_ status: Int, _ reason: String, title: String) -> SiteAnswer {
        SiteAnswer(status: status, html: SitePages.failure(title, reason), outcome: "failure", reason: reason)
    }

    /// The answer as a message of HTTP.
    var rendered: (response: HTTPResponse, body: Data) {
        var fields = fields
        // A fault may have set each of them.
        func setIfMissing(_ name: HTTPField.Name?, _ value: String) {
            if let name, fields[name] == nil { fields[name] = value }
        }
        setIfMissing(.contentType, contentType)
        setIfMissing(.cacheControl, "no-store")
        // RFC 6749, 5.1, for caches of HTTP/1.0.
        if isJSON { setIfMissing(HTTPField.Name("Pragma"), "no-cache") }
        // A page with a password field must not be embedded in other pages, and must not load or run anything. The one
        // script is allowed by its digest (Content Security Policy Level 3, 2.3.1).
        let digest = script.map { DigestAlgorithm.sha256.digest(of: Data($0.utf8)).base64EncodedString() }
        let scripts = digest.map { "script-src 'sha256-\($0)'; " + (isFetching ? "connect-src 'self'; " : "") } ?? ""
        setIfMissing(
            .contentSecurityPolicy, "default-src 'none'; \(scripts)style-src 'unsafe-inline'; frame-ancestors 'none'")
        return (HTTPResponse(status: .init(code: status), headerFields: fields), Data(html.utf8))
    }
}
