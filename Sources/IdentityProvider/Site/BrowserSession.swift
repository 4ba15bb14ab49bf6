import Foundation
import HTTPTypes
import TVSimCore
import TVSimStateStorage

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
    /// The account that the user chose; `nil` if the user has only one.
    var account: String?
    /// The transient names of the user in this session; `nil` if no service provider requested one.
    var transientNames: TransientNames?

    /// The service providers to whose logout address the provider sends a request when the user signs out here; `nil`
    /// for none.
    var participants: [SessionParticipant]?

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

    /// Ends all sessions of a subscriber, within a transaction.
    static func removeAll(of subscriber: String, at provider: String, in state: any StateWriting) throws {
        for name in try state.names(withPrefix: "\(keys)\(Data(provider.utf8).hexadecimal)/") {
            let key = StateKey<BrowserSession>(name)
            guard try state.value(for: key)?.subscriber.utf8.elementsEqual(subscriber.utf8) == true else { continue }
            try state.setValue(nil, for: key)
        }
    }

    var lapsesAt: Date { expires }
}
