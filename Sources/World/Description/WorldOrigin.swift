import TVSimCore
import TVSimDevice
import TVSimEntitlementService
import TVSimIdentityProvider
package import TVSimStateStorage
import TVSimStructuredText

/// The profile that a world was created from; the world keeps it and returns to it on reset.
package struct WorldOrigin: Sendable {
    /// The profile's name.
    package var name: String
    /// The file of the profile, or `built-in`.
    package var source: String
    /// The initial state of the world.
    package var description: WorldDescription

    /// Creates an origin.
    package init(name: String, source: String, description: WorldDescription) {
        self.name = name
        self.source = source
        self.description = description
    }

    /// Returns the origin of an isolated world: if the profile has no seed, the world's name gives one.
    ///
    /// Two worlds then draw different identifiers, so a code of one world finds nothing in another.
    ///
    /// - Parameter name: The world's name.
    /// - Returns: The origin.
    package func isolated(as name: String) -> WorldOrigin {
        guard description.seed == 0 else { return self }
        var isolated = self
        // Six bytes, because a seed is also a number in JSON.
        isolated.description.seed = UInt64(Hexadecimal.sha256(of: name, octets: 6), radix: 16) ?? 1
        return isolated
    }

    /// The origin of a device that was created without a profile.
    package static let builtIn = WorldOrigin(
        name: "built-in default", source: "built-in", description: .builtIn)

    /// The name of the document that every complete device has.
    package static let documentName = "device/profile"
    package static let key = StateKey(documentName, fields.format)
    /// The document in which a world keeps its origin.
    package static let documents = RoomDocuments([.one(key)])

    private static let fields = ObjectFormat<WorldOrigin>(
        title: "the origin", defaults: WorldOrigin(name: "", source: "", description: WorldDescription()),
        fields: [
            Field("name", "The profile's name.", Formats.text, required: true, into: \.name),
            Field("source", "The file that it was read from.", Formats.text, required: true, into: \.source),
            Field("world", "The initial world.", merging: WorldDescription.fields, into: \.description),
        ])
}

extension World {
    /// Returns the profile that the world was created from.
    package func origin() throws -> WorldOrigin { try Self.origin(in: simulation.store) }

    /// Returns the profile from which the world in a store was created.
    package static func origin(in store: any StateStore) throws -> WorldOrigin {
        try store.read { try $0.value(for: WorldOrigin.key) } ?? .builtIn
    }

    /// Replaces the world's state with the initial state of a profile.
    package func install(_ origin: WorldOrigin) throws {
        let description = origin.description
        try simulation.store.write { state in
            try state.removeAll(includingLog: true)
            try state.setValue(origin, for: WorldOrigin.key)
            try IdentityProviderDirectory.setProviders(description.providers, in: state)
            try EntitlementService.setConfiguration(description.service, in: state)
        }
        switch description.clockStart {
        case .instant(let instant): try simulation.clock.set(to: instant)
        case .following: try simulation.clock.follow()
        }
        try simulation.identifiers.reseed(description.seed)
        try device.setSettings(description.deviceSettings)
        for app in description.device.apps { try device.updateApp(app.bundleID) { $0 = app } }
        if let account = description.device.account {
            try device.signIn(
                provider: account.provider, subscriber: account.subscriber, expires: account.expires)
        }
        // A world keeps a script only if there is one, because a person may answer otherwise.
        if description.viewer != ViewerAnswers() { try device.setViewer(description.viewer) }
        for fault in description.faults { try simulation.faults.add(fault) }
    }

    /// Creates the state of a new world in memory.
    package static func state(of origin: WorldOrigin) throws -> MemoryStateStore {
        let store = MemoryStateStore()
        try World(store: store).install(origin)
        return store
    }

    /// Makes this copy of a world an isolated one, which draws identifiers of its own unless the profile has a seed.
    package func isolate(as name: String) throws {
        let (shared, own) = try (origin(), origin().isolated(as: name))
        guard own.description.seed != shared.description.seed else { return }
        try simulation.store.write { try $0.setValue(own, for: WorldOrigin.key) }
        try simulation.identifiers.reseed(own.description.seed)
    }

    /// Resets the world to its origin in one transaction, and keeps the journal.
    ///
    /// Registrations, sessions, profiles, permissions and the clock return to their initial state.
    package func reset() throws {
        try Self.state(of: origin()).read { documents in
            try simulation.store.write { try $0.replaceAll(with: documents, includingLog: false) }
        }
    }

    /// Removes the journal and keeps the rest of the state.
    package func forgetJournal() throws {
        try simulation.store.write { try $0.removeLog() }
    }
}

extension StateStore {
    /// Replaces the content of this store with the documents of another store in one transaction, and clears the log.
    package func replaceAll(with other: any StateStore) throws {
        try other.read { documents in
            try write { try $0.replaceAll(with: documents, includingLog: true) }
        }
    }
}
