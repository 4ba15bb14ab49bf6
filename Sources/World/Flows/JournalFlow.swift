package import Foundation
package import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimSDKVocabulary
import VideoSubscriberAccount

/// The decisions of a journal that belong to one attempt of an app, or one command of the test.
package struct JournalFlow: Sendable {
    /// What an app attempted.
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable, WireWord {
        case silentSignIn, signIn, authorize, preauthorize, logout, configuration, registration, profiles
        /// A question for access, and one for the account.
        case access, account
        /// A call of the SDK; the flow names it.
        case call
        /// A command of the test.
        case command
        /// Something else.
        case other

        /// What a report calls it; a call and a command have names of their own.
        var title: String {
            switch self {
            case .silentSignIn: "Silent sign-in"
            case .signIn: "Sign-in"
            case .authorize: "Authorization"
            case .preauthorize: "Preauthorization"
            case .logout: "Logout"
            case .configuration: "Configuration"
            case .registration: "Registration of the app"
            case .profiles: "Profiles"
            case .access: "Question for access"
            case .account: "Question for the account"
            case .call, .command, .other: "Requests"
            }
        }
    }

    /// What came of a flow, from the best to the worst.
    package enum Verdict: String, Codable, Hashable, Sendable, CaseIterable, WireWord {
        /// Nothing was decided.
        case note
        case changed, ok, fellBack, refused, failed
        /// A fault of the test decided.
        case fault

        /// Returns the verdict of one entry.
        package init(_ entry: JournalEntry) {
            self =
                if entry.fault != nil { .fault } else {
                    switch entry.verdict {
                    case nil: .note
                    case .changed: .changed
                    case .ok: .ok
                    case .fellBack: .fellBack
                    case .refused: .refused
                    case .failed: .failed
                    }
                }
        }

        func isWorse(than other: Verdict) -> Bool {
            (Self.allCases.firstIndex(of: self) ?? 0) > (Self.allCases.firstIndex(of: other) ?? 0)
        }
    }

    /// The worst verdict of some entries, and what the last entry with it says.
    package struct Outcome: Sendable {
        package private(set) var verdict = Verdict.note
        /// The condition of the silent exchange that decided; `nil` if something else did.
        private(set) var condition: String?
        /// The error code of the service that decided; `nil` without an error.
        package private(set) var code: String?
        /// The endpoint of the request that decided, and the status of its response; `nil` if something else did.
        private(set) var endpoint: String?
        package private(set) var status: Int?
        /// Why it ended so, as one sentence.
        package private(set) var reason = ""

        /// Takes an entry into account.
        fileprivate mutating func take(_ entry: JournalEntry, _ text: DecisionText) {
            let found = Verdict(entry)
            guard !verdict.isWorse(than: found) else { return }
            self = Outcome()
            (verdict, reason) = (found, text.reason)
            if let finding = entry.decision as? ConditionFinding { condition = finding.condition.rawValue }
            if let request = entry.decision as? RequestDecision {
                (code, endpoint) = (request.codes.first, request.endpoint)
                status = request.status == 0 ? nil : request.status
            }
            if let interface = entry.decision as? InterfaceDecision { code = interface.code?.rawValue }
        }
    }

    /// The app; `nil` if the journal does not say.
    let app: String?
    /// What the app attempted; `nil` while only steps have come that begin nothing.
    var begun: Kind?
    /// What it is if nothing begins in it.
    private var alone: Kind?
    /// The call of the SDK; `nil` if the app has none.
    package internal(set) var call: String?
    /// The numbers of the entries, as ranges in order.
    package private(set) var numbers: [ClosedRange<Int>] = []
    private(set) var entries = 0
    private(set) var requests = 0
    package private(set) var began: Date
    private(set) var ended: Date
    /// What came of it, by all of its entries.
    private var whole = Outcome()
    /// What came of it, by the entries that are not causes of others.
    private var decided = Outcome()
    /// The MVPD that a request named last; `nil` if none did.
    private(set) var mvpd: String?
    /// The resources that a request named last, as the journal has them; `nil` if none did.
    private(set) var resources: String?
    /// Whether each condition of the silent exchange held, as far as it came.
    private(set) var conditions: [Bool] = []
    /// The participants; empty for a command.
    private(set) var lanes: Set<JournalLane> = []
    /// The traces of the service's errors.
    private(set) var traces: [String] = []
    /// The name of a command and its arguments.
    private(set) var command: (name: String, arguments: String)?
    /// Whether an entry has the text that a reader looks for.
    private(set) var isFound = false

    init(of app: String?, at began: Date) {
        (self.app, self.began, ended) = (app, began, began)
    }

    /// The number of the first entry, which names the flow.
    package var first: Int { numbers.first?.lowerBound ?? 0 }
    /// The number of the last entry.
    package var last: Int { numbers.last?.upperBound ?? 0 }
    /// What a report calls the flow: the attempt with its app, or the command.
    package var title: String {
        if let command { return [command.name, command.arguments].filter { !$0.isEmpty }.joined(separator: " ") }
        return [call ?? kind.title, app].compactMap(\.self).joined(separator: " ")
    }
    /// What the app attempted.
    package var kind: Kind { call != nil ? .call : begun ?? alone ?? .other }

    /// What came of it: the worst verdict of its entries, and the entry that decided.
    ///
    /// In a silent sign-in, a refusal of the framework is only the cause of a condition that does not hold: the app falls
    /// back, and nothing is refused to it.
    package var outcome: Outcome {
        (kind == .silentSignIn || !conditions.isEmpty) && decided.verdict != .note ? decided : whole
    }

    /// Adds an entry.
    mutating func add(_ number: Int, _ entry: JournalEntry, finds: Bool) {
        if let last = numbers.last, last.upperBound == number - 1 {
            numbers[numbers.count - 1] = last.lowerBound...number
        } else {
            numbers.append(number...number)
        }
        entries += 1
        ended = entry.at
        isFound = isFound || finds
        let text = entry.text
        whole.take(entry, text)
        if entry.fault != nil || !entry.decision.isCause { decided.take(entry, text) }
        if let way = entry.decision.way?.lanes(hasSDK: call != nil) { lanes.formUnion([.app, way.from, way.to]) }
        switch entry.decision {
        case let request as RequestDecision:
            requests += 1
            if let named = request.details["mvpd"]?.kept, !named.isEmpty { mvpd = named }
            if let named = request.details["resources"]?.kept, !named.isEmpty { resources = named }
            if let trace = request.details["trace"]?.kept { traces.append(trace) }
            alone = alone ?? Self.alone[request.endpoint ?? ""]
        case let finding as ConditionFinding: conditions.append(finding.holds)
        case is AccessDecision: alone = alone ?? .access
        case is MetadataStep: alone = alone ?? .account
        case is CommandDecision, is ReplacementDecision:
            begun = .command
            command = (text.event, text.details["arguments"] ?? "")
        default: break
        }
    }

    /// What a request is that begins nothing itself, by its endpoint.
    private static let alone: [String: Kind] = [
        "register": .registration, "token": .registration, "profiles": .profiles, "profile": .profiles,
        "profileByCode": .profiles, "partnerProfile": .silentSignIn,
    ]
}
