import TVSimStateStorage
import TVSimStructuredText

/// A protocol by which a service provider's browser asks for a sign-in, and gets the answer.
///
/// A protocol reads requests and writes answers. It knows nothing of sessions, pages and passwords; ``SignInVisit``
/// knows nothing of messages.
protocol BrowserProtocol {
    /// A verified request in the protocol's own terms.
    associatedtype Request

    /// The context of the browser's request.
    var place: SiteContext { get }
    /// The documented address of its requests, to which the forms of the pages are sent too.
    var service: String { get }

    /// Returns the query of a request that a browser brings in a form; `nil` if the form is one of a page.
    func arrival(in form: [FormField]) -> String?

    /// Reads and verifies a request.
    ///
    /// - Parameters:
    ///   - query: The query of the URL that contained it.
    ///   - isArrival: Whether the browser brings the request now, and does not repeat it with a form.
    /// - Returns: The request, or the answer to a request that is refused before anybody is asked to sign in.
    /// - Throws: `StateError` if the state cannot be read or written.
    func read(query: String, isArrival: Bool) throws -> Result<AskedSignIn<Request>, RefusedSignIn>

    /// Answers a request with what came of the sign-in.
    ///
    /// - Throws: `StateError` if the state cannot be read or written, and an error if the answer cannot be signed.
    func answer(_ asked: AskedSignIn<Request>, with outcome: SignInOutcome) throws -> SiteAnswer
}

/// A verified request for a sign-in that the provider can answer.
struct AskedSignIn<Request> {
    /// The request in the protocol's own terms.
    let request: Request
    /// The parties for which the service provider asks; empty if it asks for itself.
    let requesters: [String]
    /// Whether the user must sign in even with a session.
    let mustPrompt: Bool
    /// Whether the user must not be asked.
    let mustNotPrompt: Bool
    /// The user that the request is about.
    let wanted: RequestedUser
    /// The browser's session, of any user; `nil` if the browser has none.
    let session: BrowserSession?
    /// The query that contained the request; the sign-in form contains it, and the request is read from it again.
    let query: String
}

/// The answer to a request that the provider refuses.
struct RefusedSignIn: Error {
    let answer: SiteAnswer
}

/// What came of a sign-in, in no protocol's terms.
enum SignInOutcome {
    /// The user has signed in, or was signed in; `kept` is the key of the session, `nil` if it is not stored.
    case signedIn(BrowserSession, kept: StateKey<BrowserSession>?)
    /// The home network identifies the user, who has no stored session.
    case atHome(BrowserSession)
    /// The user gets no answer about an identity.
    case refused(Refusal)

    /// Why a sign-in is refused.
    enum Refusal {
        /// The user pressed Cancel.
        case cancelled
        /// The provider refuses the user.
        case denied
        /// This subscriber signed in, but the request is about another user.
        case anotherUser(String)
        /// The user must be asked, for this reason, and the request forbids it.
        case wouldPrompt(String)

        /// The reason for the journal.
        var reason: String {
            switch self {
            case .cancelled: "the user cancelled"
            case .denied: "the provider refuses the user"
            case .anotherUser(let name): "'\(name)' signed in, but the request is about another user"
            case .wouldPrompt(let cause): "\(cause), and the request is passive (IsPassive)"
            }
        }
    }
}

/// The user that a request is about, if the provider knows the user.
enum RequestedUser: Equatable {
    /// Any user.
    case anybody
    /// The subscriber with this name.
    case subscriber(String)
    /// An unknown user.
    case stranger

    /// The subscriber's name; `nil` for any user and for an unknown user.
    var name: String? { if case .subscriber(let name) = self { name } else { nil } }

    /// Returns whether an answer about a subscriber is about the requested user.
    func isMet(by subscriber: String) -> Bool {
        switch self {
        case .anybody: true
        case .subscriber(let name): name.utf8.elementsEqual(subscriber.utf8)
        case .stranger: false
        }
    }
}
