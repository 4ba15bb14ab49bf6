package import Foundation
package import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimSDKVocabulary
import TVSimStructuredText
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
                if entry.decidingFault != nil { .fault } else {
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

    /// The app; `nil` if the journal does not say.
    package let app: String?
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
    package private(set) var ended: Date
    /// What came of it, by all of its entries.
    private var whole = Outcome()
    /// What came of it, by the entries that are not causes of others.
    private var decided = Outcome()
    /// What came of the provider's pages since the user was signed in last.
    private var pages = Outcome()
    /// What came of the passwords since then; in a silent sign-in they are only causes.
    private var passwords = Outcome()
    /// The MVPD that a request named last; `nil` if none did.
    package private(set) var mvpd: String?
    /// The resources that a request named last, as the journal has them; `nil` if none did.
    private(set) var resources: String?
    /// The same resources, each for itself.
    private var resourceList: [String] = []
    /// The endpoint that a request reached last, or its path if it reached none.
    private var place: FlowSubject?
    /// Whether each condition of the silent exchange held, as far as the SDK came.
    private var found: [Bool] = []
    /// Whether each of them held, as far as the service judged them for a client of REST API V2.
    private(set) var judged: [Bool] = []
    /// Whether the service accepted the provider's answer; `nil` if it did not judge one.
    package private(set) var profileIssued: Bool?
    /// The defect of the last response of a provider; `nil` if it had none.
    private(set) var defect: SentDefect?
    /// The stored permission because of which the framework refused access; `nil` if it did not.
    private(set) var access: DecidingSetting?
    /// The account because of which the framework refused a request; `nil` if it did not.
    private(set) var account: DecidingSetting?
    /// What had been set that led to the outcome; `nil` if nothing is known.
    package internal(set) var cause: FlowCause?
    /// The number of the question for access that no person has answered; `nil` if none waits.
    var unansweredQuestion: Int?
    /// What a sign-in of REST API V2 still needs; `nil` if it needs nothing.
    private var needed: FlowWaiting?
    /// The participants; empty for a command.
    private(set) var lanes: Set<JournalLane> = []
    /// The traces of the service's errors.
    private(set) var traces: [String] = []
    /// The name of a command and its arguments.
    private(set) var command: (name: String, arguments: String, sentence: String, fault: Int?)?
    /// Whether an entry has the text that a reader looks for.
    private(set) var isFound = false

    init(of app: String?, at began: Date) {
        (self.app, self.began, ended) = (app, began, began)
    }

    /// The number of the first entry, which names the flow.
    package var first: Int { numbers.first?.lowerBound ?? 0 }
    /// The number of the last entry.
    package var last: Int { numbers.last?.upperBound ?? 0 }
    /// The sentence of a command; `nil` for an attempt.
    package var sentence: String? { command?.sentence }
    /// What a report calls the flow: the attempt with its app, or the command.
    package var title: String {
        if let command { return [command.name, command.arguments].filter { !$0.isEmpty }.joined(separator: " ") }
        return [call ?? kind.title, app].compactMap(\.self).joined(separator: " ")
    }
    /// What the app attempted.
    package var kind: Kind { call != nil ? .call : begun ?? alone ?? .other }

    /// Whether each condition of the silent exchange held, as far as it came.
    package var conditions: [Bool] {
        guard found.isEmpty, call == nil else { return found }
        return isStopped ? judged + [false] : judged
    }

    /// What the provider gave instead of an answer that an app can hand over; nothing is decided if it gave one.
    private var unanswered = Outcome()

    /// Whether a client of REST API V2 ended there.
    private var isStopped: Bool {
        judged.count == 6 && !judged.contains(false) && profileIssued == nil && unanswered.verdict != .note
    }

    /// What the flow is about; `nil` for a command, and if nothing is known.
    package var subject: FlowSubject? {
        switch kind {
        case .command: return nil
        case .other:
            return FlowSubject(.resource, resourceList) ?? FlowSubject(.mvpd, mvpd.map { [$0] } ?? []) ?? place
        default: return FlowSubject(.resource, resourceList) ?? FlowSubject(.mvpd, mvpd.map { [$0] } ?? [])
        }
    }

    /// What came of it: the worst verdict of its entries, and the entry that decided.
    ///
    /// In a silent sign-in, a refusal of the framework is only the cause of a condition that does not hold: the app falls
    /// back, and nothing is refused to it. If the service has accepted the request, and the app then got no answer that it
    /// could hand over, that is what came of it. A page that refuses the user counts until the user is signed in.
    package var outcome: Outcome {
        let isDecided = (kind == .silentSignIn || !found.isEmpty) && decided.verdict != .note
        let requested = !isDecided ? whole : isStopped && decided.verdict == .ok ? unanswered : decided
        let worst = (isDecided ? [pages] : [pages, passwords]).reduce(requested) { worst, next in
            next.verdict.isWorse(than: worst.verdict) ? next : worst
        }
        // The requests succeed before the user is signed in.
        return waiting == nil ? worst : worst.undecided
    }

    /// What the attempt waits for; `nil` if it has ended.
    package var waiting: FlowWaiting? {
        if let unansweredQuestion { return FlowWaiting(.access, unansweredQuestion) }
        return kind == .signIn && whole.verdict == .ok && !pages.verdict.isBad && !passwords.verdict.isBad
            ? needed : nil
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
        switch entry.decision {
        case is PageDecision: pages.take(number, entry, text)
        case is SignInDecision:
            // A right password makes up for the wrong ones before it.
            if entry.verdict == .ok { passwords = Outcome() }
            passwords.take(number, entry, text)
        default:
            whole.take(number, entry, text)
            if entry.decidingFault != nil || !entry.decision.isCause { decided.take(number, entry, text) }
        }
        if let way = entry.decision.way?.lanes(hasSDK: call != nil) { lanes.formUnion([.app, way.from, way.to]) }
        switch entry.decision {
        case let request as RequestDecision:
            requests += 1
            note(request, number)
            if let trace = request.details["trace"]?.kept { traces.append(trace) }
            alone = alone ?? Self.alone[request.endpoint ?? ""]
        case let finding as ConditionFinding: found.append(finding.holds)
        case let step as ExchangeStep: note(step)
        case let answer as ProviderAnswerDecision:
            unanswered = answer.hasNothingToHandOver ? Outcome.withoutAnswer(number, entry, text) : Outcome()
            defect = answer.defect
        case let page as PageDecision: defect = page.defect ?? defect
        case let access as AccessDecision:
            alone = alone ?? .access
            note(access)
        case let step as MetadataStep:
            alone = alone ?? .account
            note(step)
        case is CommandDecision, is ReplacementDecision:
            begun = .command
            command = (
                text.event, text.details["arguments"] ?? "", CommandSentence.text(of: entry.decision) ?? text.event,
                (entry.decision as? CommandDecision)?.fault
            )
        default: break
        }
    }

    private mutating func note(_ request: RequestDecision, _ number: Int) {
        if let named = request.subject?.mvpd?.kept ?? request.details["mvpd"]?.kept, !named.isEmpty { mvpd = named }
        let listed = request.subject?.resources?.map(\.kept)
        if let named = request.details["resources"]?.kept ?? listed?.joined(separator: " "), !named.isEmpty {
            (resources, resourceList) = (named, listed ?? [named])
        }
        place =
            request.endpoint.flatMap { FlowSubject(.endpoint, [$0]) } ?? FlowSubject(.path, [request.path.kept])
        switch request.endpoint {
        case "session", "resume": needed = request.needs.map { FlowWaiting($0, number) }
        case "profile", "profiles", "profileByCode", "assertionConsumer", "authorizationReturn":
            guard request.verdict == .ok, request.needs == nil else { break }
            (needed, pages, passwords) = (nil, Outcome(), Outcome())
        case "partnerSession": judged = request.conditions ?? []
        case "partnerProfile":
            judged += request.conditions ?? []
            if request.status == 201, request.verdict == .ok { profileIssued = true }
            if request.failures != nil { profileIssued = false }
        default: break
        }
    }

    private mutating func note(_ step: ExchangeStep) {
        switch step {
        case .exchanged: profileIssued = true
        case .refused: profileIssued = false
        default: break
        }
    }

    private mutating func note(_ decision: AccessDecision) {
        let isRefused = decision.permission == .denied || decision.permission == .restricted
        let isStored = decision.cause == .stored || decision.cause == .setWhileAsked
        access =
            isStored && isRefused ? .permission(of: decision.app, decision.permission?.rawValue ?? "") : nil
    }

    private mutating func note(_ step: MetadataStep) {
        switch step.row {
        case .signedOut: account = .account("signedOut")
        case .expired, .expiredStatus, .expiredWithoutInterruption: account = .account("expired")
        case .accessRefused: access = access ?? .permission(of: step.app, nil)
        default: account = nil
        }
    }

    /// What a request is that begins nothing itself, by its endpoint.
    private static let alone: [String: Kind] = [
        "register": .registration, "token": .registration, "profiles": .profiles, "profile": .profiles,
        "profileByCode": .profiles, "partnerProfile": .silentSignIn,
    ]
}
