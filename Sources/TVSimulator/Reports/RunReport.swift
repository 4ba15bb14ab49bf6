import EntitlementAPI
package import StructuredText

/// What came of one profile's flow, as `tvsim run` prints it.
package struct RunReport: Codable, Sendable, Hashable {
    /// The profile's name.
    package var profile: String
    /// The file that the profile was read from.
    package var source: String
    /// Whether every step caused what it must.
    package var passed: Bool
    /// The steps, in order.
    package var steps: [StepReport]

    /// Creates a report; it has passed when no step has a failure.
    package init(profile: String, source: String, steps: [StepReport]) {
        self.profile = profile
        self.source = source
        self.steps = steps
        passed = steps.allSatisfy(\.failures.isEmpty)
    }

    /// Where a step stands, as errors write places: the file and the line; `nil`: no text has it.
    func place(of step: StepReport) -> String? {
        step.line.map { "\(source):\($0)".onOneLine }
    }
}

/// What came of one step.
package struct StepReport: Codable, Sendable, Hashable {
    /// The step's name.
    package var call: String
    /// The step's arguments.
    package var arguments: [JSONValue]
    /// The line of the source on which the step stands, from 1; `nil`: no text has it.
    package var line: Int?
    /// The simulated instant at which the step began.
    package var at: String
    /// What the app was told.
    package var callbacks: [CallbackReport]
    /// What crossed the wire.
    package var requests: [RequestReport]
    /// The conditions of the silent exchange up to the first that does not hold; `nil`: none was tried.
    package var conditions: [ConditionReport]?
    /// What the app did because of the viewer's answers; `nil`: nothing.
    package var actions: [String]?
    /// What else there is to say, such as that the call waits for another; `nil`: nothing.
    package var notes: [String]?
    /// The decisions behind the step, one sentence each; only with `--explain`.
    package var reasons: [String]?
    /// What differs from the expectation; empty: nothing.
    package var failures: [String]

    /// Creates a report.
    package init(
        call: String, arguments: [JSONValue], line: Int? = nil, at: String, callbacks: [CallbackReport] = [],
        requests: [RequestReport] = [], conditions: [ConditionReport]? = nil, actions: [String]? = nil,
        notes: [String]? = nil,
        reasons: [String]? = nil, failures: [String] = []
    ) {
        self.call = call
        self.arguments = arguments
        self.line = line
        self.at = at
        self.callbacks = callbacks
        self.requests = requests
        self.conditions = conditions
        self.actions = actions
        self.notes = notes
        self.reasons = reasons
        self.failures = failures
    }
}

/// One callback.
package struct CallbackReport: Codable, Sendable, Hashable {
    /// The callback's name.
    package var name: String
    /// The text form, which expectations are compared with.
    package var text: String
    /// The arguments as JSON; an advanced status has one, the dictionary.
    package var arguments: [JSONValue]
    /// Whether the value of `setMetadataStatus` is encrypted, so that the app must decrypt it; `nil`: it is not.
    package var encrypted: Bool?

    /// Creates a report.
    package init(name: String, arguments: [JSONValue] = [], encrypted: Bool? = nil) {
        self.name = name
        text = ""
        self.arguments = arguments
        self.encrypted = encrypted
        text = Self.text(name, shownArguments)
    }
}

/// One request to the entitlement service.
package struct RequestReport: Codable, Sendable, Hashable {
    /// The HTTP method.
    package var method: String
    /// The path, without a query.
    package var path: String
    /// The status of the answer; `nil`: none came.
    package var status: Int?

    /// Creates a report.
    package init(method: String, path: String, status: Int?) {
        self.method = method
        self.path = path
        self.status = status
    }
}

/// One condition of the silent exchange.
package struct ConditionReport: Codable, Sendable, Hashable {
    /// The condition's name.
    package var name: String
    /// Whether it holds.
    package var holds: Bool

    /// Creates a report.
    package init(name: String, holds: Bool) {
        self.name = name
        self.holds = holds
    }
}
