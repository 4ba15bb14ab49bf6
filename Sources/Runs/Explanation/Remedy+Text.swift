import TVSimEntitlementAPI
import TVSimScenario
import TVSimStructuredText

// The text of a remedy.
extension Remedy {
    /// Returns the remedy as a command of `tvsim` or of the admin API; as words if it changes the profile.
    ///
    /// - Parameter reader: The reader.
    /// - Returns: The text.
    /// - Throws: An error if a value cannot be written as JSON.
    func text(for reader: AdviceReader) throws -> String {
        if case .profile(let words) = self { return words }
        switch reader {
        case .adminAPI: return try JSONText.line(command ?? .null)
        case .commandLine(let device):
            let (path, arguments, options) = try words
            return ShellWords.command(path, arguments, options: options + (device.map { [("--device", $0)] } ?? []))
        }
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
            // A command without a requestor applies to the profile's own.
            case .integration(_, let mvpd, let values):
                (["integration", "set"], [mvpd] + (try Self.pairs(values)), [])
            case .provider(let id, let values): (["provider", "set"], [id] + (try Self.pairs(values)), [])
            case .service(let values): (["service", "set"], try Self.pairs(values), [])
            case .renewStatement(let bundleID): (["statement", "renew"], [bundleID], [])
            case .profile: ([], [], [])
            }
        }
    }

    private static func pairs(_ values: Members) throws -> [String] {
        try values.sorted { $0.key < $1.key }.map { key, value in "\(key)=\(try JSONText.word(value))" }
    }

    /// The remedy as a command of the admin API; `nil` if it changes the profile.
    var command: JSONValue? {
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
        case .service(let values): ["service": .object(values)]
        case .renewStatement(let bundleID): ["renewStatement": .string(bundleID)]
        case .profile: nil
        }
    }
}
