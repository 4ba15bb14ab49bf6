import Foundation
import TVSimSAML
import TVSimStructuredText

/// What an identity provider did with a request.
package struct RequestAnswer: Sendable {
    /// The answers.
    let seen: Observation
    /// Whether the last page has a field for a password.
    let asksForPassword: Bool
    /// The status codes of the message that came to our consumer; empty without one.
    let statusCodes: [String]
    /// Whether an answer was sent to an address of a stranger.
    let wentToStranger: Bool

    /// Reads where a visit ended.
    package init(_ visit: Visit, at party: OurServiceProvider) {
        seen = Observation(visit)
        asksForPassword = visit.page.forms.contains { $0.fields.contains { $0.type == "password" } }
        let end = visit.hops.last?.address
        wentToStranger = end.map { $0.origin == WebAddress(OurServiceProvider.stranger)?.origin } ?? false
        statusCodes = visit.statusCodes(at: party.owns)
    }

    /// Creates the answer of a party that does not answer.
    package init(failure: String) {
        (seen, asksForPassword, statusCodes, wentToStranger) = (Observation(failure: failure), false, [], false)
    }
}

extension Visit {
    /// Returns the status of the message with which the visit ended at one of our addresses, in a form or in a query.
    func statusCodes(at isOurs: (WebAddress) -> Bool) -> [String] {
        guard let end = hops.last?.address, isOurs(end) else { return [] }
        if let response = form?.value("SAMLResponse") {
            return (try? ResponseInspection(Data(response.utf8)))?.statusCodes ?? []
        }
        let received = end.query.flatMap { try? RedirectBinding.readUnsigned(.response, in: $0) }
        return received.flatMap { try? LogoutResponse(unverifiedXML: $0.xml) }?.statusCodes ?? []
    }
}

/// Tells pages that sign a user in from refusals, by the answers to known requests.
package struct RequestJudge: Sendable {
    private let ruler: Ruler
    /// Whether each page that signs a user in has a field for a password, and no refusal has one.
    private let byPassword: Bool

    /// Learns from answers; `nil` if they cannot be told apart.
    package init?(good: [RequestAnswer], bad: [RequestAnswer]) {
        guard let ruler = Ruler(good: good.map { Marks($0.seen) }, bad: bad.map { Marks($0.seen) }) else { return nil }
        self.ruler = ruler
        byPassword = good.allSatisfy(\.asksForPassword) && !bad.contains(where: \.asksForPassword)
    }

    /// The marks of a page that signs a user in, for reports.
    package var marks: [String] { byPassword ? ["a field for a password"] : ruler.accepted.sorted() }

    /// Returns whether an answer is a page that signs a user in; `nil` if that is not certain.
    package func isSignInPage(_ answer: RequestAnswer) -> Bool? {
        if byPassword { return answer.asksForPassword }
        guard answer.statusCodes.isEmpty else { return false }
        switch ruler.verdict(on: Marks(answer.seen)) {
        case .accepted: return true
        case .refused: return false
        case .unclear, .noAnswer: return nil
        }
    }

    /// Returns the status of an answer, and the usual one if it is another.
    private static func note(_ told: String?, _ verdict: LiveVerdict, _ word: String) -> String? {
        guard verdict == .refused, told?.contains(word) != true else { return told }
        return "\(told ?? "no status"), usual is \(word)"
    }

    /// Returns what an answer means for a case.
    package func judge(_ answer: RequestAnswer, to request: RequestCase, signedRequests: Bool) -> RequestVerdict {
        if let failure = answer.seen.failure {
            return RequestVerdict(.accepted, .noAnswer, note: failure)
        }
        let words = answer.statusCodes.compactMap { $0.split(separator: ":").last.map(String.init) }
        let told = words.isEmpty ? nil : "status \(words.joined(separator: ", "))"
        if answer.wentToStranger {
            return RequestVerdict(.refused, .accepted, note: "the answer was sent to the stranger's address")
        }
        let isPage = isSignInPage(answer)
        let verdict: LiveVerdict = isPage.map { $0 ? .accepted : .refused } ?? .unclear
        switch request.expected {
        case .signInPage: return RequestVerdict(.accepted, verdict, note: told)
        case .refused:
            guard request.needsSignedRequests, !signedRequests else {
                return RequestVerdict(.refused, verdict, note: told)
            }
            return RequestVerdict(verdict, verdict, note: "it does not demand signed requests")
        case .status(let word):
            // An error page of its own shows itself to the user, which IsPassive forbids.
            let found: LiveVerdict = verdict == .refused && words.isEmpty ? .unclear : verdict
            return RequestVerdict(.refused, found, note: Self.note(told, verdict, word))
        case .statusOrPage(let word):
            return RequestVerdict(
                verdict == .unclear ? .accepted : verdict, verdict, note: Self.note(told, verdict, word))
        case .refusedOrOurs:
            guard verdict == .accepted else { return RequestVerdict(.refused, verdict, note: told) }
            return RequestVerdict(
                .refused, verdict, notShown: "a page came: only a sign-in shows where the answer goes")
        case .anything: return RequestVerdict(verdict, verdict, note: told)
        }
    }
}

/// The expected and the found verdict on a request.
package struct RequestVerdict: Sendable, Hashable {
    package let expected: LiveVerdict
    package let found: LiveVerdict
    package let note: String?
    /// Why the answer says nothing of the case; `nil` if it does.
    package let notShown: String?

    init(_ expected: LiveVerdict, _ found: LiveVerdict, note: String? = nil, notShown: String? = nil) {
        (self.expected, self.found, self.note, self.notShown) = (expected, found, note, notShown)
    }
}
