import EntitlementAPI

// How a remedy is written for the reader who is to carry it out.
extension Remedy {
    /// The remedy as a command of `tvsim`; as a command of the admin API if `tvsim` does not reach the device.
    func text(for selected: SelectedDevice) throws -> String {
        if case .profile(let words) = self { return words }
        guard selected.isOnCommandLine else { return try JSONText.line(event) }
        let (path, arguments, options) = try words
        let device = selected.isMeantByDefault ? [] : [("--device", selected.name)]
        return ShellWords.command(path, arguments, options: options + device)
    }

    private var words: (path: [String], arguments: [String], options: [(String, String)]) {
        get throws {
            switch self {
            case .grantAccess(let bundleID): (["permission", "grant"], [bundleID], [])
            case .app(let bundleID, let values): (["app", "set"], try Self.pairs(values), [("--app", bundleID)])
            case .signIn(let provider, let subscriber): (["account", "sign-in"], [provider], [("--as", subscriber)])
            case .clearFaults: (["fault", "clear"], [], [])
            case .setting(let path, let value):
                (["settings", "set"], ["\(path.joined(separator: "."))=\(try JSONText.word(value))"], [])
            // The profile's own requestor is meant where none is named.
            case .integration(_, let mvpd, let values):
                (["integration", "set"], [mvpd] + (try Self.pairs(values)), [])
            case .provider(let id, let values): (["provider", "set"], [id] + (try Self.pairs(values)), [])
            case .renewStatement(let bundleID): (["statement", "renew"], [bundleID], [])
            case .profile: ([], [], [])
            }
        }
    }

    private static func pairs(_ values: [String: JSONValue]) throws -> [String] {
        try values.sorted { $0.key < $1.key }.map { key, value in "\(key)=\(try JSONText.word(value))" }
    }

    private var event: JSONValue {
        switch self {
        case .grantAccess(let bundleID):
            ["setPermission": ["bundleID": .string(bundleID), "access": "granted"]]
        case .app(let bundleID, let values):
            ["setApp": ["bundleID": .string(bundleID), "set": .object(values)]]
        case .signIn(let provider, let subscriber):
            ["signIn": ["provider": .string(provider), "as": .string(subscriber)]]
        case .clearFaults: "clearFaults"
        case .setting(let path, let value): ["settings": path.reversed().reduce(value) { .object([$1: $0]) }]
        case .integration(let requestor, let mvpd, let values):
            ["integration": ["requestor": .string(requestor), "mvpd": .string(mvpd), "set": .object(values)]]
        case .provider(let id, let values): ["provider": ["id": .string(id), "set": .object(values)]]
        case .renewStatement(let bundleID): ["renewStatement": .string(bundleID)]
        case .profile(let words): .string(words)
        }
    }
}
