package import EntitlementAPI
import StructuredText

/// `statement show`.
package struct StatementListing: Codable, Sendable, Hashable {
    /// The app.
    package var bundleID: String
    /// Which of the app's statements it is; the first is 1.
    package var number: Int
    /// The requestors that it is limited to; absent: it is for all.
    package var requestors: [String]?
    /// Until when it may be used; absent: for good.
    package var expires: String?
    /// Whether it has been revoked.
    package var revoked: Bool
    /// The statement, a JWT.
    package var statement: String
}

extension StatementListing: Shaped {
    package static var shapes: [Shape] {
        [Shape(of: Self.self, ["number": ["minimum": 1]], optional: ["requestors": [:], "expires": Schema.instant])]
    }
}
