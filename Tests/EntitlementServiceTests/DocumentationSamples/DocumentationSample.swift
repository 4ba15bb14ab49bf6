import HTTPTypes
import TVSimEntitlementAPI
import Testing

/// One response sample of the public documentation, as facts: what the world is like, what is asked, and what kind of
/// answer comes.
///
/// The texts of the documentation are not here. Its pages of flows and cookbooks have no samples of requests.
struct DocumentationSample: Sendable, CustomTestStringConvertible {
    /// A page of the documentation, by what it is about.
    enum Page: String, CaseIterable, Sendable {
        case register, token, configuration, sessions, resume, sessionInformation, authenticate, profiles, profile
        case profileByCode, authorize, preauthorize, logout, partnerSession, partnerProfile, enhancedErrors
    }

    /// What the answer is.
    enum Answer: Hashable, Sendable {
        case json(SampleShape)
        /// A redirection: the address, without its host, and the names in its query.
        case redirection(String, query: Set<String>)
    }

    /// Where ours differs on purpose, or where the sample contradicts the documentation's own tables.
    struct Deviation: Sendable {
        enum Change: Sendable {
            /// Another shape at a place, or nothing there.
            case member([String], SampleShape?)
            /// The sample's path is none; the path of the table is asked.
            case path(String)
            /// Another answer altogether.
            case answer(Answer)
        }

        let why: String
        let change: Change
    }

    let page: Page
    /// The sample's number on its page.
    let number: Int
    /// What it shows, in our words.
    let title: String
    var circumstances: [SampleCircumstance] = []
    var request: SampleRequest
    var status = 200
    var answer: Answer
    var deviations: [Deviation] = []

    var testDescription: String { "\(page.rawValue) \(number): \(title)" }
}

extension DocumentationSample {
    /// The answer of ours: the sample's, with every deviation but one.
    func expected(leavingOut index: Int? = nil) -> Answer {
        deviations.indices.reduce(answer) { answer, position in
            guard position != index else { return answer }
            switch (deviations[position].change, answer) {
            case (.answer(let other), _): return other
            case (.member(let place, let shape), .json(let old)):
                return .json(old.replacing(place[...], with: shape) ?? old)
            case (.path, _), (.member, .redirection): return answer
            }
        }
    }
}

extension DocumentationSample.Deviation {
    /// The tables say that every enhanced error has a trace; the samples of the endpoints leave it out.
    static func trace(at place: String...) -> Self {
        .init(
            why: "the table of enhanced errors demands 'trace', the sample leaves it out",
            change: .member(place + ["trace"], .text))
    }

    /// Differences, S-34.
    static let logoutURL = Self(
        why: "S-34: every logout URL has the names of both kinds of samples",
        change: .member(
            ["logouts", "*", "url"],
            .address(
                "/adobe-services/logout",
                query: ["noflash", "mso_id", "requestor_id", "redirect_url", "pt_device_id"])))

    static func member(_ place: String..., is shape: SampleShape?, because why: String) -> Self {
        .init(why: why, change: .member(place, shape))
    }
}
