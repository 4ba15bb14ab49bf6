package import TVSimCore
import TVSimDevice
import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimSDKVocabulary
import VideoSubscriberAccount

/// The journal of a world as flows and commands, in the order in which they began.
///
/// Flows follow from the kinds, endpoints and calls of decisions, never from their texts. A call of the SDK is a flow. A
/// client of REST API V2 has one flow at a time for each app: a request begins the next one unless it continues the
/// present one. A command of the test ends all.
package struct JournalFlows: Sendable {
    /// A question for access that its user has not answered: the app, and the number of the entry.
    package struct Unanswered: Hashable, Sendable {
        let app: String
        let number: Int
    }

    /// The flows.
    package private(set) var flows: [JournalFlow] = []
    /// The last question for access, unless the user or a command has answered it.
    package private(set) var unanswered: Unanswered?

    private let contains: String?
    /// The open flow of each app, as its place among the flows; the empty name is that of no app.
    private var open: [String: Int] = [:]
    /// The flow to which an entry of no app belongs.
    private var latest: Int?
    /// The apps of the registered clients.
    private var clients: [String: String] = [:]
    /// The settings that commands have changed.
    private var changes = SettingChanges()
    /// The place of the flow with the question that waits.
    private var waiting: Int?
    /// The places of flows whose cause is still set.
    private var caused: Set<Int> = []
    /// The places of flows that changed by entries of others, since a reader took them.
    private var touched: Set<Int> = []

    /// Creates an empty journal.
    ///
    /// - Parameter contains: The text that a reader looks for, whatever its case; `nil` for all.
    package init(finding contains: String? = nil) {
        self.contains = contains.flatMap { $0.isEmpty ? nil : $0.lowercased() }
    }

    /// Adds an entry.
    ///
    /// - Returns: The place of its flow.
    @discardableResult
    package mutating func add(_ number: Int, _ entry: JournalEntry) -> Int {
        note(number, entry)
        let place = place(of: entry)
        flows[place].add(number, entry, finds: finds(entry))
        noteCause(at: place, number, entry)
        noteWaiting(at: place)
        guard flows[place].begun != .command else { return place }
        latest = place
        let key = flows[place].app ?? ""
        if flows[place].call == nil, open[key] == place, Self.ends(entry, flows[place].begun) { open[key] = nil }
        return place
    }

    /// Returns the places of flows that entries of other flows have changed since the last time.
    package mutating func takeTouched() -> Set<Int> {
        defer { touched = [] }
        return touched
    }

    /// Finds what had been set that led to a flow's outcome, and which causes an entry ends.
    private mutating func noteCause(at place: Int, _ number: Int, _ entry: JournalEntry) {
        changes.note(number, entry.decision)
        guard flows[place].begun == .command else {
            flows[place].cause = flows[place].cause(changes)
            if flows[place].cause != nil { caused.insert(place) } else { caused.remove(place) }
            return
        }
        for place in caused {
            guard let cause = flows[place].cause, let end = changes.end(of: cause.path, after: cause.decided) else {
                continue
            }
            flows[place].cause?.ended = end
            touched.insert(place)
            caused.remove(place)
        }
    }

    /// Notes which flow has the question that waits.
    private mutating func noteWaiting(at place: Int) {
        guard let unanswered else {
            if let waiting {
                flows[waiting].unansweredQuestion = nil
                touched.insert(waiting)
            }
            waiting = nil
            return
        }
        guard flows[place].last == unanswered.number else { return }
        if let waiting, waiting != place {
            flows[waiting].unansweredQuestion = nil
            touched.insert(waiting)
        }
        flows[place].unansweredQuestion = unanswered.number
        waiting = place
    }

    /// Finds the flow to which an entry belongs; begins one if necessary.
    private mutating func place(of entry: JournalEntry) -> Int {
        guard !(entry.decision is CommandDecision || entry.decision is ReplacementDecision) else {
            open = [:]
            latest = nil
            return begin(nil, entry)
        }
        let name = app(of: entry) ?? latest.flatMap { flows[$0].app }
        let key = name ?? ""
        let endpoint = (entry.decision as? RequestDecision)?.endpoint
        var place = open[key]
        if let call = (entry.decision as? CallDecision)?.call {
            // An app creates its SDK and then calls it: both are one flow.
            let joins = place.map { flows[$0].begun == nil && (flows[$0].call ?? "init") == "init" } ?? false
            if !joins { place = nil }
            let found = place ?? begin(name, entry)
            flows[found].call = call
            open[key] = found
            return found
        }
        if let known = place, flows[known].call == nil, let request = entry.decision as? RequestDecision {
            // A request that no endpoint answers, such as one of a browser, does not belong to the app's attempt.
            if request.endpoint == nil, flows[known].begun != nil { return begin(name, entry) }
            if !Self.continues(flows[known], request.endpoint) { place = nil }
        }
        let found = place ?? begin(name, entry)
        open[key] = found
        if flows[found].call == nil, flows[found].begun == nil { flows[found].begun = Self.begins[endpoint ?? ""] }
        return found
    }

    private mutating func begin(_ app: String?, _ entry: JournalEntry) -> Int {
        flows.append(JournalFlow(of: app, at: entry.at))
        return flows.count - 1
    }

    private func finds(_ entry: JournalEntry) -> Bool {
        guard let contains else { return true }
        let text = entry.text
        return text.details.reduce(into: text.line) { $0 += " \($1.key)=\($1.value)" }.lowercased().contains(contains)
    }

    // MARK: - What entries say

    /// Notes what later entries need: the app of a registered client, and a question that waits for its user.
    private mutating func note(_ number: Int, _ entry: JournalEntry) {
        switch entry.decision {
        case let request as RequestDecision:
            if let client = request.client, let app = request.details["software"]?.kept { clients[client] = app }
        case let access as AccessDecision:
            let waits = access.cause == .asked && access.permission == .notDetermined
            unanswered = waits ? Unanswered(app: access.app, number: number) : nil
        case is ReplacementDecision: unanswered = nil
        case let command as CommandDecision:
            if Self.answers.contains(command.command) { unanswered = nil }
        default: break
        }
    }

    private func app(of entry: JournalEntry) -> String? {
        let client: String? =
            switch entry.decision {
            case let request as RequestDecision: request.client ?? request.subject?.client
            case let request as BackChannelDecision: request.client
            default: nil
            }
        return entry.decision.application ?? client.flatMap { clients[$0] }
    }

    /// The commands that can answer a question for access.
    private static let answers: Set = [
        DeviceCommands.permission.name, DeviceCommands.setPermission.name, DeviceCommands.resetPermission.name,
        DeviceCommands.app.name, DeviceCommands.setApp.name, DeviceCommands.resetApp.name, TimeCommands.reset.name,
    ]

    /// What a request of a client begins, by its endpoint.
    private static let begins: [String: JournalFlow.Kind] = [
        "partnerSession": .silentSignIn, "session": .signIn, "authorize": .authorize, "preauthorize": .preauthorize,
        "logout": .logout, "configuration": .configuration,
    ]

    /// The endpoints by which a client gets its credentials.
    private static let registers: Set = ["register", "token"]

    /// The endpoints that continue a flow which has begun.
    private static let continues: [JournalFlow.Kind: Set<String>] = [
        .silentSignIn: ["partnerProfile"],
        .signIn: [
            "authenticate", "assertionConsumer", "authorizationReturn", "activation", "activationForm",
            "activationDone", "resume", "sessionInformation", "profiles", "profile", "profileByCode",
        ],
        .logout: ["singleLogout", "logoutReturn"],
    ]

    /// Returns whether a request belongs to a flow of a client of REST API V2.
    ///
    /// A registration is a part of what the app attempts with its first token. It is alone if the app attempts something
    /// that begins nothing, or that the service does not have.
    private static func continues(_ flow: JournalFlow, _ endpoint: String?) -> Bool {
        guard let kind = flow.begun else {
            return flow.kind != .registration || endpoint.map { registers.contains($0) || begins[$0] != nil } ?? false
        }
        return endpoint.map { continues[kind]?.contains($0) == true } ?? true
    }

    /// Returns whether an entry ends a flow; `kind` is `nil` if nothing has begun in it.
    private static func ends(_ entry: JournalEntry, _ kind: JournalFlow.Kind?) -> Bool {
        guard let request = entry.decision as? RequestDecision else { return false }
        let isGood = JournalFlow.Verdict(entry) == .ok
        guard let kind else { return JournalFlow.Verdict(entry).isBad }
        return switch kind {
        case .silentSignIn: request.endpoint == "partnerProfile" || !isGood
        case .signIn:
            isGood && request.needs == nil && ["profiles", "profile", "profileByCode"].contains(request.endpoint)
        case .logout: !isGood || request.endpoint == "logoutReturn"
        default: true
        }
    }
}
