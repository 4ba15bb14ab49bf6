import Foundation
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimStructuredText

/// The settings of a world: those of its device, its user's answers, its integrations and its providers, each with the
/// value that it has in the world's profile.
package struct SettingListing: Codable, Sendable {
    /// What has a setting; the name is that of the command that changes it.
    enum Group: String, Codable, Hashable, Sendable, CaseIterable, WireWord {
        case settings, viewer, integration, provider
    }

    /// One setting.
    struct Setting: Codable, Shaped {
        let group: Group
        /// The requestor and the MVPD of an integration.
        let requestor: String?
        let mvpd: String?
        /// The key of a provider.
        let provider: String?
        /// The key, with dots between nested keys.
        let key: String
        let description: String
        /// The JSON Schema of the value, with its default.
        let schema: JSONValue
        @Nullable var value: JSONValue?
        /// The value in the world's profile, or the default of what the profile does not have.
        @Nullable var initial: JSONValue?
        /// The command that is the way back to it; `null` if the value is that, or if no command leads back.
        @Nullable var event: JSONValue?

        static let shapes = [Shape(of: Self.self, ["schema": ["type": "object"]], isPartial: true)]
    }

    /// Which settings a listing has.
    package enum Selection: Sendable {
        /// All of them.
        case all
        /// Those that differ from the world's profile.
        case changed
        /// Those that differ from the world's profile or, in this profile already, from their default.
        case unusual
    }

    /// The names of what has settings.
    package static let groups = Group.allCases.map(\.rawValue)

    let settings: [Setting]

    /// Lists the settings of a world.
    ///
    /// - Parameters:
    ///   - world: The world.
    ///   - selection: Which of them.
    ///   - members: The values that the members `group`, `provider` and `mvpd` must have. A name without a value leaves
    ///     none out.
    /// - Throws: `StateError` if the state cannot be read.
    package init(of world: World, _ selection: Selection, with members: [String: String] = [:]) throws {
        let origin = try world.origin().description
        let reader = SettingReader(now: try world.simulation.clock.now(), selection: selection, members: members)
        let script = origin.viewer == ViewerAnswers() ? world.device.unscripted : origin.viewer
        var found = reader.settings(
            of: try world.device.settings(), since: origin.deviceSettings, SettingHolder(.settings))
        found += reader.settings(of: try world.device.viewer(), since: script, SettingHolder(.viewer))
        for requestor in try world.service.configuration().requestors {
            let initial = origin.service.requestor(requestor.id)
            for integration in requestor.integrations {
                let before = initial?.integration(integration.mvpd)
                let holder = SettingHolder(
                    .integration, requestor: requestor.id.rawValue, mvpd: integration.name, isOfProfile: before != nil)
                found += reader.settings(of: integration, since: before ?? Integration(named: integration.name), holder)
            }
        }
        for provider in try world.providers.providers() {
            let before = origin.provider(provider.identifier)
            let holder = SettingHolder(.provider, provider: provider.identifier, isOfProfile: before != nil)
            found += reader.settings(of: provider, since: before ?? Provider(named: provider.identifier), holder)
        }
        settings = found
    }
}

/// What has some settings, with the commands that change them.
private struct SettingHolder {
    let group: SettingListing.Group
    var requestor: String?
    var mvpd: String?
    var provider: String?
    /// Whether the world's profile has it; what a command has added goes back to the defaults, key by key.
    var isOfProfile: Bool

    init(
        _ group: SettingListing.Group, requestor: String? = nil, mvpd: String? = nil, provider: String? = nil,
        isOfProfile: Bool = true
    ) {
        (self.group, self.requestor, self.mvpd, self.provider) = (group, requestor, mvpd, provider)
        self.isOfProfile = isOfProfile
    }

    /// Returns whether its names are the given ones.
    func has(_ members: [String: String]) -> Bool {
        [("group", group.rawValue), ("provider", provider), ("mvpd", mvpd)].allSatisfy { name, value in
            members[name].map { $0 == value } ?? true
        }
    }

    /// Returns the command that sets some keys.
    func change(_ values: Members) -> JSONValue {
        let arguments: Members =
            switch group {
            case .settings, .viewer: values
            case .integration: names.merging(["set": .object(values)]) { $1 }
            case .provider: ["id": JSONValue(provider), "set": .object(values)]
            }
        return .object([group.rawValue: .object(arguments)])
    }

    /// The command that returns all keys to the profile; null if the profile does not have them.
    var reset: JSONValue {
        guard isOfProfile else { return .null }
        return switch group {
        case .settings: .string(DeviceCommands.resetSettings.name)
        case .viewer: .string(DeviceCommands.resetViewer.name)
        case .integration: .object([PartyCommands.resetIntegration.name: .object(names)])
        case .provider: .object([PartyCommands.resetProvider.name: JSONValue(provider)])
        }
    }

    private var names: Members { ["requestor": JSONValue(requestor), "mvpd": JSONValue(mvpd)] }
}

/// Reads the settings of described values by their tables.
private struct SettingReader {
    let now: Date
    let selection: SettingListing.Selection
    let members: [String: String]
    /// What is known of the keys of each type, which all values of it have.
    private let shapes = ShapeCache()

    init(now: Date, selection: SettingListing.Selection, members: [String: String]) {
        (self.now, self.selection, self.members) = (now, selection, members)
    }

    func settings<Value: TableDescribed>(
        of value: Value, since initial: Value, _ holder: SettingHolder
    ) -> [SettingListing.Setting] {
        guard holder.has(members) else { return [] }
        let (present, former) = (value.json, initial.json)
        return shapes.shapes(of: Value.self).flatMap { shape -> [SettingListing.Setting] in
            // A key that is not written has its default.
            let usual = shape.usual ?? .null
            let (after, before) = (present[shape.name] ?? usual, former[shape.name] ?? usual)
            return leaves(shape, after, before).map { leaf in
                SettingListing.Setting(
                    group: holder.group, requestor: holder.requestor, mvpd: holder.mvpd, provider: holder.provider,
                    key: leaf.shape.path.joined(separator: "."),
                    description: leaf.shape.schema["description"]?.string ?? "",
                    schema: .object(leaf.shape.schema), value: leaf.value, initial: leaf.initial,
                    event: leaf.value == leaf.initial ? .null : wayBack(of: value, to: leaf, holder))
            }
        }
    }

    /// Returns the command that sets one key to its initial value, or all keys if the key alone cannot be set so: a mapping
    /// of names keeps names that the command does not mention.
    private func wayBack<Value: TableDescribed>(of value: Value, to leaf: Leaf, _ holder: SettingHolder) -> JSONValue {
        let values = leaf.shape.path.reversed().reduce(leaf.initial) { .object([$1: $0]) }
        guard case .object(let members) = values else { return holder.reset }
        var changed = value
        guard (try? Value.read(members, into: &changed, at: now)) != nil else { return holder.reset }
        let reached = leaf.shape.path.reduce(JSONValue.object(changed.json)) { inner, name in
            guard case .object(let members) = inner else { return .null }
            return members[name] ?? leaf.shape.usual ?? .null
        }
        return reached == leaf.initial ? holder.change(members) : holder.reset
    }

    private struct Leaf {
        let shape: SettingShape
        let value: JSONValue
        let initial: JSONValue

        /// Whether the value differs from that of the profile, or from the default.
        func isIn(_ selection: SettingListing.Selection) -> Bool {
            switch selection {
            case .all: true
            case .changed: value != initial
            case .unusual: value != initial || shape.usual.map { value != $0 } ?? false
            }
        }
    }

    /// Returns the keys of a value that are not mappings of known keys.
    private func leaves(_ shape: SettingShape, _ value: JSONValue, _ initial: JSONValue) -> [Leaf] {
        guard let parts = shape.parts, case .object(let after) = value, case .object(let before) = initial else {
            let leaf = Leaf(shape: shape, value: value, initial: initial)
            return leaf.isIn(selection) ? [leaf] : []
        }
        return parts.flatMap { leaves($0, after[$0.name] ?? .null, before[$0.name] ?? .null) }
    }
}

/// What is known of a key without a value: its schema, and the keys of a mapping.
private struct SettingShape {
    let name: String
    let path: [String]
    let schema: Members
    /// The value of a key that is not written; `nil` if the schema names none.
    let usual: JSONValue?
    /// The known keys of a mapping, sorted by name; `nil` for another value.
    let parts: [SettingShape]?

    init(_ name: String, in path: [String] = [], _ schema: Members) {
        let own = path + [name]
        (self.name, self.path, self.schema, usual) = (name, own, schema, schema["default"])
        if case .object(let properties) = schema["properties"] {
            parts = properties.sorted { $0.key < $1.key }.compactMap { name, inner in
                guard case .object(let schema) = inner else { return nil }
                return SettingShape(name, in: own, schema)
            }
        } else {
            parts = nil
        }
    }
}

/// The shapes of the types of one listing: thousands of values have the same.
private final class ShapeCache {
    private var known: [ObjectIdentifier: [SettingShape]] = [:]

    func shapes<Value: TableDescribed>(of type: Value.Type) -> [SettingShape] {
        if let found = known[ObjectIdentifier(type)] { return found }
        let made = type.fields.fields.map { SettingShape($0.name, $0.schema) }
        known[ObjectIdentifier(type)] = made
        return made
    }
}
