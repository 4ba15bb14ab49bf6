import TVSimEntitlementAPI
import TVSimEntitlementService

/// What has not happened yet without which an attempt cannot end.
package struct FlowWaiting: Codable, Hashable, Sendable {
    /// What an attempt waits for.
    package enum Question: String, Codable, Hashable, Sendable, CaseIterable, WireWord {
        /// A person answers the question for access.
        case access
        /// The user signs in on the MVPD's page.
        case signIn
        /// The app or a second screen sends what a session lacks.
        case parameters

        fileprivate init(_ need: RequestDecision.Need) {
            self =
                switch need {
                case .user: .signIn
                case .parameters: .parameters
                }
        }
    }

    /// What the attempt waits for.
    package let question: Question
    /// The number of the entry that says so.
    let number: Int

    init(_ question: Question, _ number: Int) { (self.question, self.number) = (question, number) }

    init(_ need: RequestDecision.Need, _ number: Int) { self.init(Question(need), number) }

    /// What is said instead of a verdict.
    package static let word = "waits"

    /// What has not happened, as a clause.
    package var sentence: String {
        switch question {
        case .access: "the question for access has no answer"
        case .signIn: "the user has not signed in on the MVPD's page"
        case .parameters: "the session still lacks parameters"
        }
    }
}
