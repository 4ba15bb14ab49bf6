import Foundation
import HTTPTypes
import Identifiers
import SAML
import SimulationCore
import StateStorage

/// A browser in which a person is signed in at a provider.
struct BrowserSession: Codable, Sendable, Hashable {
    /// The subscriber's name.
    var subscriber: String
    /// When the person signed in.
    var signedInAt: Date
    /// When the session ends.
    var expires: Date
    /// By which name service providers end the session; `nil` in sessions kept before that could be.
    var index: String?
    /// What the person is called in this session, by the entity identifier of the service provider that asked for such a
    /// name; `nil`: nobody has.
    var transientNames: [EntityID: UserID]?

    /// What the names of all providers' sessions begin with.
    static let keys = "provider/session/"

    static func key(provider: String, id: String) -> StateKey<BrowserSession> {
        StateKey("\(keys)\(Data(provider.utf8).hexadecimal)/\(id)")
    }

    /// Returns the identifier of a person's session, by which their browser is known again.
    ///
    /// A browser outlives a world that begins anew, where the same is drawn for somebody else. So the identifier is of
    /// whom it was made for, and of how often the world had begun anew.
    ///
    /// - Parameters:
    ///   - drawn: What was drawn for the session.
    ///   - subscriber: Who signed in.
    ///   - state: Where the session is kept.
    /// - Returns: 32 hexadecimal digits.
    /// - Throws: `StateError` when the state cannot be read.
    static func identifier(drawn: String, of subscriber: String, in state: any StateReading) throws -> String {
        Hexadecimal.sha256(of: "\(drawn) \(try state.replacements()) \(subscriber)", octets: 16)
    }

    /// Whether a text can be the identifier of a session.
    static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
    }

    /// Finds a session; one that has ended is none.
    static func find(_ key: StateKey<BrowserSession>?, at now: Date, in state: any StateReading) throws
        -> BrowserSession?
    {
        guard let key, let found = try state.value(for: key), now < found.expires else { return nil }
        return found
    }

    /// Returns what the person is called in a session to one service provider, and remembers it with the session.
    ///
    /// The name says nothing of the person, and two service providers cannot tell by it that they speak of the same one
    /// (SAML Core 2.0 § 8.3.8). A session that is kept nowhere (`nil`) has a name for one answer.
    static func transientName(
        _ session: BrowserSession, kept key: StateKey<BrowserSession>?, for party: EntityID, in simulation: Simulation
    ) throws -> UserID {
        if let name = session.transientNames?[party] { return name }
        let name = UserID(try simulation.identifiers.xmlIdentifier())
        guard let key else { return name }
        return try simulation.store.write { state in
            guard var kept = try state.value(for: key) else { return name }
            // Of two tabs that ask at once, the second is told what the first was.
            if let other = kept.transientNames?[party] { return other }
            kept.transientNames = (kept.transientNames ?? [:]).merging([party: name]) { $1 }
            try state.setValue(kept, for: key)
            return name
        }
    }
}
