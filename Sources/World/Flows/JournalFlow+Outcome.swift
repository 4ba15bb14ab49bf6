import TVSimCore
package import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimSDKVocabulary
import VideoSubscriberAccount

extension JournalFlow {
    /// The worst verdict of some entries, and what the last entry with it says.
    package struct Outcome: Sendable {
        package private(set) var verdict = Verdict.note
        /// The condition of the silent exchange that decided; `nil` if something else did.
        package private(set) var condition: String?
        /// The error code of the service that decided; `nil` without an error.
        package private(set) var code: String?
        /// The endpoint of the request that decided, and the status of its response; `nil` if something else did.
        package private(set) var endpoint: String?
        package private(set) var status: Int?
        /// Why it ended so, as one sentence.
        package private(set) var reason = ""
        /// The number of the entry that decided.
        private(set) var number = 0
        /// The words in the answer that decided.
        package private(set) var said: [RequestDecision.Words] = []
        /// The policies that a SAML response failed.
        package private(set) var policies: [String] = []
        /// The fault that struck; `nil` if none did.
        private(set) var fault: InjectedFault?
        /// The setting that decided; `nil` if none did, or if it is not known.
        private(set) var setting: DecidingSetting?
        /// Whether the provider's answer had no SAML response.
        private(set) var isWithoutResponse = false
        /// Whether the provider's response refused the user.
        private(set) var isRefusalOfMVPD = false

        /// What came of a request to a provider that gave no answer to hand over: a refusal, even if an answer came.
        static func withoutAnswer(_ number: Int, _ entry: JournalEntry, _ text: DecisionText) -> Outcome {
            let found = Verdict(entry)
            var outcome = Outcome()
            (outcome.number, outcome.reason, outcome.isWithoutResponse) = (number, text.reason, true)
            outcome.verdict = found.isWorse(than: .refused) ? found : .refused
            (outcome.fault, outcome.setting) = (entry.decidingFault, entry.decision.setting)
            return outcome
        }

        /// The same outcome, of which nothing is decided yet.
        var undecided: Outcome {
            var outcome = self
            outcome.verdict = .note
            return outcome
        }

        /// Takes an entry into account.
        mutating func take(_ number: Int, _ entry: JournalEntry, _ text: DecisionText) {
            let found = Verdict(entry)
            guard !verdict.isWorse(than: found) else { return }
            // The SDK tells of a refusal of the service after the request, which knows more of it.
            if case .refused(let code, _)? = entry.decision as? ExchangeStep, code == self.code, found == verdict {
                reason = text.reason
                return
            }
            self = Outcome()
            (self.number, verdict, reason) = (number, found, text.reason)
            (fault, setting) = (entry.decidingFault, entry.decision.setting)
            if let finding = entry.decision as? ConditionFinding {
                condition = finding.condition.rawValue
                if case .answered(provider: _, withResponse: false) = finding.cause { isWithoutResponse = true }
            }
            if let request = entry.decision as? RequestDecision {
                (code, endpoint) = (request.codes.first, request.endpoint)
                status = request.status == 0 ? nil : request.status
                (said, policies) = (request.said ?? [], request.policies)
                isRefusalOfMVPD = request.isRefusalOfMVPD ?? false
            }
            if let page = entry.decision as? PageDecision { status = page.status == 0 ? nil : page.status }
            if let interface = entry.decision as? InterfaceDecision { code = interface.code?.rawValue }
        }
    }
}
