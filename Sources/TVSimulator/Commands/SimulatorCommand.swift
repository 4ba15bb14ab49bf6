package import EntitlementAPI
package import Foundation
package import SimulatedDevice
package import SimulationCore

/// Something that is done to a simulated world from outside: the one vocabulary of the command line, a profile's flow,
/// the admin API and test helpers.
package enum SimulatorCommand: Codable, Sendable, Hashable {
    // The device.
    /// Decides for the person whether an app may use the account; without an app, the device's own.
    case setPermission(bundleID: String?, AccessPermission)
    /// Returns an app's permission to undetermined; without an app, every app's.
    case resetPermission(bundleID: String?)
    /// Signs in at system level, and grants an app access where one is named.
    case signIn(provider: String, subscriber: String, expires: Instant, grant: String? = nil)
    /// Signs out at system level; nobody signed in is not an error.
    case signOut
    /// Lets the account's authentication end now.
    case expireAccount
    /// Changes some of the person's answers.
    case setViewer(Patch<ViewerAnswers>)
    /// Returns all answers to what the person does of their own accord: nothing.
    case resetViewer

    /// Changes some of what the device is and of how it behaves.
    case setSettings(Patch<DeviceSettings>)
    /// Returns what the device is to the profile that it was made from.
    case resetSettings
    /// Changes some of what the device knows of an app; without an app, of the device's own.
    case setApp(bundleID: String?, Patch<Profile.DeviceApp>)
    /// Returns what the device knows of an app to the profile that it was made from.
    case resetApp(bundleID: String?)

    // The clock.
    case setClock(Instant)
    case advanceClock(seconds: TimeInterval)
    /// Lets the clock go with the wall clock.
    case followClock
    /// Lets the clock stand where it is.
    case freezeClock

    // Trouble.
    case addFault(Fault)
    case clearFaults

    // The service and the providers.
    /// Changes how an MVPD is set up for a requestor.
    case setIntegration(requestor: String, mvpd: String, Patch<Profile.Integration>)
    /// Returns that to the profile that the world was made from.
    case resetIntegration(requestor: String, mvpd: String)
    /// Changes what a provider is and how it answers.
    case setProvider(id: String, Patch<Profile.Provider>)
    /// Returns that to the profile that the world was made from.
    case resetProvider(id: String)

    /// Revokes an app's software statement, the one for all requestors or the one for some; without an app, the
    /// device's own.
    case revokeStatement(bundleID: String?, requestors: [String]? = nil)
    /// Gives an app a new software statement; without an app, the device's own.
    case renewStatement(bundleID: String?)

    /// Returns everything to the profile that the world was made from; the journal stays.
    case reset
}

extension SimulatorCommand {
    /// The name that the command has as a flow's step, or in the admin API where no flow says it.
    package var stepName: String {
        switch self {
        case .setPermission: "permission"
        case .resetPermission: "resetPermission"
        case .signIn: "signIn"
        case .signOut: "signOut"
        case .expireAccount: "expireAccount"
        case .setViewer: "viewer"
        case .resetViewer: "resetViewer"
        case .setSettings: "settings"
        case .resetSettings: "resetSettings"
        case .setApp: "app"
        case .resetApp: "resetApp"
        case .setClock: "setClock"
        case .advanceClock: "advance"
        case .followClock: "followClock"
        case .freezeClock: "freezeClock"
        case .addFault: "fault"
        case .clearFaults: "clearFaults"
        case .setIntegration: "integration"
        case .resetIntegration: "resetIntegration"
        case .setProvider: "provider"
        case .resetProvider: "resetProvider"
        case .revokeStatement: "revokeStatement"
        case .renewStatement: "renewStatement"
        case .reset: "reset"
        }
    }

    /// The command's arguments, for reports.
    package var stepArguments: [JSONValue] {
        switch self {
        case .setPermission(_, let permission): [.string(permission.rawValue)]
        case .signIn(let provider, let subscriber, let expires, let grant):
            [
                .object(
                    [
                        "provider": .string(provider), "as": .string(subscriber),
                        "expires": .string(expires.description), "grant": grant.map(JSONValue.string),
                    ].compactMapValues { $0 })
            ]
        case .setViewer(let patch): [.object(patch.values)]
        case .setSettings(let patch): [.object(patch.values)]
        case .setApp(_, let patch): [.object(patch.values)]
        case .setClock(let instant): [.string(instant.description)]
        case .advanceClock(let seconds): [.string(TimeText.format(duration: seconds))]
        case .addFault(let fault): [fault.json]
        case .setIntegration(let requestor, let mvpd, let patch):
            [["requestor": .string(requestor), "mvpd": .string(mvpd), "set": .object(patch.values)]]
        case .resetIntegration(let requestor, let mvpd):
            [["requestor": .string(requestor), "mvpd": .string(mvpd)]]
        case .resetProvider(let id): [.string(id)]
        case .setProvider(let id, let patch): [["id": .string(id), "set": .object(patch.values)]]
        case .revokeStatement(let bundleID, let requestors):
            bundleID == nil && requestors == nil
                ? []
                : [
                    .object(
                        [
                            "bundleID": bundleID.map(JSONValue.string),
                            "requestors": requestors.map { .array($0.map(JSONValue.string)) },
                        ].compactMapValues { $0 })
                ]
        case .resetPermission(let bundleID), .resetApp(let bundleID), .renewStatement(let bundleID):
            bundleID.map { [.string($0)] } ?? []
        case .signOut, .expireAccount, .resetViewer, .resetSettings, .followClock, .freezeClock, .clearFaults, .reset:
            []
        }
    }
}

extension Fault {
    /// The fault as a profile writes it.
    package var json: JSONValue {
        var object: [String: JSONValue] = ["at": .string(operation.rawValue), "error": .string(error)]
        if after > 0 { object["after"] = .integer(Int64(after)) }
        if let times { object["times"] = .integer(Int64(times)) }
        return .object(object)
    }
}
