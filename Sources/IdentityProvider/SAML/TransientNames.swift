import TVSimCore
import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText

/// The transient names of a user in one browser session, by the service provider that asked for one.
///
/// A transient name does not identify the user, and service providers cannot correlate users by it (SAML Core 2.0,
/// 8.3.8).
struct TransientNames: Codable, Sendable, Hashable {
    private var names: [EntityID: UserID]

    init(_ name: UserID, for party: EntityID) { names = [party: name] }

    init(from decoder: any Decoder) throws {
        names = try decoder.singleValueContainer().decode([EntityID: UserID].self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(names)
    }

    /// The name for a service provider; `nil` if it has not asked for one.
    subscript(_ party: EntityID) -> UserID? { names[party] }

    /// Returns the names with a further one.
    func adding(_ name: UserID, for party: EntityID) -> TransientNames {
        var added = self
        added.names[party] = name
        return added
    }
}

extension BrowserSession {
    /// Returns the user's transient name for one service provider, and stores it in the session.
    ///
    /// A session that is not stored (`key` is `nil`) has a new name for each answer.
    static func transientName(
        _ session: BrowserSession, kept key: StateKey<BrowserSession>?, for party: EntityID, in simulation: Simulation
    ) throws -> UserID {
        if let name = session.transientNames?[party] { return name }
        let name = UserID(try simulation.identifiers.xmlIdentifier())
        guard let key else { return name }
        return try simulation.store.write { state in
            guard var kept = try state.value(for: key) else { return name }
            // If two tabs ask at the same time, both get the name of the first.
            if let other = kept.transientNames?[party] { return other }
            kept.transientNames = kept.transientNames?.adding(name, for: party) ?? TransientNames(name, for: party)
            try state.setValue(kept, for: key)
            return name
        }
    }
}
