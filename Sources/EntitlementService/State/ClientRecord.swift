import Foundation
import Identifiers

/// A registered app, as the service names it.
struct ClientID: Identifier {
    let rawValue: String
    init(rawValue: String) { self.rawValue = rawValue }
}

/// A registered app.
struct ClientRecord: Codable, Sendable, Hashable {
    /// Who the app is.
    var id: ClientID
    /// The SHA-256 of what proves it; the secret itself is not kept.
    var secretDigest: String
    /// When it registered.
    var issuedAt: Date
    /// Its place among the clients of this service, in the order in which they registered, from 1; `nil` in those kept before
    /// that was counted.
    var number: Int?
    /// The statement that it registered with.
    var statementID: String
    /// The app that the statement names.
    var software: String
    /// The service providers that the statement is for; `nil`: all.
    var serviceProviders: [RequestorID]?
    /// Where the app may be sent back to.
    var redirectURIs: [String]
}
