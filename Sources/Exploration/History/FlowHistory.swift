package import Foundation
package import TVSimDevice
package import TVSimRuns
import TVSimSDKVocabulary
package import TVSimScenario
import TVSimStructuredText

/// What an app and its world were seen to do during a flow, as values.
///
/// Invariants judge it. It contains what an app, its user and its service can observe, and no decision of the simulated
/// SDK. The settings of device, providers and service are among it, because the flow sets them.
package struct FlowHistory: Sendable {
    /// What held before the first step.
    package var beginning: ObservedWorld
    /// The steps, in order.
    package var steps: [ObservedStep]
    /// The transfer of the device after the last step; `nil` if it was not tried.
    package var transfer: ObservedTransfer?

    /// Creates a history.
    package init(beginning: ObservedWorld, steps: [ObservedStep] = [], transfer: ObservedTransfer? = nil) {
        self.beginning = beginning
        self.steps = steps
        self.transfer = transfer
    }

    /// Returns what held before a step.
    func world(before step: Int) -> ObservedWorld { step == 0 ? beginning : steps[step - 1].world }
}

/// What one step of a flow was seen to do.
package struct ObservedStep: Sendable {
    /// The action of the app or the world.
    package var action: FlowStep.Action
    /// The simulated time at the start.
    package var began: Date
    /// The simulated time at the end.
    package var ended: Date
    /// The callbacks to the app, in order, without `sendTrackingData`.
    package var callbacks: [ReceivedCallback]
    /// The SDK's requests to the service.
    package var requests: [ObservedRequest]
    /// The app's actions that follow from the scripted user's answers.
    package var appActions: [AppAction]
    /// Whether the system closed an interface that no user answered, ended the app, or refused the step.
    package var isDisturbed: Bool
    /// Whether calls of the app wait for `setRequestor`.
    package var waitsForRequestor: Bool
    /// The media tokens that the app received.
    package var mediaTokens: [ObservedMediaToken]
    /// What holds after the step.
    package var world: ObservedWorld

    /// Returns the callbacks of a name.
    func callbacks(_ name: ReceivedCallback.Name) -> [ReceivedCallback] { callbacks.filter { $0.name == name } }

    /// The numbers of the authentication statuses: 1 for a user who is authenticated.
    var authenticationStatuses: [Bool] { callbacks(.setAuthenticationStatus).map { $0.arguments.first == 1 } }
}

/// One request to the service.
package struct ObservedRequest: Sendable, Hashable {
    /// The name of the endpoint, such as `partnerProfile`; empty for an unknown path.
    package var endpoint: String
    /// The status of the response; `nil` if there was no response.
    package var status: Int?

    /// Creates a request.
    package init(endpoint: String, status: Int?) {
        self.endpoint = endpoint
        self.status = status
    }

    /// Whether the service gave out a profile of the system-level account.
    var isExchange: Bool { endpoint == "partnerProfile" && succeeded }
    /// Whether the service was asked for a profile, and answered.
    var asksForProfile: Bool {
        ["partnerProfile", "profile", "profiles", "profileByCode"].contains(endpoint) && succeeded
    }
    private var succeeded: Bool { status.map { (200..<300).contains($0) } ?? false }
}

/// A media token as a media server sees it.
package struct ObservedMediaToken: Sendable, Hashable {
    /// The resource for which the app received it.
    package var resource: String
    /// The resource in the token; `nil` if the token cannot be verified.
    package var issuedFor: String?
    /// The MVPD in the token.
    package var mvpd: String
    /// When the token was issued, in whole seconds.
    package var issued: Date
    /// The time to live in the token, in seconds.
    package var timeToLive: TimeInterval
    /// Whether the verifier accepts it when it is issued.
    package var isValid: Bool
    /// Whether the verifier accepts it at the end of its time to live.
    package var isValidAtItsEnd: Bool

    /// Creates a media token.
    package init(
        resource: String, issuedFor: String?, mvpd: String, issued: Date, timeToLive: TimeInterval, isValid: Bool,
        isValidAtItsEnd: Bool
    ) {
        self.resource = resource
        self.issuedFor = issuedFor
        self.mvpd = mvpd
        self.issued = issued
        self.timeToLive = timeToLive
        self.isValid = isValid
        self.isValidAtItsEnd = isValidAtItsEnd
    }
}

/// The settings of a world that the documents' rules depend on.
package struct ObservedWorld: Sendable, Hashable {
    /// The app's permission to use the system-level account.
    package var access: AccessPermission
    /// The device's operating system.
    package var platform: DeviceSettings.Platform
    /// The subscriber of the system-level account; `nil` if no user is signed in.
    package var accountHolder: String?
    /// The integrations of all requestors, by MVPD.
    package var integrations: [String: ObservedIntegration]
}

/// The settings of an MVPD's integrations that the documents' rules depend on.
package struct ObservedIntegration: Sendable, Hashable {
    /// The longest lifetime of an authentication, in seconds.
    package var authenticationTTL: TimeInterval
    /// The longest lifetime of a media token, in seconds.
    package var mediaTokenTTL: TimeInterval
    /// Whether a rule other than the user's subscription decides: a degradation, a temporary pass, a proxy, or settings
    /// of a platform or an application profile.
    package var isExceptional: Bool
    /// The resources that each subscriber of the provider may watch.
    package var entitlements: [String: Set<String>]
    /// The subscriber that the provider knows by the home network; `nil` if none.
    package var homeSubscriber: String?
}

/// An export of a device, and the export of a device that imported it.
package struct ObservedTransfer: Sendable, Hashable {
    /// The first export.
    package var exported: String
    /// The export after the import, or the error of the import.
    package var exportedAgain: String
}
