import Foundation
import TVSimStateStorage
import TVSimStructuredText

/// The client identifier of a registered app.
struct ClientID: Identifier {
    let rawValue: String
    init(rawValue: String) { self.rawValue = rawValue }
}

/// A registered app.
struct ClientRecord: Codable, Sendable, Hashable {
    /// The client identifier.
    var id: ClientID
    /// The SHA-256 of the client secret; the secret itself is not stored.
    var secretDigest: String
    /// The time of registration.
    var issuedAt: Date
    /// The number of the registration in this service, from 1; a failed registration leaves its number out.
    @Counted var number = 0
    /// The identifier of the software statement.
    var statementID: String
    /// The app that the statement names.
    var software: String
    /// The service providers of the statement; `nil` for all.
    var serviceProviders: [RequestorID]?
    /// The app's redirect addresses.
    var redirectURIs: [String]
    /// The end of the last access token; `nil` if the client has asked for none.
    var tokenEnds: Date?
}
