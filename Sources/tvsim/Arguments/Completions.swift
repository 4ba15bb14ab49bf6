import ArgumentParser
import TVSimDevice
import TVSimEntitlementService
import TVSimExploration
import TVSimFixtures
import TVSimIdentityProvider
import TVSimSituations
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

/// The values that a shell completes.
///
/// They come from the tables and the device that the commands use.
enum Completions {
    /// Files of any kind.
    static let file = CompletionKind.file()
    /// Profiles.
    static let profile = CompletionKind.file(extensions: ["yaml", "yml", "json"])

    /// The devices, with their isolated worlds.
    static let devices = CompletionKind.custom { _, _, _ in
        (try? DeviceLibrary(environment: CommandContext.current.environment).allNames()) ?? []
    }
    /// The keys of the device's providers.
    static let providers = ofDevice { device, _ in try device.providers().map(\.identifier) }
    /// The subscribers of the provider that the command line names before, or of all providers.
    static let subscribers = ofDevice { device, words in
        let providers = try device.providers()
        let given = Set(words.map(withoutQuotes))
        let named = providers.filter { given.contains(withoutQuotes($0.identifier)) }
        return unique((named.isEmpty ? providers : named).flatMap(\.subscribers).map(\.name))
    }
    /// The apps that the device knows.
    static let apps = ofDevice { device, _ in
        unique([try device.device.settings().defaultBundleID] + (try device.device.apps().map(\.bundleID)))
    }
    /// The MVPDs that a requestor integrates.
    static let mvpds = ofDevice { device, _ in
        let requestors = try device.world.service.configuration().requestors
        return unique(requestors.flatMap(\.integrations).map(\.mvpd.rawValue))
    }
    /// The requestors of the service.
    static let requestors = ofDevice { device, _ in
        try device.world.service.configuration().requestors.map(\.id.rawValue)
    }

    /// The operations that can fail.
    static let operations = CompletionKind.custom { _, _, _ in
        (try? FaultCatalogListing())?.operations.map(\.operation) ?? []
    }
    /// The errors of the operation that the command line names before.
    static let faultErrors = CompletionKind.custom { words, _, _ in
        (try? FaultCatalogListing())?.operations.first { words.contains($0.operation) }?.errors ?? []
    }
    /// The facts by which a fault of the operation can be limited, as `KEY=`.
    static let faultFacts = CompletionKind.custom { words, _, _ in
        (try? FaultCatalogListing())?.operations.first { words.contains($0.operation) }?.only.map { "\($0)=" } ?? []
    }
    /// The defects of SAML responses.
    static let defects = CompletionKind.custom { _, _, _ in ResponseMaker.defects.map(\.name) }
    /// The cases of the fixtures.
    static let cases = CompletionKind.custom { _, _, _ in FixtureCatalog.cases.map(\.name) }
    /// The rules of the exploration.
    static let rules = CompletionKind.custom { _, _, _ in Invariant.all.map(\.name) }
    /// The axes of the matrix, and each with one of its values.
    static let axes = CompletionKind.custom { _, _, _ in
        let axes = SituationAxis.allCases
        return axes.map(\.rawValue) + axes.flatMap { axis in axis.values.map { "\(axis.rawValue)=\($0)" } }
    }
    /// The situations that differ from the baseline in one axis.
    static let situations = CompletionKind.custom { _, _, _ in
        ["baseline"]
            + SituationAxis.allCases.flatMap { axis in axis.values.dropFirst().map { "\(axis.rawValue)=\($0)" } }
    }

    // MARK: - Keys and values

    static let appPairs = pairs(AppRecord.self)
    static let settingsPairs = pairs(DeviceSettings.self)
    static let viewerPairs = pairs(ViewerAnswers.self)
    static let servicePairs = pairs(ServiceConfiguration.self)
    static let providerPairs = pairs(TVSimIdentityProvider.Provider.self)
    /// The keys and values of an integration, whose type has the name of a command here.
    static let integrationPairs = pairs(of: \ServiceConfiguration.Requestor.integrations)

    private static func pairs<Whole, Value: TableDescribed>(of path: KeyPath<Whole, [Value]>) -> CompletionKind {
        pairs(Value.self)
    }

    /// Returns the completion of `KEY=VALUE`: the keys of a type, and the values of a key that has a list of them.
    private static func pairs<Value: TableDescribed>(_ type: Value.Type) -> CompletionKind {
        .custom { words, index, _ in
            let word = words.indices.contains(index) ? words[index] : ""
            guard let end = word.firstIndex(of: "=") else { return type.fields.fields.map { "\($0.name)=" } }
            let key = word[..<end]
            let field = type.fields.fields.first { $0.name == key }
            return values(of: field?.schema ?? [:]).map { "\(key)=\($0)" }
        }
    }

    /// The values that a schema lists; for a Boolean, `true` and `false`.
    private static func values(of schema: Members) -> [String] {
        if schema["type"] == "boolean" { return ["true", "false"] }
        if case .array(let values)? = schema["enum"] { return values.compactMap(\.string) }
        guard case .array(let forms)? = schema["anyOf"] else { return [] }
        return forms.flatMap { form -> [String] in
            if case .object(let schema) = form { values(of: schema) } else { [] }
        }
    }

    /// Returns a completion that asks the device of the command line, which it never creates.
    private static func ofDevice(
        _ values: @escaping @Sendable (SelectedDevice, [String]) throws -> [String]
    ) -> CompletionKind {
        .custom { words, _, _ in
            let environment = CommandContext.current.environment
            let name = SelectedDevice.name(given: option("--device", in: words), environment: environment)
            // A device that is not there would begin as the built-in profile says.
            let store: (any StateStore)? =
                (try? DeviceLibrary(environment: environment).open(name, creating: false))
                ?? (try? World.state(of: .builtIn))
            guard let store else { return [] }
            let device = SelectedDevice(of: World(store: store), name: name, isMeantByDefault: true)
            return ((try? values(device, words)) ?? []).map(notation)
        }
    }

    /// Returns a name as the script of the shell that asks reads it.
    private static func notation(_ name: String) -> String {
        // To zsh, a colon begins the description of a value.
        guard CompletionShell.requesting == .zsh else { return name }
        return name.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
    }

    /// Removes the characters that a shell uses to quote; it passes words as they were typed.
    private static func withoutQuotes(_ word: String) -> String { word.filter { !#"\'""#.contains($0) } }

    private static func option(_ name: String, in words: [String]) -> String? {
        if let place = words.firstIndex(of: name), words.indices.contains(place + 1) { return words[place + 1] }
        return words.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
    }

    private static func unique(_ names: [String]) -> [String] {
        names.enumerated().filter { names.firstIndex(of: $0.element) == $0.offset }.map(\.element)
    }
}
