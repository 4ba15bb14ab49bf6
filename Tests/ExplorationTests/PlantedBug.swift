import Foundation
import TVSimDevice
import TVSimExploration
import TVSimSDKVocabulary
import TVSimScenario
import TVSimStructuredText
import Testing

/// A bug of a simulator that does not exist: a change of what was observed in the real one.
///
/// The simulator itself has no switch for it. Each bug shows only in a flow with several steps, so that it must be
/// found and shrunk.
struct PlantedBug: Sendable, CustomTestStringConvertible {
    /// The rule that it breaks.
    let rule: String
    /// Changes a step, of which the earlier steps are given.
    let change: @Sendable (inout ObservedStep, ArraySlice<ObservedStep>, ObservedWorld) -> Void
    /// Changes the transfer of the device.
    var changesTransfer = false

    var testDescription: String { rule }

    /// Returns a history with the bug.
    func planted(in history: FlowHistory) -> FlowHistory {
        var history = history
        for index in history.steps.indices {
            let before = index == 0 ? history.beginning : history.steps[index - 1].world
            change(&history.steps[index], history.steps[..<index], before)
        }
        if changesTransfer, history.steps.contains(where: { $0.action == .call(.logout) }) {
            history.transfer?.exportedAgain += "{}"
        }
        return history
    }

    init(
        _ rule: String,
        _ change: @escaping @Sendable (inout ObservedStep, ArraySlice<ObservedStep>, ObservedWorld) -> Void
    ) {
        (self.rule, self.change) = (rule, change)
    }

    static let authenticated = ReceivedCallback(.setAuthenticationStatus, [1, ""])
    static let notAuthenticated = ReceivedCallback(.setAuthenticationStatus, [0, "User Not Authenticated Error"])

    /// A bug for each rule, in the order of the rules.
    static let all: [PlantedBug] = [
        PlantedBug("permission-denied") { step, _, before in
            guard step.action == .call(.checkAuthentication), before.access == .denied else { return }
            step.callbacks = step.callbacks.map { $0.name == .setAuthenticationStatus ? authenticated : $0 }
        },
        PlantedBug("apple-token") { step, past, _ in
            guard step.action == .call(.getMetadata(.user("tokenSource"))), past.has(.call(.logout)) else { return }
            step.callbacks = step.callbacks.map { _ in ReceivedCallback(.setMetadataStatus, ["tokenSource", "Apple"]) }
        },
        PlantedBug("silent-step") { step, past, _ in
            guard step.action == .foreground, past.has(.call(.checkAuthentication)) else { return }
            step.callbacks.append(ReceivedCallback(.status, [["errorId": "N000"]]))
        },
        PlantedBug("one-status") { step, past, _ in
            guard step.action == .call(.logout), past.has(.call(.checkAuthentication)) else { return }
            step.callbacks += [notAuthenticated]
        },
        PlantedBug("status-code") { step, past, _ in
            guard step.action == .call(.checkAuthentication), past.has(.relaunch) else { return }
            step.callbacks = step.callbacks.map {
                $0.name == .setAuthenticationStatus ? ReceivedCallback($0.name, [0, ""]) : $0
            }
        },
        PlantedBug("logged-out") { step, past, _ in
            guard step.action == .call(.checkAuthentication), past.last?.action == .call(.logout) else { return }
            step.callbacks = [authenticated]
        },
        PlantedBug("local-check") { step, past, _ in
            guard step.action == .call(.checkAuthentication), past.has(.call(.logout)) else { return }
            step.requests.append(ObservedRequest(endpoint: "profiles", status: 200))
        },
        PlantedBug("requestor-completes") { step, past, _ in
            guard step.action == .foreground, past.has(.call(.logout)) else { return }
            step.callbacks.removeAll { $0.name == .setRequestorComplete }
        },
        PlantedBug("check-completes") { step, past, _ in
            guard step.action == .call(.checkAuthentication), past.has(.call(.getSelectedProvider)) else { return }
            step.callbacks.removeAll { $0.name == .setAuthenticationStatus }
        },
        PlantedBug("questions-answered") { step, past, _ in
            guard step.action == .call(.getSelectedProvider), past.has(.relaunch) else { return }
            step.callbacks += step.callbacks
        },
        PlantedBug("authorization-completes") { step, past, _ in
            guard case .call(.checkAuthorization) = step.action, past.has(.call(.checkAuthentication)) else { return }
            step.callbacks += step.callbacks
        },
        PlantedBug("logout-completes") { step, past, _ in
            guard step.action == .call(.logout), past.has(.call(.getSelectedProvider)) else { return }
            step.callbacks.removeAll { $0.name == .setAuthenticationStatus }
        },
        PlantedBug("preauthorized-asked") { step, past, _ in
            guard past.has(.call(.checkAuthentication)) else { return }
            step.callbacks = step.callbacks.map {
                $0.name == .preauthorizedResources ? ReceivedCallback($0.name, ["OtherChannel"]) : $0
            }
        },
        PlantedBug("tvos-pages") { step, _, before in
            guard step.action == .call(.logout), before.platform == .tvOS else { return }
            step.callbacks.append(ReceivedCallback(.navigateToUrl, ["https://example.com/logout"]))
        },
        PlantedBug("dialog-pairs") { step, _, _ in
            guard step.callbacks.contains(where: { $0.name == .presentTvProviderDialog }) else { return }
            step.callbacks.removeAll { $0.name == .dismissTvProviderDialog }
        },
        PlantedBug("media-token-authorized") { step, past, _ in
            let resource = "NobodysChannel"
            guard case .call(.checkAuthorization(ResourceID(resource), _)) = step.action, past.has(.call(.logout)),
                step.callbacks.contains(where: { $0.name == .tokenRequestFailed })
            else { return }
            step.callbacks = [ReceivedCallback(.setToken, [.string(resource)])]
            step.mediaTokens = [.issued(for: resource, at: step.ended)]
        },
        PlantedBug("media-token-asked") { step, _, _ in
            for index in step.mediaTokens.indices { step.mediaTokens[index].issuedFor = "OtherChannel" }
        },
        PlantedBug("authentication-ends") { step, past, _ in
            guard step.action == .call(.checkAuthentication), past.has(where: { !$0.requests.isEmpty }) else { return }
            step.callbacks = [authenticated]
        },
        PlantedBug("media-token-ends") { step, _, _ in
            for index in step.mediaTokens.indices { step.mediaTokens[index].isValidAtItsEnd = true }
        },
        exportBug,
    ]

    private static let exportBug: PlantedBug = {
        var bug = PlantedBug("export-import") { _, _, _ in }
        bug.changesTransfer = true
        return bug
    }()
}

extension ArraySlice<ObservedStep> {
    /// Whether an earlier step is an action.
    func has(_ action: FlowStep.Action) -> Bool { contains { $0.action == action } }

    /// Whether an earlier step meets a condition.
    func has(where condition: (ObservedStep) -> Bool) -> Bool { contains(where: condition) }
}

extension ObservedMediaToken {
    /// A token that the service would issue.
    static func issued(for resource: String, at instant: Date) -> ObservedMediaToken {
        ObservedMediaToken(
            resource: resource, issuedFor: resource, mvpd: "Cablevision", issued: instant, timeToLive: 420,
            isValid: true, isValidAtItsEnd: false)
    }
}
