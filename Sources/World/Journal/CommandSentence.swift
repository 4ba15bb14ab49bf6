import TVSimCore
import TVSimStructuredText

/// A command of the test as a sentence, such as `Cablevision: defect → xsw3`.
enum CommandSentence {
    /// Returns the sentence of a command or a replacement; `nil` for another decision.
    static func text(of decision: any JournalDecision) -> String? {
        switch decision {
        case let command as CommandDecision: sentence(of: command)
        case let replacement as ReplacementDecision:
            replacement == .import ? "The state → an import" : "The world → its profile, with a new journal"
        default: nil
        }
    }

    private static func sentence(of command: CommandDecision) -> String {
        let arguments = command.arguments.value ?? .null
        guard command.arguments.beginning == nil else {
            return "\(command.command) \(command.arguments.text ?? "")"
        }
        func name(_ key: String) -> String { arguments[key]?.string ?? "" }
        let app = arguments["bundleID"]?.string ?? command.app ?? "the app"
        switch command.command {
        case PartyCommands.provider.name: return changes(of: name("id"), arguments["set"])
        case ServiceCommands.addProvider.name: return "The provider \(name("id")) is added"
        case PartyCommands.resetProvider.name: return "\(arguments.string ?? "") → its profile"
        case PartyCommands.integration.name: return changes(of: integration(arguments), arguments["set"])
        case PartyCommands.resetIntegration.name: return "\(integration(arguments)) → its profile"
        case PartyCommands.endSessions.name: return "\(name("subscriber"))’s sessions at \(name("provider")) end"
        case PartyCommands.revokeStatement.name: return "The software statement of \(app) is revoked"
        case PartyCommands.renewStatement.name:
            return "\(arguments.string ?? "The app") gets a new software statement"
        case ServiceCommands.service.name: return changes(of: "Service", arguments)
        case DeviceCommands.permission.name: return "Access of \(app) → \(word(arguments))"
        case DeviceCommands.setPermission.name: return "Access of \(app) → \(word(arguments["access"] ?? .null))"
        case DeviceCommands.resetPermission.name:
            return "Access of \(arguments.string ?? "every app") → not asked yet"
        case DeviceCommands.signIn.name:
            let until = arguments["expires"].map { ", until \(word($0))" } ?? ""
            return "\(name("as")) signs in at \(name("provider"))\(until)"
        case DeviceCommands.signOut.name: return "The user signs out"
        case DeviceCommands.expireAccount.name: return "The account expires"
        case DeviceCommands.viewer.name: return changes(of: "Person", arguments)
        case DeviceCommands.resetViewer.name: return "Person → without a script"
        case DeviceCommands.settings.name: return changes(of: "Device", arguments)
        case DeviceCommands.resetSettings.name: return "Device → its profile"
        case DeviceCommands.app.name: return changes(of: "App", arguments)
        case DeviceCommands.setApp.name: return changes(of: app, arguments["set"])
        case DeviceCommands.resetApp.name: return "\(arguments.string ?? "App") → its profile"
        case TimeCommands.fault.name: return fault(arguments)
        case TimeCommands.removeFault.name: return "Fault \(word(arguments)) is removed"
        case TimeCommands.clearFaults.name: return "All faults are removed"
        case TimeCommands.advance.name: return "Clock + \(word(arguments))"
        case TimeCommands.setClock.name: return "Clock → \(word(arguments))"
        case TimeCommands.followClock.name: return "Clock → follows the wall clock"
        case TimeCommands.freezeClock.name: return "Clock → frozen"
        case TimeCommands.reset.name: return "The world → its profile"
        case TimeCommands.mark.name: return "Mark: \(arguments.string.map(key) ?? list(arguments))"
        default: return [command.command, command.arguments.text].compactMap(\.self).joined(separator: " ")
        }
    }

    private static func integration(_ arguments: JSONValue) -> String {
        [arguments["requestor"]?.string, arguments["mvpd"]?.string].compactMap(\.self).joined(separator: " · ")
    }

    // MARK: - Changes

    /// Returns the changes of some keys, such as `Cablevision: defect → xsw3`.
    private static func changes(of holder: String, _ set: JSONValue?) -> String {
        let found = leaves(of: set ?? .null, below: [])
        return "\(holder): \(found.map { change($0.path, to: $0.value) }.joined(separator: ", "))"
    }

    private static func change(_ path: [String], to value: JSONValue) -> String {
        // A denial without words is a denial.
        if path.count == 4, path[0] == "subscribers", path[2] == "denials", value == .null {
            return "\(path[1]) is denied \(path[3])"
        }
        return "\(place(path)) → \(word(value))"
    }

    private static func leaves(of value: JSONValue, below path: [String]) -> [(path: [String], value: JSONValue)] {
        guard let members = value.members, !members.isEmpty else { return [(path, value)] }
        return members.sorted { $0.key < $1.key }.flatMap { leaves(of: $0.value, below: path + [$0.key]) }
    }

    private static func place(_ path: [String]) -> String {
        guard path.first == "subscribers", path.count > 1 else { return path.map(key).joined(separator: " ") }
        let rest = path.dropFirst(2)
        if rest.first == "denials", let resource = rest.dropFirst().first {
            return "\(path[1])’s denial of \(resource)" + rest.dropFirst(2).map { " (\(key($0)))" }.joined()
        }
        return rest.isEmpty ? path[1] : "\(path[1])’s \(rest.map(key).joined(separator: " "))"
    }

    // MARK: - Faults

    private static func fault(_ arguments: JSONValue) -> String {
        let what = [shape(of: arguments), calls(of: arguments)].filter { !$0.isEmpty }.joined(separator: ", ")
        return "Fault at \(arguments["at"]?.string ?? ""): \(what)"
    }

    /// Returns what a fault does, such as `503, Retry-After 30`.
    static func shape(of fault: JSONValue) -> String {
        var parts = [fault["error"], fault["status"]].compactMap(\.self).map(word)
        let headers = fault["headers"]?.members ?? [:]
        parts += headers.sorted { $0.key < $1.key }.map { "\($0.key) \(word($0.value))" }
        if let delay = fault["delay"] { parts.append("after \(word(delay))") }
        if fault["body"] != nil { parts.append("another body") }
        if let type = fault["contentType"] { parts.append(word(type)) }
        if let added = fault["adds"]?.members { parts.append("with \(added.keys.sorted().joined(separator: ", "))") }
        return parts.joined(separator: ", ")
    }

    /// Returns which calls a fault strikes, such as `call 2, 1 time`.
    private static func calls(of fault: JSONValue) -> String {
        var parts: [String] = []
        if let after = fault["after"]?.integer, after > 0 { parts.append("from call \(after + 1)") }
        if let times = fault["times"]?.integer { parts.append(times == 1 ? "1 time" : "\(times) times") }
        if let probability = fault["probability"] { parts.append("probability \(word(probability))") }
        let only = fault["only"]?.members ?? [:]
        parts += only.sorted { $0.key < $1.key }.map { "\(key($0.key)) \(word($0.value))" }
        return parts.joined(separator: ", ")
    }

    // MARK: - Words

    /// Returns a key as words, such as `single sign-on`.
    static func key(_ name: String) -> String {
        if name == "singleSignOn" { return "single sign-on" }
        // A name with white space or an upper-case start is not a key of ours.
        guard name.first?.isLowercase == true, name.allSatisfy({ $0.isLetter || $0.isNumber }) else { return name }
        let letters = Array(name)
        return letters.indices.reduce(into: "") { words, place in
            let letter = letters[place]
            guard place > 0, letter.isUppercase, letters[place - 1].isLowercase else { return words.append(letter) }
            // An abbreviation stays as it is: authorizationTTL is "authorization TTL".
            let isAbbreviation = place + 1 < letters.count && letters[place + 1].isUppercase
            words += " " + (isAbbreviation ? String(letter) : letter.lowercased())
        }
    }

    /// Returns a value as a word; text with white space is quoted.
    static func word(_ value: JSONValue) -> String {
        switch value {
        case .null: "none"
        case .bool(let isOn): isOn ? "on" : "off"
        case .string(let text): text.contains(where: \.isWhitespace) ? "“\(text)”" : text
        case .integer(let number): String(number)
        case .array(let values): values.isEmpty ? "none" : values.map(word).joined(separator: ", ")
        case .object: list(value)
        case .number: (try? JSONText.line(value)) ?? ""
        }
    }

    private static func list(_ value: JSONValue) -> String {
        (value.members ?? [:]).sorted { $0.key < $1.key }.map { "\(key($0.key)) \(word($0.value))" }
            .joined(separator: ", ")
    }
}
