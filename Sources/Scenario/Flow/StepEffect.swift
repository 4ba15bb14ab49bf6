package import EntitlementAPI
package import HTTPTypes
package import SSOBridge
package import SimulatedDevice

/// What one step of a flow, or one call of a test, caused.
package struct StepEffect: Sendable {
    /// What the app was told.
    package var callbacks: [Callback] = []
    /// What the SDK asked the entitlement service.
    package var requests: [RecordedRequest] = []
    /// The last silent exchange; `nil` if none was tried.
    package var exchange: ExchangeReport?
    /// What the app did because of the viewer's answers.
    package var deeds: [AppDeed] = []
    /// Pages that the SDK showed itself, in a Safari view controller.
    var pages: [String] = []
    /// What else a reader must know.
    package var notes: [StepNote] = []
    /// What the step did otherwise than it must.
    package var failures: [StepFailure] = []

    /// Creates an effect of nothing.
    package init() {}

    /// Creates the effect of a step that fails without any other effect.
    init(_ failure: StepFailure) {
        failures = [failure]
    }
}

/// One request to the entitlement service, and the status of its answer.
package struct RecordedRequest: Sendable, Hashable, Encodable {
    /// The HTTP method.
    package let method: HTTPRequest.Method
    /// The path, without a query.
    package let path: String
    /// The status of the answer; `nil` if none came.
    package let status: Int?

    /// The endpoint that was asked; `nil` if the service has none with this path.
    package var endpoint: Endpoint? {
        guard case .found(let endpoint, _) = RouteMatch(method, path[...]) else { return nil }
        return endpoint
    }

    private enum CodingKeys: String, CodingKey {
        case method, path, status
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(method.rawValue, forKey: .method)
        try container.encode(path, forKey: .path)
        try container.encodeIfPresent(status, forKey: .status)
    }
}

/// One thing that the app did because of what its person did.
package enum AppDeed: Sendable, Hashable, CustomStringConvertible {
    case load(url: String)
    case showInSafari(url: String)
    case handleExternalURL(String)
    /// `nil` if the person chose no provider.
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

/// What a reader must know of a step beside what the app was told.
package enum StepNote: Sendable, Equatable, CustomStringConvertible {
    /// The service stopped the exchange, and no condition says so.
    case exchangeStopped(ExchangeStop)
    /// Calls of the app wait until it sets a requestor.
    case callsWaitForRequestor

    package var description: String {
        switch self {
        case .exchangeStopped(let stop): stop.serviceFailure ?? "\(stop)"
        case .callsWaitForRequestor: "what was called waits for setRequestor"
        }
    }
}

/// What a step did otherwise than it must.
package enum StepFailure: Sendable {
    /// The command is right by itself, and not possible in the world as it is.
    case impossible(any Error)
    /// The system has ended the app, which makes no calls.
    case appHasEnded
    /// The system ended the app during the step.
    case appEnded(AppTermination)
    /// The system's interface was up, and the scripted person does not answer it.
    case interfaceUnanswered
    /// The app was told otherwise than the step expects.
    case mismatch(Mismatch)

    /// The failure, one sentence each; a mismatch has several.
    package var sentences: [String] {
        switch self {
        case .impossible(let error): ["this cannot be done here: \(error)"]
        case .appHasEnded: ["the app does not run any more: the step 'relaunch' starts it again"]
        case .appEnded(let termination): ["\(termination)"]
        case .interfaceUnanswered:
            ["the system's interface is up and nobody answers it (viewer.systemPicker is none); it was closed"]
        case .mismatch(let mismatch): mismatch.sentences
        }
    }
}

extension ExchangeReport {
    /// The condition at which the exchange stopped; `nil` if all that were tried hold.
    package var failed: ConditionFinding? { conditions.first { !$0.holds } }
}

extension ConditionFinding: CustomStringConvertible {
    /// The condition and what it was decided by.
    package var description: String { "\(condition): \(reason)" }
}
