package import TVSimDevice
package import TVSimEntitlementAPI
package import TVSimSDKVocabulary
package import TVSimSSOBridge
package import TVSimScenario

/// The effects of one step of a flow, or of one call in a test.
package struct StepEffect: Sendable {
    /// The callbacks to the app.
    package var callbacks: [ReceivedCallback] = []
    /// The SDK's requests to the entitlement service.
    package var requests: [HTTPExchange] = []
    /// The last silent exchange; `nil` if the SDK has not attempted one.
    package var exchange: ExchangeReport?
    /// The app's actions that follow from the scripted user's answers.
    package var appActions: [AppAction] = []
    /// The pages that the SDK showed itself, in a Safari view controller.
    var pages: [String] = []
    /// Further facts for the report.
    package var notes: [StepNote] = []
    /// The failures of the step.
    package var failures: [StepFailure] = []

    /// Creates an effect without contents.
    package init() {}

    /// Creates the effect of a step that only fails.
    init(_ failure: StepFailure) {
        failures = [failure]
    }
}

/// An action of the app or its user that follows from the scripted user's answers.
package enum AppAction: Sendable, Hashable, CustomStringConvertible {
    case load(url: String)
    case showInSafari(url: String)
    case handleExternalURL(String)
    /// The app's choice of a provider; `nil` if the user chose none.
    case setSelectedProvider(String?)
    case cancelSignIn
    case signIn(name: String)
    case signInOnSecondScreen(name: String)

    package var description: String {
        switch self {
        case .load(let url): "load(\(url))"
        case .showInSafari(let url): "SFSafariViewController(\(url))"
        case .handleExternalURL(let url): "handleExternalURL(\(url))"
        case .setSelectedProvider(let mvpd): "setSelectedProvider(\(mvpd ?? "nil"))"
        case .cancelSignIn: "cancel the sign-in page"
        case .signIn(let name): "sign in as \(name)"
        case .signInOnSecondScreen(let name): "sign in as \(name) on the second screen"
        }
    }
}

/// A fact about a step that its callbacks do not show.
package enum StepNote: Sendable, Equatable, CustomStringConvertible {
    /// The service stopped the exchange for a reason that no condition reports.
    case exchangeStopped(ExchangeStop)
    /// Calls of the app wait until it sets a requestor.
    case callsWaitForRequestor

    package var description: String {
        switch self {
        case .exchangeStopped(let stop): stop.serviceFailure ?? "\(stop)"
        case .callsWaitForRequestor: "the calls wait for setRequestor"
        }
    }
}

/// A failure of a step.
package enum StepFailure: Sendable {
    /// The command is valid, but not possible in the current state of the world.
    case impossible(any Error)
    /// The system had ended the app before the step, so the app makes no calls.
    case appHasEnded
    /// The system ended the app during the step.
    case appEnded(AppTermination)
    /// The system's interface was presented, and the scripted user does not answer it, because this key is `none`.
    case interfaceUnanswered(String)
    /// The callbacks differ from the expected ones.
    case mismatch(Mismatch)

    /// The failure as sentences; a mismatch has several.
    package var sentences: [String] {
        switch self {
        case .impossible(let error): ["the step cannot be performed: \(error)"]
        case .appHasEnded: ["the app is not running: the step 'relaunch' starts it again"]
        case .appEnded(let termination): ["\(termination)"]
        case .interfaceUnanswered(let key):
            [
                "the system's interface was closed, because the scripted user does not answer it "
                    + "(viewer.\(key): none)"
            ]
        case .mismatch(let mismatch): mismatch.sentences
        }
    }
}

extension ExchangeReport {
    /// The condition at which the exchange stopped; `nil` if all evaluated conditions hold.
    package var failed: ConditionFinding? { conditions.first { !$0.holds } }
}

extension ConditionFinding: CustomStringConvertible {
    /// The condition and the reason of its result.
    package var description: String { "\(condition): \(cause)" }
}
