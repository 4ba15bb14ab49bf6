package import TVSimEntitlementAPI
import TVSimStructuredText

/// The output of `statement show`.
package struct StatementListing: Codable, Sendable, Hashable {
    /// The bundle identifier.
    package var bundleID: String
    /// The number of the statement among the app's statements, starting with 1.
    package var number: Int
    /// The requestors that the statement is limited to; absent if it is for all.
    package var requestors: [String]?
    /// When the statement expires; absent if it never expires.
    package var expires: String?
    /// Whether the statement has been revoked.
    package var revoked: Bool
    /// The statement, a JWT.
    package var statement: String
}

extension StatementListing: Shaped {
    package static var shapes: [Shape] {
        [Shape(of: Self.self, ["number": ["minimum": 1]], optional: ["requestors": [:], "expires": Schema.instant])]
    }
}
