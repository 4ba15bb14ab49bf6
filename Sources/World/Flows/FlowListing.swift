package import TVSimCore
package import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStructuredText

/// The flows of a journal as JSON.
package struct FlowListing: Codable, Sendable {
    /// A flow, or a command of the test.
    package struct Flow: Codable, Hashable, Shaped {
        let kind: JournalFlow.Kind
        let app: String?
        let mvpd: String?
        /// The resources that the app asked about, separated by spaces.
        let resources: String?
        /// The call of the SDK that the flow is; `nil` if the app has no SDK.
        let call: String?
        let verdict: JournalFlow.Verdict
        let began: String
        let ended: String
        let first: Int
        let last: Int
        /// The numbers of the entries, as the operations on the evidence take them.
        let numbers: String
        let entries: Int
        let requests: Int
        /// The condition of the silent exchange that decided; `nil` if something else did.
        let condition: String?
        /// The error code of the service that decided.
        let code: String?
        /// The endpoint of the request that decided, and the status of its response; `nil` if something else did.
        let endpoint: String?
        let status: Int?
        let reason: String
        /// What the flow is about; a command has none.
        let subject: FlowSubject?
        /// What had been set that led to the outcome.
        let cause: Cause?
        /// The words that the app got.
        let details: [RequestDecision.Words]?
        /// What has not happened yet without which the attempt cannot end.
        let waiting: FlowWaiting?
        /// Whether the service accepted the provider's answer.
        let profileIssued: Bool?
        /// Whether each condition of the silent exchange held, as far as it came.
        let conditions: [Bool]
        /// The participants, in the order from the app to the TV provider; a command has none.
        let lanes: [JournalLane]
        /// The command of the test.
        let command: String?
        let arguments: String?
        /// The command as a sentence.
        let sentence: String?
        /// The number of the fault that the command added.
        let fault: Int?

        package static let shapes = [
            Shape(of: Self.self, ["began": Schema.instant, "ended": Schema.instant], isPartial: true)
        ]

        package init(_ flow: JournalFlow) {
            let outcome = flow.outcome
            (kind, app, mvpd, call, verdict) = (flow.kind, flow.app, flow.mvpd, flow.call, outcome.verdict)
            (resources, endpoint, status) = (flow.resources, outcome.endpoint, outcome.status)
            (began, ended) = (TimeText.format(flow.began), TimeText.format(flow.ended))
            (first, last, entries, requests) = (flow.first, flow.last, flow.entries, flow.requests)
            numbers = flow.numbers.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
                .joined(separator: ",")
            (condition, code, reason, conditions) = (outcome.condition, outcome.code, outcome.reason, flow.conditions)
            lanes = JournalLane.allCases.filter(flow.lanes.contains)
            (command, arguments) = (flow.command?.name, flow.command?.arguments)
            (sentence, fault) = (flow.command?.sentence, flow.command?.fault)
            (subject, cause) = (flow.subject, flow.cause.map(Cause.init))
            details = outcome.said.isEmpty ? nil : outcome.said
            waiting = flow.waiting
            profileIssued = flow.profileIssued
        }
    }

    /// What had been set that led to the outcome of a flow.
    package struct Cause: Codable, Hashable, Sendable {
        let kind: FlowCause.Kind
        let fault: InjectedFault?
        let setting: DecidingSetting?
        /// The number of the command that had set it; missing if the profile or a person had.
        let entry: Int?
        /// The number of the first later entry that changed it again.
        let ended: Int?
        let sentence: String

        init(_ cause: FlowCause) {
            (kind, fault, setting) = (cause.kind, cause.fault, cause.setting)
            (entry, ended, sentence) = (cause.entry, cause.ended, cause.sentence)
        }
    }

    /// A question for access that its user has not answered.
    package struct Question: Codable, Hashable, Sendable {
        let app: String
        let number: Int

        /// Describes a question of a journal.
        package init(_ question: JournalFlows.Unanswered) { (app, number) = (question.app, question.number) }
    }

    /// How many flows match, commands not counted.
    let count: Int
    /// How many flows there are, commands not counted.
    let total: Int
    /// The number of the journal's oldest entry; 0 if the journal is empty.
    let first: Int
    /// The number of the last entry that was read.
    let last: Int
    /// The apps of the flows.
    let apps: [String]
    /// The MVPDs of the flows.
    let mvpds: [String]
    /// In how many flows each participant takes part.
    let lanes: [String: Int]
    /// How many flows have each verdict.
    let verdicts: [String: Int]
    /// The last question for access that its user has not answered.
    @Nullable var unanswered: Question?
    /// The newest flows and commands that match, the oldest first.
    let flows: [Flow]

    /// Reads the flows of a journal.
    ///
    /// - Parameters:
    ///   - page: The whole journal.
    ///   - question: Which flows are wanted.
    package init(of page: JournalPage, _ question: FlowQuestion) {
        var known = JournalFlows(finding: question.contains)
        for entry in page.entries { known.add(entry.number, entry.entry) }
        let flows = known.flows.filter { $0.kind != .command }
        let matching = known.flows.filter(question.selects)
        count = matching.count { $0.kind != .command }
        total = flows.count
        (first, last) = (page.first, page.last)
        apps = Set(flows.compactMap(\.app)).sorted()
        mvpds = Set(flows.compactMap(\.mvpd)).sorted()
        lanes = Dictionary(flows.flatMap(\.lanes).map { ($0.rawValue, 1) }, uniquingKeysWith: +)
        verdicts = Dictionary(flows.map { ($0.outcome.verdict.rawValue, 1) }, uniquingKeysWith: +)
        self.flows = matching.suffix(question.limit).map { Flow($0) }
        unanswered = known.unanswered.map(Question.init)
    }
}

/// Which flows of a journal a reader wants.
package struct FlowQuestion: Sendable {
    /// Only flows with a later entry.
    let after: Int
    /// The largest number of flows.
    let limit: Int
    /// Only flows with this verdict; `nil` for all.
    let verdict: JournalFlow.Verdict?
    /// Only flows of this app; `nil` for all.
    let app: String?
    /// Only flows of this MVPD; `nil` for all.
    let mvpd: String?
    /// Only flows in which this participant takes part; `nil` for all.
    let lane: JournalLane?
    /// Only flows with an error whose trace begins with this text; `nil` for all.
    let trace: String?
    /// Only flows with an entry that contains this text, whatever its case; `nil` for all.
    let contains: String?

    /// Creates a question.
    package init(
        after: Int, limit: Int, verdict: JournalFlow.Verdict?, app: String?, mvpd: String? = nil,
        lane: JournalLane? = nil, trace: String? = nil, contains: String?
    ) {
        (self.after, self.limit, self.verdict, self.app, self.mvpd) = (after, limit, verdict, app, mvpd)
        (self.lane, self.trace) = (lane, trace.flatMap { $0.isEmpty ? nil : $0 })
        self.contains = contains.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// All flows.
    package static let all = FlowQuestion(after: 0, limit: .max, verdict: nil, app: nil, contains: nil)

    /// Whether something but a number is asked for.
    private var isNarrow: Bool {
        verdict != nil || app != nil || mvpd != nil || lane != nil || trace != nil || contains != nil
    }

    /// Commands of the test match if nothing but a number is asked for, because they have neither app nor outcome.
    func selects(_ flow: JournalFlow) -> Bool {
        guard flow.last > after else { return false }
        guard isNarrow else { return true }
        return flow.kind != .command && verdict.map { $0 == flow.outcome.verdict } ?? true
            && app.map { $0 == flow.app } ?? true && mvpd.map { $0 == flow.mvpd } ?? true
            && lane.map(flow.lanes.contains) ?? true
            && trace.map { trace in flow.traces.contains { $0.hasPrefix(trace) } } ?? true && flow.isFound
    }
}

/// One flow with its decisions, each as a message between participants.
package struct FlowMessages: Codable, Sendable {
    /// A decision, and between which participants it is a message.
    struct Message: Codable, Sendable {
        let from: JournalLane
        let to: JournalLane
        let entry: JournalListing.Entry
    }

    /// The flow.
    @Nullable var flow: FlowListing.Flow?
    /// Its participants, in the order from the app to the TV provider.
    let lanes: [JournalLane]
    let messages: [Message]

    /// Finds the flow of a decision; `nil` if the journal does not have the decision.
    ///
    /// - Parameters:
    ///   - number: The number of the decision.
    ///   - page: The whole journal.
    package init(of number: Int, in page: JournalPage) {
        var known = JournalFlows()
        var places: [Int] = []
        var place: Int?
        for entry in page.entries {
            places.append(known.add(entry.number, entry.entry))
            if entry.number == number { place = places.last }
        }
        let entries = zip(places, page.entries).filter { $0.0 == place }.map(\.1)
        let hasSDK = entries.contains { $0.entry.kind == "call" }
        messages = entries.map { entry in
            let way = entry.entry.decision.way?.lanes(hasSDK: hasSDK)
            return Message(
                from: way?.from ?? .app, to: way?.to ?? .app, entry: JournalListing.Entry(entry.number, entry.entry))
        }
        let used = Set(messages.flatMap { [$0.from, $0.to] })
        lanes = place == nil ? [] : JournalLane.allCases.filter { $0 == .app || used.contains($0) }
        flow = place.map { FlowListing.Flow(known.flows[$0]) }
    }
}
