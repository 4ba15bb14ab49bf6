import Foundation
import HTTPTypes
import Identifiers
import SAML
import SimulationCore
import StateStorage

/// A browser session of a user at a provider.
struct BrowserSession: Codable, Sendable, Hashable, Lapsing {
    /// The subscriber's name.
    var subscriber: String
    /// When the user signed in.
    var signedInAt: Date
    /// When the session expires.
    var expires: Date
    /// The `SessionIndex` for logout requests; `nil` for a user of the home network, who has no session.
    var index: String?
    /// The transient names of the user in this session, by the entity identifier of the service provider.
    ///
    /// `nil` if no service provider requested one.
    var transientNames: [EntityID: UserID]?

    /// The prefix of the names of all sessions.
    static let keys = "provider/session/"

    static func key(provider: String, id: String) -> StateKey<BrowserSession> {
        StateKey("\(keys)\(Data(provider.utf8).hexadecimal)/\(id)")
    }

    /// Returns the identifier of a new session, which is the value of the browser's cookie.
    ///
    /// A browser's cookie outlives a reset of the world, and the reset world draws the same values again. The
    /// identifier therefore also depends on the user and on the number of resets.
    ///
    /// - Parameters:
    ///   - drawn: The value that was drawn for the session.
    ///   - subscriber: The user who signed in.
    ///   - state: The state in which the session is stored.
    /// - Returns: 32 hexadecimal digits.
    /// - Throws: `StateError` if the state cannot be read.
    static func identifier(drawn: String, of subscriber: String, in state: any StateReading) throws -> String {
        Hexadecimal.sha256(of: "\(drawn) \(try state.replacements()) \(subscriber)", octets: 16)
    }

    /// Returns whether a text is a valid session identifier.
    static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
    }

    /// Returns a session; `nil` if it does not exist or has expired.
    static func find(_ key: StateKey<BrowserSession>?, at now: Date, in state: any StateReading) throws
        -> BrowserSession?
    {
        guard let key, let found = try state.value(for: key), now < found.expires else { return nil }
        return found
    }

    /// Returns the user's transient name for one service provider, and stores it in the session.
    ///
    /// The name does not identify the user, and service providers cannot correlate users by it (SAML Core 2.0, 8.3.8).
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
            kept.transientNames = (kept.transientNames ?? [:]).merging([party: name]) { $1 }
            try state.setValue(kept, for: key)
            return name
        }
    }

    var lapsesAt: Date { expires }
}
