import TVSimCore
import TVSimDevice
import TVSimStructuredText
import VideoSubscriberAccount

/// The settings that the commands of a journal have changed, by which a reader finds the command behind an outcome.
struct SettingChanges: Sendable {
    /// What changed a setting.
    private struct Change {
        let path: [String]
        let value: JSONValue?
        let entry: Int
        /// Whether a command set the value; `false` for a way back to the profile, and for what a person did.
        let isSetting: Bool
    }

    /// The changes by the first step of their path.
    private var changes: [String: [Change]] = [:]

    /// Returns the command that had set a setting, and the value in its arguments.
    ///
    /// - Parameters:
    ///   - path: The place of the setting.
    ///   - value: The value that decided; `nil` if it is not known.
    ///   - number: The number of the entry that it decided.
    /// - Returns: The number of the command; `nil` if the profile, a person or another setting is the reason.
    func command(for path: [String], _ value: JSONValue?, before number: Int) -> (entry: Int, value: JSONValue?)? {
        guard let change = of(path).last(where: { $0.entry < number && Self.meets($0.path, path) }), change.isSetting
        else { return nil }
        let isWhole = change.path.count == path.count
        guard !isWhole || value == nil || change.value == nil || change.value == value else { return nil }
        return (change.entry, isWhole ? change.value : nil)
    }

    /// Returns the first change of a setting after an entry.
    func end(of path: [String], after number: Int) -> Int? {
        of(path).first { $0.entry > number && Self.meets($0.path, path) }?.entry
    }

    private func of(_ path: [String]) -> [Change] {
        let own = changes[path.first ?? ""] ?? []
        let whole = changes[""] ?? []
        return whole.isEmpty ? own : (own + whole).sorted { $0.entry < $1.entry }
    }

    private static func meets(_ one: [String], _ other: [String]) -> Bool {
        zip(one, other).allSatisfy { $0 == $1 || $0 == DecidingSetting.any || $1 == DecidingSetting.any }
    }

    // MARK: - What entries change

    /// Notes what an entry changes.
    mutating func note(_ number: Int, _ decision: any JournalDecision) {
        switch decision {
        case is ReplacementDecision: add([], nil, number, isSetting: false)
        case let command as CommandDecision where command.refusal == nil: note(number, command)
        case let access as AccessDecision where access.cause == .asked && access.permission != .notDetermined:
            add(["permission", access.app], nil, number, isSetting: false)
        case let page as InterfaceDecision where page.ending == .access:
            add(["permission", page.app], nil, number, isSetting: false)
        case let page as InterfaceDecision where page.ending == .signedIn:
            add(["account"], nil, number, isSetting: false)
        default: break
        }
    }

    private mutating func note(_ number: Int, _ command: CommandDecision) {
        let arguments = command.arguments.value ?? .null
        let app = arguments["bundleID"]?.string ?? command.app ?? DecidingSetting.any
        func name(_ key: String) -> String { arguments[key]?.string ?? DecidingSetting.any }
        switch command.command {
        case PartyCommands.provider.name:
            addLeaves(of: arguments["set"], below: ["provider", name("id")], number)
        case ServiceCommands.addProvider.name: add(["provider", name("id")], nil, number)
        case PartyCommands.resetProvider.name:
            add(["provider", arguments.string ?? DecidingSetting.any], nil, number, isSetting: false)
        case PartyCommands.integration.name:
            addIntegration(arguments["set"], name("requestor"), name("mvpd"), number)
        case PartyCommands.resetIntegration.name:
            add(["integration", name("requestor"), name("mvpd")], nil, number, isSetting: false)
        case ServiceCommands.service.name:
            for (requestor, change) in arguments["requestors"]?.members ?? [:] {
                for (mvpd, set) in change["integrations"]?.members ?? [:] {
                    addIntegration(set, requestor, mvpd, number)
                }
            }
        case DeviceCommands.permission.name: add(["permission", app], arguments, number)
        case DeviceCommands.setPermission.name: add(["permission", app], arguments["access"], number)
        case DeviceCommands.resetPermission.name:
            add(["permission", arguments.string ?? DecidingSetting.any], nil, number, isSetting: false)
        case DeviceCommands.signIn.name:
            add(["account"], "signedIn", number)
            if let app = arguments["grant"]?.string { add(["permission", app], "granted", number) }
        case DeviceCommands.signOut.name: add(["account"], "signedOut", number)
        case DeviceCommands.expireAccount.name: add(["account"], "expired", number)
        case TimeCommands.fault.name:
            if let id = command.fault { add(["fault", "\(id)"], command.arguments.value, number) }
        case TimeCommands.removeFault.name:
            if let id = arguments.integer { add(["fault", "\(id)"], nil, number, isSetting: false) }
        case TimeCommands.clearFaults.name: add(["fault"], nil, number, isSetting: false)
        case TimeCommands.reset.name: add([], nil, number, isSetting: false)
        default: break
        }
    }

    private mutating func add(_ path: [String], _ value: JSONValue?, _ number: Int, isSetting: Bool = true) {
        changes[path.first ?? "", default: []].append(
            Change(path: path, value: value, entry: number, isSetting: isSetting))
    }

    private mutating func addLeaves(of value: JSONValue?, below path: [String], _ number: Int) {
        guard let members = value?.members, !members.isEmpty else { return add(path, value, number) }
        for (key, value) in members { addLeaves(of: value, below: path + [key], number) }
    }

    /// A setting of a platform counts as the setting itself, because the decision does not say which one it was.
    private mutating func addIntegration(_ set: JSONValue?, _ requestor: String, _ mvpd: String, _ number: Int) {
        let path = ["integration", requestor, mvpd]
        guard let members = set?.members else { return add(path, nil, number) }
        for (key, value) in members where key != "platforms" { add(path + [key], value, number) }
        for (_, variant) in members["platforms"]?.members ?? [:] {
            for (key, value) in variant.members ?? [:] { add(path + [key], value, number) }
        }
    }
}
