import Foundation
import TVSimCore
import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText

/// A service provider that was told in a session who the user is, and by which name (SAML Core 2.0, 3.7.3.2).
struct SessionParticipant: Codable, Sendable, Hashable {
    /// The service provider.
    var party: EntityID
    /// The user's name in its assertion.
    var nameID: UserID
    /// The format of the name.
    var format: String
}

extension BrowserSession {
    /// Keeps in a stored session that a service provider was told of the user, by the newest name.
    static func note(
        _ participant: SessionParticipant, in key: StateKey<BrowserSession>, of simulation: Simulation
    ) throws {
        try simulation.store.write { state in
            guard var session = try state.value(for: key) else { return }
            session.participants =
                (session.participants ?? []).filter { $0.party != participant.party } + [participant]
            try state.setValue(session, for: key)
        }
    }
}

/// A logout that a user has started at a provider, until its service providers have answered.
struct StartedLogout: Codable, Sendable, Hashable, Lapsing {
    /// A request that a service provider has not answered yet.
    struct Sent: Codable, Sendable, Hashable {
        /// The service provider.
        var party: EntityID
        /// The identifier of the request.
        var id: String
    }

    /// How long a service provider may take for its answer, in seconds.
    static let validity: TimeInterval = 1_800

    /// The service providers that were not asked yet.
    var remaining: [SessionParticipant]
    /// The index of the session; `nil` if it has none.
    var index: String?
    /// The open request; `nil` if none is open.
    var sent: Sent?
    /// The service providers whose session may go on.
    var unconfirmed: [EntityID] = []
    /// The end of the validity.
    var notAfter: Date

    /// The prefix of the names of all started logouts.
    static let keys = "provider/logout/"

    static func key(_ id: String, at provider: Provider) -> StateKey<StartedLogout> {
        StateKey("\(keys)\(Data(provider.identifier.utf8).hexadecimal)/\(id)")
    }

    var lapsesAt: Date { notAfter }
}
