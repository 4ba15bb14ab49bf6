import Foundation
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStructuredText
import TVSimWorld
import VideoSubscriberAccount

/// What one installed app was seen to do: the requests of the clients and devices that were used together, and what its
/// world did meanwhile.
package struct Install: Sendable {
    /// One observation, with what a rule asks of it.
    struct ObservedEvent: Sendable {
        /// What happened.
        enum Event: Sendable {
            case request(RequestFact)
            /// A browser opened a page of the service.
            case page(RequestFact)
            case mark(Mark)
            case command(CommandDecision)
            case access(AccessDecision)
            case metadata(MetadataStep)
            case account(UserAccountDecision)
            case interface(InterfaceDecision)
            /// A call of a framework, with its arguments, or a callback of the SDK.
            case call(FrameworkCall)
        }

        let observation: Observation
        let event: Event

        var number: Int { observation.number }
        /// The simulated time in seconds since 1970.
        var time: Double { observation.at.timeIntervalSince1970 }
        /// The request of the app; `nil` for another event.
        var request: RequestFact? { if case .request(let fact) = event { fact } else { nil } }
        /// The page that a browser opened; `nil` for another event.
        var page: RequestFact? { if case .page(let fact) = event { fact } else { nil } }
        /// The order among moments with one number: a call comes before the entry that it leads to.
        var rank: Int { if case .call = event { 0 } else { 1 } }
        /// The mark of the test; `nil` for another event.
        var mark: Mark? { if case .mark(let mark) = event { mark } else { nil } }

        /// The arguments of a metadata request; `nil` for another event.
        var metadataCall: FrameworkCall.Metadata? {
            guard case .call(let call) = event, case .metadata(let arguments) = call.question else { return nil }
            return arguments
        }

        /// Whether it belongs to no client: a mark, a page, a call of a framework.
        var isOfWorld: Bool { request == nil }

        /// Returns the time from an earlier moment, in seconds.
        func gap(since earlier: ObservedEvent) -> Double { observation.gap(since: earlier.observation) }

        /// Returns whether it came as late as the answer to an earlier request had asked for.
        ///
        /// RFC 9110, 10.2.3. Two requests do not take the same time to arrive, so a quarter of a second may be missing.
        func waited(asToldBy earlier: ObservedEvent) -> Bool {
            earlier.request?.answer?.retryAfter.map { gap(since: earlier) >= Double($0) - 0.25 } ?? false
        }
    }

    /// What happened, in order.
    var moments: [ObservedEvent]
    /// The number of devices in the world.
    let devicesOfWorld: Int
    /// The first entry in which any client of the world checked a code.
    let codeChecks: [String: Int]
    /// Whether the beginning is known.
    let isWhole: Bool
    /// Whether a request of the world has no facts.
    let hasUnseenRequests: Bool
    /// Whether the times are those of the app, and the commands of a test are known.
    let hasTimes: Bool
    /// Whether the access tokens of the requests are known.
    let hasTokens: Bool
    /// The platform of the world's device; `nil` if it is not known.
    let platform: DeviceSettings.Platform?

    /// The moments that are requests of the app.
    var requests: [ObservedEvent] { moments.filter { $0.request != nil } }
    /// Whether the bodies of all requests and answers are known.
    var hasBodies: Bool { !moments.contains { $0.observation.lacksBody } }
    /// Whether the test has said anything about the app.
    var hasMarks: Bool { moments.contains { $0.mark?.event.isForJudge == false } }
    /// Whether an app of the world has asked the framework.
    var usesFramework: Bool {
        moments.contains {
            switch $0.event {
            case .access, .metadata: true
            default: false
            }
        }
    }

    /// Whether the arguments of the app's calls of Apple's framework are known.
    var hasCalls: Bool {
        moments.contains { if case .call(let call) = $0.event { !call.question.isAboutSDK } else { false } }
    }

    /// Whether an app of the world has called the SDK.
    var usesSDK: Bool {
        moments.contains { if case .call(let call) = $0.event { call.question.isAboutSDK } else { false } }
    }
}

extension Install.ObservedEvent.Event {
    /// Creates the event of a decision; `nil` for a decision that no rule asks for.
    init?(_ decision: any JournalDecision) {
        switch decision {
        case let command as CommandDecision where command.command == "mark":
            guard let mark = Mark(command) else { return nil }
            self = .mark(mark)
        case let command as CommandDecision: self = .command(command)
        case let access as AccessDecision: self = .access(access)
        case let step as MetadataStep: self = .metadata(step)
        case let account as UserAccountDecision: self = .account(account)
        case let interface as InterfaceDecision: self = .interface(interface)
        default: return nil
        }
    }
}

extension Observation {
    /// Whether a rule reads it: a request without facts also says something, that facts are missing.
    var isRead: Bool {
        switch event {
        case .request: true
        case .call(let call): call.question.isRead
        case .decision(let decision):
            Install.ObservedEvent.Event(decision) != nil || decision is RequestDecision
                || decision is ReplacementDecision
        }
    }
}

extension FrameworkCall.Question {
    /// The callbacks of the SDK that end a wait of the app, or after which the app must do something.
    private static let readCallbacks: Set<String> = [
        "setRequestorComplete", "status", "displayProviderDialog", "navigateToUrl",
    ]

    /// Whether a rule reads it.
    fileprivate var isRead: Bool {
        guard case .sdkCallback(let name, _) = self else { return true }
        return Self.readCallbacks.contains(name)
    }
}

extension Mark {
    /// Creates the mark of a command; `nil` for another command and one that was refused.
    init?(_ decision: CommandDecision) {
        guard decision.command == "mark", decision.refusal == nil else { return nil }
        self.init(decision.arguments)
    }

    /// Reads the arguments of the command.
    private init?(_ arguments: JournalArguments) {
        var members: Members = [:]
        if case .object(let object)? = arguments.value { members = object }
        guard let event = Event(rawValue: (arguments.value?.string ?? members["event"]?.string) ?? "") else {
            return nil
        }
        self.init(
            event, resource: members["resource"]?.string, token: members["token"]?.string,
            rule: members["rule"]?.string.flatMap(RuleID.init(rawValue:)), reason: members["reason"]?.string)
    }
}
