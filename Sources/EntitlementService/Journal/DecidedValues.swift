package import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText

/// The values that the journal has of a decision of the service, beside its texts.
struct DecidedValues: Sendable {
    /// The setting that decided; `nil` if none did.
    var setting: DecidingSetting?
    /// The words in the answer.
    var said: [RequestDecision.Words] = []
    /// Which conditions of a silent sign-in held, in their order, as far as the service judged them.
    var conditions: [Bool] = []
    /// The policies that a SAML response failed, each with its place.
    var failures: [RequestDecision.Failure] = []
    /// The client for whose sign-in a browser sent the request.
    var client: ClientID?
    /// Whether the MVPD's answer to a sign-in refuses the user.
    var isRefusalOfMVPD = false
    /// What a sign-in that the answer begins or continues still needs; `nil` if it needs nothing.
    var needs: RequestDecision.Need?
}

extension RequestDecision {
    /// What a sign-in needs before the user is signed in.
    package enum Need: String, Codable, Hashable, Sendable, CaseIterable {
        /// The user signs in on the MVPD's page.
        case user
        /// The app or a second screen sends what is missing.
        case parameters
    }

    /// What a request asked for, also if it was refused.
    package struct Subject: Codable, Hashable, Sendable {
        /// The MVPD; `nil` if the request names none.
        package let mvpd: JournalText?
        /// The resources of a decision, at most ``most``; `nil` without any.
        package let resources: [JournalText]?
        /// The client for whose sign-in a browser sent the request; `nil` for a request of a client itself.
        package let client: String?

        /// The largest number of resources that the journal has of one request.
        static let most = 50
    }

    /// Words in an answer.
    package struct Words: Codable, Hashable, Sendable {
        /// Whose words they are.
        package enum Speaker: String, Codable, Hashable, Sendable, CaseIterable {
            /// The MVPD's, to its user.
            case mvpd
            /// The message of a degradation rule.
            case rule
            /// The service's own.
            case service
        }

        /// Whose words they are.
        package let by: Speaker
        /// The words.
        package let text: JournalText
        /// The resource that they are about; `nil` for a whole answer.
        package let resource: JournalText?
    }

    /// A policy that a SAML response failed.
    package struct Failure: Codable, Hashable, Sendable {
        /// The name of the policy.
        package let policy: String
        /// Why, as one sentence.
        package let reason: JournalText
        /// The path of the element or the attribute; `nil` if the response has none to point at.
        package let path: String?
    }
}

extension [RequestDecision.Words] {
    /// Returns the words of an answer about resources.
    init(of resources: some Sequence<ResourceID>, _ verdicts: [AuthorizationPolicy.Verdict]) {
        self = zip(resources, verdicts).compactMap { resource, verdict in
            guard verdict.denial != nil, let text = verdict.details else { return nil }
            return .init(
                by: verdict.source == .degradation ? .rule : .mvpd, text: JournalText(text),
                resource: JournalText(resource.rawValue))
        }
    }
}
