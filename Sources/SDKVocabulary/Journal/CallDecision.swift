package import TVSimCore
package import TVSimStructuredText

/// A call of an app to the SDK, with its arguments in the notation of a profile's flow.
///
/// A flow can therefore repeat the calls of a journal.
package struct CallDecision: JournalDecision {
    package static let kind = "call"
    static let room = "AccessEnabler"
    /// The name of the first call after each launch, in which an app creates its `AccessEnabler`.
    private static let launch = "init"

    /// The app's bundle identifier.
    package let app: String
    /// The name of the call.
    package let call: String
    /// The arguments.
    package let arguments: JournalArguments

    /// Creates the decision of a call whose arguments have no secrets already.
    package init(app: String, call: String, arguments: JSONValue) {
        self.app = app
        self.call = call
        self.arguments = JournalArguments(arguments, redactsNames: false)
    }

    /// Returns the launch of an app.
    package static func launch(of app: String) -> CallDecision {
        CallDecision(app: app, call: launch, arguments: .null)
    }

    /// Whether the app was launched.
    package var isLaunch: Bool { call == Self.launch }

    package var application: String? { app }
    package var way: JournalWay? { JournalWay(from: .app, to: .sdk) }

    package var verdict: JournalVerdict? { nil }

    package var text: DecisionText {
        DecisionText(
            Self.room, call, "called", arguments.text ?? "no arguments",
            details: .details(["app": app, "arguments": arguments.text]))
    }
}
