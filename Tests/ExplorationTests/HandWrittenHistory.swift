import Foundation
import TVSimDevice
import TVSimRuns
import TVSimSDKVocabulary
import TVSimScenario
import TVSimStructuredText

@testable import TVSimExploration

/// A step of a history that no simulator made.
struct HandWrittenStep: Sendable {
    let action: FlowStep.Action
    var callbacks: [ReceivedCallback] = []
    /// The requests, each as its endpoint and its status.
    var requests: [(String, Int?)] = []
    var user: [AppAction] = []
    var isDisturbed = false
    var waits = false
    var tokens: [ObservedMediaToken] = []
    /// The seconds from the beginning of the history to the step's end.
    var at: TimeInterval = 0
    /// Changes what holds from this step on.
    var changes: @Sendable (inout ObservedWorld) -> Void = { _ in }

    /// The calls of an app, with what arrives by them.
    static func call(_ call: AppCall, _ callbacks: ReceivedCallback...) -> Self {
        Self(action: .call(call), callbacks: callbacks)
    }

    /// A step in which only the world changes.
    static func world(_ changes: @escaping @Sendable (inout ObservedWorld) -> Void) -> Self {
        Self(action: .call(.checkStorage(.none)), changes: changes)
    }

    /// The requestor is set, and the SDK says so.
    static let configured = call(.setRequestor("REF30"), ReceivedCallback(.setRequestorComplete, [1]))

    func with(_ change: (inout Self) -> Void) -> Self {
        var step = self
        change(&step)
        return step
    }
}

extension FlowHistory {
    /// The instant at which a hand-written history begins.
    static let epoch = Date(timeIntervalSince1970: 1_800_000_000)

    /// Creates a history on an iPhone whose app may not use the account, with an MVPD whose subscriber Alice may watch
    /// the resource News for 100 seconds with one authentication, and for 10 with one media token.
    init(_ written: [HandWrittenStep]) {
        var world = ObservedWorld(
            access: .denied, platform: .iOS, accountHolder: nil,
            integrations: [
                "Dish": ObservedIntegration(
                    authenticationTTL: 100, mediaTokenTTL: 10, isExceptional: false,
                    entitlements: ["alice": ["News"], "bob": []], homeSubscriber: nil)
            ])
        self.init(beginning: world)
        for step in written {
            step.changes(&world)
            let instant = Self.epoch.addingTimeInterval(step.at)
            steps.append(
                ObservedStep(
                    action: step.action, began: instant, ended: instant, callbacks: step.callbacks,
                    requests: step.requests.map { ObservedRequest(endpoint: $0.0, status: $0.1) },
                    appActions: step.user, isDisturbed: step.isDisturbed, waitsForRequestor: step.waits,
                    mediaTokens: step.tokens, world: world))
        }
    }
}
